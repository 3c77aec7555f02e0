//! Building, packaging and describing software.

use crate::rules::Role;
use crate::xml::places::DocumentType;
use crate::xml::places::vocabulary::{Elements, Family, Vocabulary, at, text};

pub static SOFTWARE: Family = Family {
    title: "Software",
    vocabularies: &[
        Vocabulary {
            name: "Maven",
            source: "Maven 4.0.0; `scm:` addresses are in their own syntax",
            elements: Elements::InOrOf(
                &["http://maven.apache.org/POM/*", "http://maven.apache.org/SETTINGS/*"],
                &[DocumentType::Maven],
            ),
            rows: &[text("url downloadUrl organizationUrl picUrl archive otherArchive", Role::ANY_URI)],
        },
        Vocabulary {
            name: "Maven sites",
            source: "Maven Doxia, DECORATION and SITE",
            elements: Elements::In(&[
                "http://maven.apache.org/DECORATION/*",
                "http://maven.apache.org/SITE/*",
                "http://maven.apache.org/changes/*",
            ]),
            rows: &[at("*", "href", Role::ANY_URI), at("image", "src", Role::ANY_URI), text("href src", Role::ANY_URI)],
        },
        Vocabulary {
            name: "Ant",
            source: "Ant manual; most of its attributes are paths of files",
            elements: Elements::Of(&[DocumentType::Ant]),
            rows: &[
                at("get", "src", Role::LEIRI),
                at("url property loadresource", "url", Role::LEIRI),
                at("http", "url", Role::LEIRI),
                at("link", "href", Role::LEIRI),
                at("typedef taskdef scriptdef macrodef presetdef", "uri", Role::NAMESPACE_NAME),
            ],
        },
        Vocabulary {
            name: "NuGet",
            source: "nuspec reference; the `src` of a file is a path",
            elements: Elements::InOrOf(&["http://schemas.microsoft.com/packaging/*"], &[DocumentType::NuGet]),
            rows: &[text("projectUrl licenseUrl iconUrl", Role::ANY_URI), at("repository", "url", Role::ANY_URI)],
        },
        Vocabulary {
            name: "MSBuild",
            source: "MSBuild reference: properties for packages",
            elements: Elements::InOrOf(
                &["http://schemas.microsoft.com/developer/msbuild/2003"],
                &[DocumentType::MsBuild],
            ),
            rows: &[text("PackageIconUrl PackageLicenseUrl PackageProjectUrl RepositoryUrl", Role::ANY_URI)],
        },
        Vocabulary {
            name: "Android navigation",
            source: "Android Jetpack; other places of Android hold names of resources",
            elements: Elements::Of(&[DocumentType::AndroidNavigation]),
            rows: &[at("deepLink", "app:uri", Role::ANY_URI)],
        },
        Vocabulary {
            name: "AppStream",
            source: "AppStream specification",
            elements: Elements::Of(&[DocumentType::AppStream]),
            rows: &[text("url image video", Role::ANY_URI), text("icon", Role::ANY_URI).only_if("type", "remote")],
        },
        Vocabulary {
            name: "GTK interfaces",
            source: "GtkBuilder",
            elements: Elements::Of(&[DocumentType::GtkBuilder]),
            rows: &[text("property", Role::ANY_URI).only_if("name", "uri website")],
        },
        Vocabulary {
            name: "Shared MIME-info",
            source: "Shared MIME-info specification",
            elements: Elements::In(&["http://www.freedesktop.org/standards/shared-mime-info"]),
            rows: &[at("root-XML", "namespaceURI", Role::NAMESPACE_NAME)],
        },
        Vocabulary {
            name: "Devhelp",
            source: "Devhelp 2",
            elements: Elements::InOrOf(&["http://www.devhelp.net/book"], &[DocumentType::Devhelp]),
            rows: &[at("book sub keyword function", "link", Role::LEIRI), at("book", "online", Role::LEIRI)],
        },
        Vocabulary {
            name: "Java Web Start",
            source: "JSR 56",
            elements: Elements::Of(&[DocumentType::Jnlp]),
            rows: &[at("jnlp", "codebase", Role::LEIRI), at("*", "href", Role::LEIRI)],
        },
    ],
};
