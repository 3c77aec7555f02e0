//! The table of all rules. To add one, add its pair of files, its module in `rules.rs`, and a line here.

use crate::rules::rule::{Group, Rule, Severity, Subject};

/// Passes the table to `$reader`. The module of a rule has the name of its page, and contains its check unless the line
/// does.
///
/// A rule may follow a safe fix if the text after the fix may violate it as a warning or an error. An encoding adds
/// left-to-right characters, which change the display of right-to-left neighbors, and `%`, which some components do not
/// allow and which makes a host label longer. A removal can move whitespace to the edge, and a decoding can make an IPv6
/// address without brackets. An encoding in an authority can change what a parser accepts, and one between two
/// percent-encodings joins them. A test of safe fixes compares all rules.
macro_rules! rules {
    ($reader:ident) => {
        $reader! {
            BROKEN_PERCENT "broken-percent" broken_percent: Syntax Error Reference [NO_LEIRI];
            STRAY_BRACKET "stray-bracket" stray_bracket: Syntax Error Reference [NO_LEIRI];
            SECOND_FRAGMENT "second-fragment" second_fragment: Syntax Error Reference [NO_LEIRI];
            BAD_SCHEME "bad-scheme" bad_scheme: Syntax Error Reference [NO_LEIRI];
            BAD_HOST "bad-host" bad_host: Syntax Error Reference [NO_LEIRI] may_follow_fix;
            BAD_PORT "bad-port" bad_port: Syntax Error Reference [NO_LEIRI];
            BAD_USERINFO "bad-userinfo" bad_userinfo: Syntax Error Reference [NO_LEIRI];
            SURROGATE "surrogate" surrogate: Syntax Error Markup [DECODE_ISSUE];
            NON_XML_CHARACTER "non-xml-character" non_xml_character: Syntax Error Markup [DECODE_ISSUE | NO_LEIRI];
            RAW_AMPERSAND "raw-ampersand" raw_ampersand: Syntax Error Markup [DECODE_ISSUE];

            LEIRI_SPACE "leiri-space" leiri_space: Leiri Warning Reference [LEIRI_ASCII];
            // ucschar = … / "<" / ">" / %x22 / …                                      LEIRI Note section 3
            LEIRI_DELIMITER "leiri-delimiter" leiri_delimiter: Leiri Warning Reference [LEIRI_ASCII]
                = |context, out| leiri::flag_runs(context, out, LeiriGroup::Delimiter);
            // ucschar = … / "{" / "}" / "|" / "\" / "^" / "`" / …                       LEIRI Note section 3
            LEIRI_UNWISE "leiri-unwise" leiri_unwise: Leiri Warning Reference [LEIRI_ASCII]
                = |context, out| leiri::flag_runs(context, out, LeiriGroup::Unwise);
            LEIRI_CONTROL "leiri-control" leiri_control: Leiri Warning Reference [LEIRI_ASCII | LEIRI_GROUPED];
            // "IRIs MUST NOT contain bidirectional formatting characters (LRM, RLM, LRE, RLE, LRO, RLO, and PDF)": RFC 3987
            // section 4.1, although its `ucschar` allows them.
            LEIRI_BIDI_FORMATTING "leiri-bidi-formatting" leiri_bidi_formatting: Leiri Warning Reference [LEIRI_GROUPED]
                = |context, out| leiri::flag_accidents(context, out, LeiriGroup::BidiFormatting);
            // ucschar = … / %xE000-FFFD / …; an IRI allows up to U+FFEF                 LEIRI Note section 3
            LEIRI_SPECIAL "leiri-special" leiri_special: Leiri Warning Reference [LEIRI_GROUPED]
                = |context, out| leiri::flag_accidents(context, out, LeiriGroup::Special);
            LEIRI_PRIVATE_USE "leiri-private-use" leiri_private_use: Leiri Warning Reference [LEIRI_GROUPED];
            LEIRI_TAG "leiri-tag" leiri_tag: Leiri Warning Reference [LEIRI_GROUPED];
            // ucschar = … / %x10000-10FFFF; an IRI excludes the last two of each plane   LEIRI Note section 3
            LEIRI_NONCHARACTER "leiri-noncharacter" leiri_noncharacter: Leiri Warning Reference [LEIRI_GROUPED]
                = |context, out| leiri::flag_accidents(context, out, LeiriGroup::Noncharacter);
            BACKSLASH_PATH "backslash-path" backslash_path: Leiri Warning Reference [LEIRI_ASCII];
            EDGE_WHITESPACE "edge-whitespace" edge_whitespace: Leiri Warning Edges [LEIRI_ASCII] may_follow_fix;

            NON_URI_CHARACTER "non-uri-character" non_uri_character: UriOnly Off Reference [NON_ASCII];

            MIXED_DIRECTION "mixed-direction" mixed_direction: Bidi Warning Reference [RIGHT_TO_LEFT] may_follow_fix;
            RTL_EDGE "rtl-edge" rtl_edge: Bidi Warning Reference [RIGHT_TO_LEFT] may_follow_fix;
            IDNA_BIDI "idna-bidi" idna_bidi: Bidi Warning Reference
                [RIGHT_TO_LEFT | BIDI_CONTROL | A_LABEL] may_follow_fix;
            BIDI_TWIN "bidi-twin" bidi_twin: Bidi Warning Reference [RIGHT_TO_LEFT | BIDI_CONTROL] may_follow_fix;
            DISPLACED_HOST "displaced-host" displaced_host: Bidi Warning Reference
                [RIGHT_TO_LEFT | BIDI_CONTROL | A_LABEL] may_follow_fix;
            ENCODED_BIDI_FORMATTING "encoded-bidi-formatting" encoded_bidi_formatting: Bidi Warning Reference
                [HIGH_ENCODING] may_follow_fix;
            INVISIBLE_CHARACTER "invisible-character" invisible_character: Bidi Warning Reference [INVISIBLE];

            NOT_NFC "not-nfc" not_nfc: Unicode Information Reference [NFC_SUSPECT];
            COMPATIBILITY_CHARACTER "compatibility-character" compatibility_character: Unicode Hint Reference
                [COMPATIBILITY | DELIMITER_LOOK_ALIKE];
            MIXED_SCRIPT "mixed-script" mixed_script: Unicode Warning Reference [MIXED_WORD | A_LABEL];
            LOOK_ALIKE "look-alike" look_alike: Unicode Warning Reference [CONFUSABLE_NAME | A_LABEL];
            HOST_LOOK_ALIKE "host-look-alike" host_look_alike: Unicode Warning Reference [HOST_RESTRICTED | A_LABEL];
            RESTRICTED_HOST_CHARACTER "restricted-host-character" restricted_host_character: Unicode Information Reference
                [HOST_RESTRICTED | A_LABEL];
            UNASSIGNED_CHARACTER "unassigned-character" unassigned_character: Unicode Hint Reference [UNASSIGNED];

            PERCENT_NOT_UTF8 "percent-not-utf8" percent_not_utf8: Style Information Reference [HIGH_ENCODING];
            DOUBLE_ENCODED "double-encoded" double_encoded: Style Hint Reference [ENCODED_PERCENT];
            NEEDLESS_PERCENT "needless-percent" needless_percent: Style Hint Reference [UNRESERVED_ENCODING];
            LOWERCASE_PERCENT "lowercase-percent" lowercase_percent: Style Hint Reference
                [LOWERCASE_ENCODING] may_follow_fix;
            UPPERCASE_SCHEME "uppercase-scheme" uppercase_scheme: Style Hint Reference [UPPER_SCHEME];
            UPPERCASE_HOST "uppercase-host" uppercase_host: Style Hint Reference [UPPER_AUTHORITY];
            EMPTY_PORT "empty-port" empty_port: Style Hint Reference [ODD_PORT];
            DEFAULT_PORT "default-port" default_port: Style Hint Reference [ODD_PORT];
            PORT_LEADING_ZERO "port-leading-zero" port_leading_zero: Style Hint Reference [ODD_PORT];
            DOT_SEGMENTS "dot-segments" dot_segments: Style Hint Reference [DOTTED_SEGMENT];
            PASSWORD "password" password: Style Information Reference [ODD_USERINFO];

            HOST_PERCENT "host-percent" host_percent: Scheme Warning Reference [ENCODED_AUTHORITY] may_follow_fix;
            BAD_IDNA "bad-idna" bad_idna: Scheme Warning Reference [HOST_IDNA_WORK | A_LABEL];
            HOST_LENGTH "host-length" host_length: Scheme Information Reference [LONG_HOST] may_follow_fix;
            MISLEADING_USERINFO "misleading-userinfo" misleading_userinfo: Scheme Warning Reference [ODD_USERINFO];
            PARSERS_DISAGREE "parsers-disagree" parsers_disagree: Scheme Warning Reference
                [LEIRI_ASCII | INVISIBLE | NO_LEIRI | ODD_AUTHORITY | HOST_IDNA_WORK] may_follow_fix;
            COMMON_MISTAKE "common-mistake" common_mistake: Scheme Warning Reference [MISTAKE] may_follow_fix;
            SCHEME_SYNTAX "scheme-syntax" scheme_syntax: Scheme Warning Reference [OWN_GRAMMAR] may_follow_fix;

            RELATIVE_NAMESPACE "relative-namespace" relative_namespace: Place Information Reference [RELATIVE];
            UNEVEN_PAIRS "uneven-pairs" uneven_pairs: Place Error Reference [PAIRS];
            UNWANTED_FRAGMENT "unwanted-fragment" unwanted_fragment: Place Error Reference [UNWANTED_FRAGMENT];
            MUST_BE_ABSOLUTE "must-be-absolute" must_be_absolute: Place Error Reference [RELATIVE];
            MISSING_TARGET "missing-target" missing_target: Place Off Reference [MISSING];
            MISSING_FRAGMENT "missing-fragment" missing_fragment: Place Off Reference [MISSING_FRAGMENT];
            SCHEMA_NOT_LOADED "schema-not-loaded" schema_not_loaded: Place Information Reference [UNLOADED_SCHEMA];
            UNDECLARED_PREFIX "undeclared-prefix" undeclared_prefix: Place Error Markup [DECODE_ISSUE];
            BAD_DIRECTIVE "bad-directive" bad_directive: Place Error Reference [ROLE];
            UNCLOSED_IRI "unclosed-iri" unclosed_iri: Place Error Reference [ROLE];
            BAD_LOCAL_NAME "bad-local-name" bad_local_name: Place Error Markup [DECODE_ISSUE];
            NAMESPACE_END "namespace-end" namespace_end: Place Information Reference [ROLE];
            OTHER_SPELLING "other-spelling" other_spelling: Place Hint Reference [ROLE];
            UNKNOWN_RULE "unknown-rule" unknown_rule: Place Warning Reference [RULE_NAME];
            UNUSED_SUPPRESSION "unused-suppression" unused_suppression: Place Information Reference
                [UNUSED_SUPPRESSION];
        }
    };
}

/// Defines a static with the data of each rule.
macro_rules! data {
    ($($rule:ident $name:literal $module:ident: $group:ident $severity:ident $subject:ident
        [$($feature:ident)|+] $($may_follow_fix:ident)? $(= $check:expr)?;)*) => {$(
        pub(crate) static $rule: Rule = Rule {
            name: $name,
            group: Group::$group,
            severity: data!(@severity $severity),
            subject: Subject::$subject,
        };
    )*
        /// Name and page of each rule: apart from the rules, so that a program without pages does not contain them.
        pub(super) static PAGES: &[(&str, &str)] = &[$(($name, include_str!(concat!(stringify!($module), ".md")))),*];
    };
    (@severity Off) => { None };
    (@severity $severity:ident) => { Some(Severity::$severity) };
}

rules!(data);
pub(super) use rules;
