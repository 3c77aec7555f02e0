//! The panes.

/// A part of the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pane {
    /// The reference, a text input.
    Reference,
    /// Findings.
    Findings,
    /// Characters.
    Characters,
    /// Displayed order.
    Direction,
    /// Conversions.
    Conversions,
    /// Bytes of each character.
    Bytes,
    /// What other software opens.
    Parsers,
    /// Resolution against a base.
    Resolution,
    /// Comparison with another reference.
    Comparison,
}

impl Pane {
    /// All panes, in the order of the tab key.
    pub const ALL: [Self; 9] = [
        Self::Reference,
        Self::Findings,
        Self::Characters,
        Self::Direction,
        Self::Conversions,
        Self::Bytes,
        Self::Parsers,
        Self::Resolution,
        Self::Comparison,
    ];

    /// Panes that share the bottom of the screen.
    pub const LOWEST: [Self; 5] = [Self::Conversions, Self::Bytes, Self::Parsers, Self::Resolution, Self::Comparison];

    /// Returns whether it shares the bottom of the screen.
    pub fn is_lowest(self) -> bool {
        Self::LOWEST.contains(&self)
    }

    /// Returns the name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Reference => "reference",
            Self::Findings => "findings",
            Self::Characters => "characters",
            Self::Direction => "direction",
            Self::Conversions => "conversions",
            Self::Bytes => "bytes",
            Self::Parsers => "parsers",
            Self::Resolution => "resolution",
            Self::Comparison => "comparison",
        }
    }

    /// Returns the next pane in the order of the tab key, which skips the reference; the first follows the last.
    pub fn next(self) -> Self {
        self.moved(1)
    }

    /// Returns the previous pane in the order of the tab key.
    pub fn previous(self) -> Self {
        self.moved(Self::ALL.len() - 1)
    }

    fn moved(self, by: usize) -> Self {
        let index = Self::ALL.iter().position(|pane| *pane == self).unwrap_or(0);
        let moved = Self::ALL[(index + by) % Self::ALL.len()];
        if moved == Self::Reference { moved.moved(by) } else { moved }
    }
}
