//! Blobs as they are kept: one zstd frame, checked by hash when it is made and when it is read.

use std::io::{self, Read, Write};

use problem::Hash;
use sha2::{Digest as _, Sha256};

use super::MAX_BYTES;
use crate::{Error, Result};

/// Of zstd's levels the one that packs test data at the speed of a disk.
pub(super) const LEVEL: i32 = 3;

pub(super) struct Packed {
    /// Bytes before packing.
    pub size: u64,
    /// One zstd frame.
    pub bytes: Vec<u8>,
}

/// On the blocking pool: a hundred megabytes of test data take a second.
pub(super) async fn blocking<T: Send + 'static>(
    hash: Hash,
    work: impl FnOnce() -> Result<T> + Send + 'static,
) -> Result<T> {
    let joined = tokio::task::spawn_blocking(work).await;
    joined.map_err(|panic| Error::Io { hash, source: io::Error::other(panic) })?
}

pub(super) fn pack(hash: Hash, content: impl Read) -> Result<Packed> {
    let failed = |source| Error::Io { hash, source };
    let mut encoder = zstd::Encoder::new(Vec::new(), LEVEL).map_err(failed)?;
    let mut hashed = Hashed { to: &mut encoder, digest: Sha256::new() };
    let size = io::copy(&mut content.take(MAX_BYTES + 1), &mut hashed).map_err(failed)?;
    let found = hashed.hash();
    if size > MAX_BYTES {
        let most = MAX_BYTES >> 20;
        return Err(Error::Invalid(format!(
            "a file is larger than {most} MiB, the most that is stored (blob {hash})"
        )));
    }
    if found != hash {
        return Err(Error::Damaged { hash });
    }
    Ok(Packed { size, bytes: encoder.finish().map_err(failed)? })
}

pub(super) fn unpack<W: Write>(hash: Hash, packed: &Packed, mut to: W) -> Result<W> {
    let decoder = zstd::Decoder::new(packed.bytes.as_slice()).map_err(|_| Error::Damaged { hash })?;
    let mut source = Frame { decoder: decoder.take(packed.size + 1), damaged: false };
    let mut hashed = Hashed { to: &mut to, digest: Sha256::new() };
    let copied = io::copy(&mut source, &mut hashed);
    let found = hashed.hash();
    match copied {
        Ok(size) if size == packed.size && found == hash => Ok(to),
        Err(error) if !source.damaged => Err(Error::Io { hash, source: error }),
        _ => Err(Error::Damaged { hash }),
    }
}

/// Hashes what passes.
struct Hashed<W> {
    to: W,
    digest: Sha256,
}

impl<W> Hashed<W> {
    fn hash(self) -> Hash {
        Hash(self.digest.finalize().into())
    }
}

impl<W: Write> Write for Hashed<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let taken = self.to.write(bytes)?;
        self.digest.update(&bytes[..taken]);
        Ok(taken)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.to.flush()
    }
}

/// Remembers that it was reading that failed: then the blob is damaged. Else the disk written to is at fault.
struct Frame<R> {
    decoder: R,
    damaged: bool,
}

impl<R: Read> Read for Frame<R> {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        self.decoder.read(to).inspect_err(|_| self.damaged = true)
    }
}
