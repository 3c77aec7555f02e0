//! labels: 63 octets or less; names: 255 octets or less, 253 as they are written   RFC 1035 section 2.3.4

use crate::reference::idna::{self, LONGEST_DNS_LABEL};
use crate::rules::context::{Context, FindingSink};
use crate::rules::features::Features;
use crate::rules::host_label::HostLabel;

const NAME: usize = 253;

pub(super) fn check(context: &Context<'_, '_>, out: &mut FindingSink<'_>) {
    let Some(host) = context.reference.reg_name() else { return };
    if !idna::has_dns_host(context.reference) {
        return;
    }
    let labels = context.host_labels();
    if is_surely_short(labels, context) {
        return;
    }
    let mut name = 0;
    for (index, (label, length)) in labels.iter().zip(context.label_lengths()).enumerate() {
        // A label that IDNA rejects has at least as many bytes as characters.
        let length = length.unwrap_or_else(|| label.written.chars().count());
        // A final dot is that of the root and does not count.
        let is_root = label.written.is_empty() && index + 1 == labels.len();
        name += length + usize::from(index > 0 && !is_root);
        if length > LONGEST_DNS_LABEL {
            out.flag(label.span, format!("host label is {length} bytes long (DNS maximum: {LONGEST_DNS_LABEL})"));
        }
    }
    if name > NAME {
        out.flag(host, format!("host name is {name} bytes long (DNS maximum: {NAME})"));
    }
}

/// Returns whether an estimate is enough to know that nothing is too long.
fn is_surely_short(labels: &[HostLabel<'_>], context: &Context<'_, '_>) -> bool {
    let mut name = 0;
    !context.features.intersects(Features::HOST_IDNA_WORK)
        && labels.iter().all(|label| {
            let length = idna::a_label_length_at_most(label.written);
            name += length + 1;
            length <= LONGEST_DNS_LABEL && name <= NAME
        })
}
