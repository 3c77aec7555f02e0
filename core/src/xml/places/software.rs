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
            rows: &[text(
                "url downloadUrl organizationUrl picUrl archive otherArchive subscribe unsubscribe post",
                Role::ANY_URI,
            )],
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
            name: "CycloneDX",
            source: "CycloneDX 1.6, its XML schema",
            elements: Elements::In(&["http://cyclonedx.org/schema/*"]),
            rows: &[
                text("url endpoint featuredImage socialImage", Role::ANY_URI),
                text("purl", Role::IDENTIFIER_ANY_URI),
                at("bom", "serialNumber", Role::IDENTIFIER_ANY_URI),
            ],
        },
        Vocabulary {
            name: "SPDX license list",
            source: "SPDX license-list-XML, its XML schema",
            elements: Elements::In(&["http://www.spdx.org/license"]),
            rows: &[text("crossRef", Role::ANY_URI)],
        },
        Vocabulary {
            name: "Printers and drivers",
            source: "foomatic-db, its README",
            elements: Elements::Of(&[DocumentType::Foomatic]),
            rows: &[text("url contrib_url licenselink", Role::ANY_URI), at("supportcontact", "url", Role::ANY_URI)],
        },
        Vocabulary {
            name: "Operating systems",
            source: "libosinfo, its RELAX NG schema; programs compare the `id` as a string, and paths are not references",
            elements: Elements::Of(&[DocumentType::Osinfo]),
            rows: &[
                at(
                    "os platform device deployment datamap install-script derives-from clones upgrades script",
                    "id",
                    Role::IDENTIFIER_ANY_URI,
                ),
                at("driver", "location", Role::ANY_URI),
                text("url", Role::ANY_URI),
            ],
        },
        Vocabulary {
            name: "Fritzing parts",
            source: "Fritzing part file format; images are paths",
            elements: Elements::Of(&[DocumentType::Fritzing]),
            rows: &[text("url", Role::ANY_URI)],
        },
        Vocabulary {
            name: "gLabels templates",
            source: "gLabels template DTD",
            elements: Elements::InOrOf(
                &["http://glabels.org/xmlns/*", "http://snaught.com/glabels/*"],
                &[DocumentType::Glabels],
            ),
            rows: &[at("Meta", "product_url", Role::ANY_URI)],
        },
        Vocabulary {
            name: "Help of PowerShell and Windows",
            source: "Microsoft Assistance Markup Language 2004",
            elements: Elements::In(&["http://schemas.microsoft.com/maml/*"]),
            rows: &[text("uri", Role::ANY_URI)],
        },
        Vocabulary {
            name: "WPF",
            source: "XAML, properties of the type `System.Uri`: paths in a program, with or without encodings",
            elements: Elements::In(&["http://schemas.microsoft.com/winfx/2006/xaml/presentation"]),
            rows: &[
                at("BitmapImage", "UriSource", Role::PATH),
                at("Frame Image MediaElement ResourceDictionary", "Source", Role::PATH),
                at("Hyperlink", "NavigateUri", Role::PATH),
                at("Application", "StartupUri", Role::PATH),
            ],
        },
        Vocabulary {
            name: "Java Web Start",
            source: "JSR 56",
            elements: Elements::Of(&[DocumentType::Jnlp]),
            rows: &[at("jnlp", "codebase", Role::LEIRI), at("*", "href", Role::LEIRI)],
        },
    ],
};
