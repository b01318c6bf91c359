//! What keeper and judge-box say to each other over a SEQPACKET socket: one message a packet, fixed order of fields,
//! descriptors beside it. Both ends are ours and of one build; nothing here is read from an untrusted program, whose
//! descriptors were closed before it started.

use std::ffi::{OsStr, OsString};
use std::io::{self, IoSlice, IoSliceMut};
use std::os::fd::{AsRawFd, BorrowedFd, FromRawFd, OwnedFd, RawFd};
use std::os::unix::ffi::{OsStrExt, OsStringExt};

use nix::errno::Errno;
use nix::sys::socket::{ControlMessage, ControlMessageOwned, MsgFlags, recv, recvmsg, sendmsg};

/// Longest packet: a command line and its names; files travel as descriptors.
pub const MOST_BYTES: usize = 160 << 10;
/// Most descriptors in one packet.
pub const MOST_FDS: usize = 200;

/// What a target tells through its start pipe just before it executes its program: the monotonic clock, and the CPU time
/// that it took to get so far since it was asked, eight bytes of nanoseconds each. If a step fails, its errno follows,
/// four bytes, and its name; the two are zero if it was a step before.
pub const START_BYTES: usize = 16;

/// What a packet from the box means: its first byte.
pub mod say {
    /// judge-box made its user namespace and waits until it is mapped.
    pub const UNSHARED: u8 = b'u';
    /// The root stands.
    pub const BUILT: u8 = b'b';
    /// A run's init is made; its pidfd comes along.
    pub const INIT: u8 = b'i';
    /// The run's working directory comes along.
    pub const WORK: u8 = b'w';
    /// The target waits for its command.
    pub const READY: u8 = b'r';
    /// The program ended: two numbers, `si_code` and `si_status`, then its peak memory and CPU time by rusage, then when
    /// that was, in nanoseconds of the monotonic clock, then how many nanoseconds it had waited
    /// for a core, from its making on, where it used enough time for that to matter.
    pub const EXITED: u8 = b'e';
    /// Init was reaped: nothing of the run is alive.
    pub const GONE: u8 = b'g';
    /// The step of the target that starts the program: when it fails, the program is to blame.
    pub const EXECUTE: &str = "execute the program";
    /// The step that fails where a container keeps filters to itself.
    pub const LOAD_FILTER: &str = "load the filter";
    /// The step that fails where files have no room, or names that exclude each other.
    pub const WRITE_FILES: &str = "write the run's files";
    /// A step failed: errno, name of the step.
    pub const FAILED: u8 = b'f';
}

/// Builds a packet.
#[derive(Default)]
pub struct Packet(Vec<u8>);

impl Packet {
    pub fn new(kind: u8) -> Self {
        Self(vec![kind])
    }

    #[must_use]
    pub fn number(mut self, number: u64) -> Self {
        self.0.extend_from_slice(&number.to_le_bytes());
        self
    }

    #[must_use]
    pub fn text(mut self, text: &OsStr) -> Self {
        self = self.number(text.len() as u64);
        self.0.extend_from_slice(text.as_bytes());
        self
    }

    #[must_use]
    pub fn texts<T: AsRef<OsStr>>(self, texts: &[T]) -> Self {
        let counted = self.number(texts.len() as u64);
        texts.iter().fold(counted, |packet, text| packet.text(text.as_ref()))
    }

    /// # Errors
    /// `EMSGSIZE` when the packet is longer than [`MOST_BYTES`]; what `sendmsg` says.
    pub fn send(&self, socket: BorrowedFd<'_>, fds: &[RawFd]) -> nix::Result<()> {
        if self.0.len() > MOST_BYTES || fds.len() > MOST_FDS {
            return Err(Errno::EMSGSIZE);
        }
        let rights = [ControlMessage::ScmRights(fds)];
        let control = if fds.is_empty() { &rights[..0] } else { &rights[..] };
        let bytes = [IoSlice::new(&self.0)];
        sendmsg::<()>(socket.as_raw_fd(), &bytes, control, MsgFlags::MSG_NOSIGNAL, None).map(drop)
    }
}

/// A packet that came, read field by field in the order in which it was built.
pub struct Received {
    bytes: Vec<u8>,
    at: usize,
    pub fds: Vec<OwnedFd>,
}

/// The next packet; `None` when the other end is closed.
///
/// # Errors
/// What `recvmsg` says; `EMSGSIZE` for a packet that was cut.
pub fn receive(socket: BorrowedFd<'_>) -> nix::Result<Option<Received>> {
    let Some(mut bytes) = room(socket)? else { return Ok(None) };
    let mut control = nix::cmsg_space!([RawFd; MOST_FDS]);
    let (len, fds, cut) = {
        let mut parts = [IoSliceMut::new(&mut bytes)];
        let flags = MsgFlags::MSG_CMSG_CLOEXEC;
        let message = loop {
            match recvmsg::<()>(socket.as_raw_fd(), &mut parts, Some(&mut control), flags) {
                Err(Errno::EINTR) => {}
                other => break other?,
            }
        };
        let mut fds = Vec::new();
        for part in message.cmsgs()? {
            if let ControlMessageOwned::ScmRights(raw) = part {
                // SAFETY: the kernel has just made these descriptors for us; nobody else knows their numbers.
                fds.extend(raw.into_iter().map(|fd| unsafe { OwnedFd::from_raw_fd(fd) }));
            }
        }
        (message.bytes, fds, message.flags.intersects(MsgFlags::MSG_TRUNC | MsgFlags::MSG_CTRUNC))
    };
    if cut {
        return Err(Errno::EMSGSIZE);
    }
    bytes.truncate(len);
    Ok(Some(Received { bytes, at: 1, fds }))
}

/// As many bytes as the next packet has, once it is there; `None` when the other end is closed. Nobody takes it away
/// meanwhile: of the holders of an end only one listens at a time.
fn room(socket: BorrowedFd<'_>) -> nix::Result<Option<Vec<u8>>> {
    loop {
        match recv(socket.as_raw_fd(), &mut [], MsgFlags::MSG_PEEK | MsgFlags::MSG_TRUNC) {
            Err(Errno::EINTR) => {}
            Ok(0) => return Ok(None),
            Ok(len) if len > MOST_BYTES => return Err(Errno::EMSGSIZE),
            Ok(len) => return Ok(Some(vec![0; len])),
            Err(errno) => return Err(errno),
        }
    }
}

impl Received {
    pub fn kind(&self) -> u8 {
        self.bytes[0]
    }

    /// # Errors
    /// `InvalidData` when the packet ends before.
    pub fn number(&mut self) -> io::Result<u64> {
        let bytes = self.take(8)?.try_into().map_err(|_| short())?;
        Ok(u64::from_le_bytes(bytes))
    }

    /// # Errors
    /// `InvalidData` when the packet ends before.
    pub fn text(&mut self) -> io::Result<OsString> {
        let len = usize::try_from(self.number()?).map_err(|_| short())?;
        Ok(OsString::from_vec(self.take(len)?.to_vec()))
    }

    /// # Errors
    /// `InvalidData` when the packet ends before.
    pub fn texts(&mut self) -> io::Result<Vec<OsString>> {
        (0..self.number()?).map(|_| self.text()).collect()
    }

    fn take(&mut self, len: usize) -> io::Result<&[u8]> {
        let end = self.at.checked_add(len).ok_or_else(short)?;
        let piece = self.bytes.get(self.at..end).ok_or_else(short)?;
        self.at = end;
        Ok(piece)
    }
}

fn short() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, "a packet ended too soon")
}

#[cfg(test)]
mod tests {
    use std::os::fd::AsFd;

    use nix::sys::socket::{AddressFamily, SockFlag, SockType, socketpair};

    use super::*;

    #[test]
    fn a_packet_arrives_whole_with_its_descriptors() {
        let (a, b) =
            socketpair(AddressFamily::Unix, SockType::SeqPacket, None, SockFlag::SOCK_CLOEXEC).unwrap();
        let packet = Packet::new(say::READY).number(7).texts(&["one", ""]).text(OsStr::new("end"));
        packet.send(a.as_fd(), &[a.as_raw_fd()]).unwrap();
        let mut got = receive(b.as_fd()).unwrap().unwrap();
        assert_eq!((got.kind(), got.number().unwrap(), got.fds.len()), (say::READY, 7, 1));
        assert_eq!(got.texts().unwrap(), ["one", ""]);
        assert_eq!(got.text().unwrap(), "end");
        assert!(got.number().is_err());
        drop((a, got));
        assert!(receive(b.as_fd()).unwrap().is_none());
    }

    #[test]
    fn a_packet_that_is_too_long_is_refused_where_it_is_made() {
        let (a, _b) =
            socketpair(AddressFamily::Unix, SockType::SeqPacket, None, SockFlag::SOCK_CLOEXEC).unwrap();
        let long = OsString::from_vec(vec![b'x'; MOST_BYTES]);
        assert_eq!(Packet::new(b'x').text(&long).send(a.as_fd(), &[]), Err(Errno::EMSGSIZE));
    }
}
