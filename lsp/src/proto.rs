//! Between the types of the core and of the protocol: the only modules that know both.

pub mod from_proto;
pub mod navigation;
mod positions;
pub mod to_proto;
