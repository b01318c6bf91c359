//! How much a package may be. Larger ones are refused before, or while, they are unpacked.

/// Files and folders.
pub(super) const ENTRIES: usize = 100_000;
/// Folders in folders.
pub(super) const DEPTH: usize = 32;
/// Bytes of one file.
pub(super) const FILE: u64 = 1 << 30;
/// Bytes of all files together.
pub(super) const TOTAL: u64 = 4 << 30;
/// A deflated byte becomes at most 1,032; test data full of zeros is honest and comes close to that. So any ratio is
/// taken up to these sizes …
pub(super) const FILE_AT_ANY_RATIO: u64 = 128 << 20;
pub(super) const TOTAL_AT_ANY_RATIO: u64 = 1 << 30;
/// … and above them this many bytes out of one.
pub(super) const RATIO: u64 = 250;
/// Bytes of a YAML file, a statement, a description: what is read into memory.
pub(super) const TEXT: u64 = 1 << 20;
/// Bytes of a link's target: PATH_MAX.
pub(super) const LINK: u64 = 4_096;
/// Bytes of what a tar archive says about one file: its long name, its attributes.
pub(super) const TAR_HEADER: u64 = 64 << 10;
/// Links followed on the way to one file, as in the kernel.
pub(super) const HOPS: usize = 40;
