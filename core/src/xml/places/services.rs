//! Web services, and signatures and security of their messages.

use crate::rules::Role;
use crate::xml::places::vocabulary::{Elements, Family, Vocabulary, at, text};

pub static SERVICES: Family = Family {
    title: "Services and signatures",
    vocabularies: &[
        Vocabulary {
            name: "WSDL 1.1",
            source: "WSDL 1.1 sections 2 to 4",
            elements: Elements::In(&["http://schemas.xmlsoap.org/wsdl/*"]),
            rows: &[
                at("definitions", "targetNamespace", Role::NAMESPACE_ANY_URI),
                at("*", "namespace", Role::NAMESPACE_ANY_URI),
                at("import address operation", "location", Role::ANY_URI),
                at("binding", "transport", Role::IDENTIFIER_ANY_URI),
                at("operation", "soapAction", Role::IDENTIFIER_ANY_URI),
                at("*", "encodingStyle", Role::IDENTIFIER_LIST),
            ],
        },
        Vocabulary {
            name: "WSDL 2.0",
            source: "WSDL 2.0 part 1",
            elements: Elements::In(&["http://www.w3.org/ns/wsdl"]),
            rows: &[
                at("description", "targetNamespace", Role::NAMESPACE_ANY_URI),
                at("import", "namespace", Role::NAMESPACE_ANY_URI),
                at("import include", "location", Role::ANY_URI),
                at("endpoint", "address", Role::ANY_URI),
                at("binding", "type", Role::IDENTIFIER),
                at("operation", "pattern", Role::IDENTIFIER),
                at("interface operation", "styleDefault style", Role::IDENTIFIER_LIST),
            ],
        },
        Vocabulary {
            name: "WS-Addressing, WS-Policy",
            source: "WS-Addressing 1.0 with its metadata, WS-Policy 1.5",
            elements: Elements::In(&[
                "http://www.w3.org/2005/08/addressing",
                "http://schemas.xmlsoap.org/ws/2004/08/addressing",
                "http://schemas.xmlsoap.org/ws/2004/03/addressing",
                "http://www.w3.org/2007/05/addressing/metadata",
                "http://www.w3.org/2006/05/addressing/wsdl",
                "http://www.w3.org/ns/ws-policy",
                "http://schemas.xmlsoap.org/ws/2004/09/policy",
            ]),
            rows: &[
                text("Action MessageID RelatesTo", Role::IDENTIFIER_ANY_URI),
                text("Address To", Role::ANY_URI),
                at("RelatesTo", "RelationshipType", Role::IDENTIFIER_ANY_URI),
                at("Policy", "Name", Role::IDENTIFIER_ANY_URI),
                at("PolicyReference", "URI Target", Role::ANY_URI),
                at("PolicyReference", "DigestAlgorithm", Role::IDENTIFIER_ANY_URI),
            ],
        },
        Vocabulary {
            name: "WS-SecurityPolicy, WS-Trust",
            source: "WS-SecurityPolicy 1.1 and 1.2, WS-Trust 1.3",
            elements: Elements::In(&[
                "http://docs.oasis-open.org/ws-sx/ws-securitypolicy/*",
                "http://schemas.xmlsoap.org/ws/2005/07/securitypolicy",
                "http://docs.oasis-open.org/ws-sx/ws-trust/*",
                "http://schemas.xmlsoap.org/ws/2005/02/trust",
            ]),
            rows: &[
                at("*", "sp:IncludeToken sp2005:IncludeToken IncludeToken", Role::IDENTIFIER_ANY_URI),
                at("Header", "Namespace", Role::NAMESPACE_ANY_URI),
                text(
                    "CanonicalizationAlgorithm ComputedKeyAlgorithm EncryptWith EncryptionAlgorithm KeyType RequestType \
                     SignWith SignatureAlgorithm TokenType",
                    Role::IDENTIFIER_ANY_URI,
                ),
            ],
        },
        Vocabulary {
            name: "Synapse",
            source: "Apache Synapse configuration language: endpoints",
            elements: Elements::In(&[
                "http://ws.apache.org/ns/synapse",
                "http://synapse.apache.org/ns/2010/04/configuration",
            ]),
            rows: &[at("address wsdl", "uri", Role::ANY_URI), at("http", "uri-template", Role::ANY_URI)],
        },
        Vocabulary {
            name: "CXF",
            source: "Apache CXF, the schemas of its configuration",
            elements: Elements::In(&[
                "http://cxf.apache.org/jaxws",
                "http://cxf.apache.org/jaxrs",
                "http://cxf.apache.org/simple",
                "http://cxf.apache.org/blueprint/*",
            ]),
            rows: &[
                at("client endpoint server", "address", Role::ANY_URI),
                at("client endpoint server", "wsdlLocation publishedEndpointUrl", Role::ANY_URI),
            ],
        },
        Vocabulary {
            name: "Signatures and encryption",
            source: "XML Signature 1.1, XML Encryption 1.1",
            elements: Elements::In(&[
                "http://www.w3.org/2000/09/xmldsig#",
                "http://www.w3.org/2009/xmldsig11#",
                "http://www.w3.org/2001/04/xmlenc#",
                "http://www.w3.org/2009/xmlenc11#",
                "http://www.w3.org/2001/10/xml-exc-c14n#",
            ]),
            rows: &[
                at("*", "URI", Role::ANY_URI),
                at("*", "Algorithm", Role::IDENTIFIER),
                at("*", "Encoding Type", Role::IDENTIFIER_ANY_URI),
            ],
        },
        Vocabulary {
            name: "SAML",
            source: "SAML 2.0",
            elements: Elements::In(&["urn:oasis:names:tc:SAML:*"]),
            rows: &[
                at("*", "Destination Location ResponseLocation", Role::ANY_URI),
                at(
                    "*",
                    "Binding Consent Format NameFormat NameQualifier Namespace Reason Resource SPNameQualifier \
                     affiliationOwnerID entityID",
                    Role::IDENTIFIER_ANY_URI,
                ),
                at("*", "protocolSupportEnumeration", Role::IDENTIFIER_LIST),
                at("AuthnRequest", "AssertionConsumerServiceURL", Role::ANY_URI),
                at("AuthnRequest", "ProtocolBinding", Role::IDENTIFIER_ANY_URI),
                at("IDPEntry", "ProviderID", Role::IDENTIFIER_ANY_URI),
                at("IDPEntry", "Loc", Role::ANY_URI),
                at("EncryptionMethod", "Algorithm", Role::IDENTIFIER),
                at("StatusCode", "Value", Role::IDENTIFIER_ANY_URI),
                at("SubjectConfirmation", "Method", Role::IDENTIFIER_ANY_URI),
                text(
                    "AffiliateMember AssertionURIRef AttributeProfile Audience AuthenticatingAuthority \
                     AuthnContextClassRef AuthnContextDeclRef NameIDFormat RequesterID",
                    Role::IDENTIFIER_ANY_URI,
                ),
                text("AdditionalMetadataLocation GetComplete OrganizationURL", Role::ANY_URI),
            ],
        },
        Vocabulary {
            name: "SOAP and WSDL attributes",
            source: "SOAP 1.1, SOAP 1.2, WSDL 1.1",
            elements: Elements::All,
            rows: &[
                at("*", "soap:encodingStyle soap12:encodingStyle", Role::IDENTIFIER_LIST),
                at("*", "soap:actor soap12:role", Role::IDENTIFIER_ANY_URI),
                at("*", "wsam:Action wsaw:Action", Role::IDENTIFIER_ANY_URI),
            ],
        },
    ],
};
