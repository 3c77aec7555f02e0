//! The panes.

/// A part of the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pane {
    /// The reference, which is typed at.
    Reference,
    /// What is wrong with it.
    Findings,
    /// Its characters.
    Characters,
    /// Where a reader sees them.
    Direction,
    /// What it becomes.
    Conversions,
    /// What it means where it stands.
    Resolution,
    /// It beside a second reference.
    Comparison,
}

impl Pane {
    /// All of them, in the order of the tab key.
    pub const ALL: [Self; 7] = [
        Self::Reference,
        Self::Findings,
        Self::Characters,
        Self::Direction,
        Self::Conversions,
        Self::Resolution,
        Self::Comparison,
    ];

    /// Those that take turns at the bottom.
    pub const LOWEST: [Self; 3] = [Self::Conversions, Self::Resolution, Self::Comparison];

    /// Whether it takes turns with others at the bottom.
    pub fn is_lowest(self) -> bool {
        Self::LOWEST.contains(&self)
    }

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Reference => "reference",
            Self::Findings => "findings",
            Self::Characters => "characters",
            Self::Direction => "direction",
            Self::Conversions => "conversions",
            Self::Resolution => "resolution",
            Self::Comparison => "comparison",
        }
    }

    /// The pane `by` places on in the order of the tab key, round and round.
    pub fn moved(self, by: usize) -> Self {
        let index = Self::ALL.iter().position(|pane| *pane == self).unwrap_or(0);
        Self::ALL[(index + by) % Self::ALL.len()]
    }
}
