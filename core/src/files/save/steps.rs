//! The operations of a save at which a disk can be full or a process can be killed. Tests make each of them fail.

use std::fs::File;
use std::io::{self, Write};

/// Writes all `bytes` at the current position of `file`.
pub fn write(file: &mut File, bytes: &[u8]) -> io::Result<()> {
    // A full disk may store the first part.
    #[cfg(test)]
    before("write").inspect_err(|_| faults::write_half(file, bytes))?;
    file.write_all(bytes)
}

/// Sets the length of `file`.
pub fn set_len(file: &File, length: u64) -> io::Result<()> {
    before("set_len")?;
    file.set_len(length)
}

/// Syncs `file` to the disk.
pub fn sync(file: &File) -> io::Result<()> {
    before("sync")?;
    file.sync_all()
}

/// Called before each operation, with its name.
#[cfg(not(test))]
#[allow(clippy::unnecessary_wraps)] // As in tests.
pub const fn before(_operation: &str) -> io::Result<()> {
    Ok(())
}

/// Returns whether the process was killed, so that nothing may be tidied up.
#[cfg(not(test))]
pub const fn is_killed() -> bool {
    false
}

#[cfg(test)]
pub use faults::{before, is_killed};

/// Faults of the current thread.
#[cfg(test)]
pub mod faults {
    use std::cell::{Cell, RefCell};
    use std::fs::File;
    use std::io::{self, Write};

    /// What happens at an operation.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Fault {
        /// This operation fails; the next ones succeed, so that the save can tidy up.
        Fails(io::ErrorKind),
        /// The process ends: no later operation has an effect.
        Kill,
    }

    type Interference = Box<dyn Fn()>;

    thread_local! {
        static PLANNED: Cell<Option<(usize, Fault)>> = const { Cell::new(None) };
        static KILLED: Cell<bool> = const { Cell::new(false) };
        static INTERFERENCE: RefCell<Option<(&'static str, Interference)>> = const { RefCell::new(None) };
    }

    /// Plans `fault` for the operation with index `number`, and runs `save`. Returns its result and whether the operation
    /// was reached.
    pub fn with<T>(number: usize, fault: Fault, save: impl FnOnce() -> T) -> (T, bool) {
        PLANNED.set(Some((number, fault)));
        let result = save();
        KILLED.set(false);
        (result, PLANNED.replace(None).is_none())
    }

    /// Runs `interfere` before the first operation with the name `operation` within `save`.
    pub fn with_interference<T>(
        operation: &'static str,
        interfere: impl Fn() + 'static,
        save: impl FnOnce() -> T,
    ) -> T {
        INTERFERENCE.set(Some((operation, Box::new(interfere))));
        let result = save();
        assert!(INTERFERENCE.take().is_none(), "the save has no operation {operation}");
        result
    }

    pub fn before(operation: &str) -> io::Result<()> {
        if INTERFERENCE.with_borrow(|planned| planned.as_ref().is_some_and(|(name, _)| *name == operation))
            && let Some((_, interfere)) = INTERFERENCE.take()
        {
            interfere();
        }
        if KILLED.get() {
            return Err(io::Error::other("killed"));
        }
        match PLANNED.get() {
            Some((0, fault)) => {
                PLANNED.set(None);
                KILLED.set(fault == Fault::Kill);
                Err(match fault {
                    Fault::Fails(kind) => kind.into(),
                    Fault::Kill => io::Error::other("killed"),
                })
            }
            Some((number, fault)) => {
                PLANNED.set(Some((number - 1, fault)));
                Ok(())
            }
            None => Ok(()),
        }
    }

    pub fn is_killed() -> bool {
        KILLED.get()
    }

    /// Writes the first half of `bytes`, as the planned fault of this operation.
    pub fn write_half(file: &mut File, bytes: &[u8]) {
        file.write_all(&bytes[..bytes.len() / 2]).expect("the disk of the test has space");
    }
}
