//! The pipes of joined runs: our ends of them.

use std::cell::{Ref, RefCell};
use std::fs::File;
use std::io::{ErrorKind, Write};
use std::ops::ControlFlow;
use std::os::fd::{AsFd, AsRawFd, OwnedFd};

use nix::fcntl::{FcntlArg, OFlag, fcntl, open};
use nix::poll::PollFlags;
use nix::sys::stat::Mode;
use nix::unistd::pipe2;

use crate::error::Error;
use crate::spec::Sink;
use crate::watch::pipes::{READS, WRITES, open_by_name, read};
use crate::watch::{Wanted, Watch};

/// Our end of what a run reads, and what waits to go there.
pub(crate) struct Feed(RefCell<Inner>);

pub(super) struct Inner {
    /// `None` once its reader is gone, or nothing more will come.
    pipe: Option<File>,
    waiting: Vec<u8>,
    /// Nothing more will come.
    ended: bool,
}

impl Feed {
    /// The feed, and the end that is read.
    pub(crate) fn make() -> Result<(Self, OwnedFd), Error> {
        let (read, write) = pipe(READS)?;
        unblock(&write)?;
        let pipe = Some(File::from(write));
        Ok((Self(RefCell::new(Inner { pipe, waiting: Vec::new(), ended: false })), read))
    }

    pub(super) fn is_waiting(&self) -> bool {
        let inner = self.0.borrow();
        inner.pipe.is_some() && !inner.waiting.is_empty()
    }

    /// Nobody reads any more, or nothing more comes.
    pub(super) fn is_closed(&self) -> bool {
        self.0.borrow().pipe.is_none()
    }

    pub(crate) fn push(&self, piece: &[u8]) {
        let mut inner = self.0.borrow_mut();
        if inner.pipe.is_some() {
            inner.waiting.extend_from_slice(piece);
        }
    }

    /// What is waiting still goes.
    pub(super) fn end(&self) {
        self.0.borrow_mut().ended = true;
    }

    /// Passes on what its reader takes; closes it when that was all, or when nobody reads it.
    pub(super) fn pass(&self) -> Result<(), Error> {
        let mut inner = self.0.borrow_mut();
        let Inner { pipe, waiting, ended } = &mut *inner;
        while let Some(file) = pipe.as_mut().filter(|_| !waiting.is_empty()) {
            match file.write(waiting) {
                Ok(len) => drop(waiting.drain(..len)),
                Err(error) if error.kind() == ErrorKind::WouldBlock => return Ok(()),
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) if error.kind() == ErrorKind::BrokenPipe => *pipe = None,
                Err(error) => return Err(Error::io("pass on what a run printed")(error)),
            }
        }
        if *ended {
            *pipe = None;
        }
        Ok(())
    }

    pub(super) fn look(&self) -> Ref<'_, Inner> {
        self.0.borrow()
    }
}

impl Inner {
    /// Room in the pipe, if something waits to go there.
    pub(super) fn wanted(&self) -> Wanted<'_> {
        let pipe = self.pipe.as_ref().filter(|_| !self.waiting.is_empty())?;
        Some((pipe.as_fd(), PollFlags::POLLOUT))
    }
}

/// Our end of a pipe that a run opens by name and writes to.
pub(crate) struct Outlet<'a> {
    /// `None` once everybody has closed the other end.
    pipe: Option<File>,
    /// The other end, held until something has come: before, nobody may have opened it.
    held: Option<OwnedFd>,
    sink: &'a mut dyn Sink,
}

impl<'a> Outlet<'a> {
    /// The outlet, and what its writer opens by name.
    pub(crate) fn make(sink: &'a mut dyn Sink) -> Result<(Self, OwnedFd), Error> {
        let (read, write) = pipe(WRITES)?;
        unblock(&read)?;
        let name = by_name(&write)?;
        Ok((Self { pipe: Some(File::from(read)), held: Some(write), sink }, name))
    }

    pub(super) fn is_closed(&self) -> bool {
        self.pipe.is_none()
    }

    /// Something to read, or the end.
    pub(super) fn wanted(&self) -> Wanted<'_> {
        Some((self.pipe.as_ref()?.as_fd(), PollFlags::POLLIN))
    }

    /// Its writer has ended: what it wrote is all that comes.
    pub(super) fn release(&mut self) {
        self.held = None;
    }

    /// Takes what has come, counts it as output of its writer, and hands it on. Whether there was something.
    pub(super) fn take(
        &mut self,
        writer: &mut Watch<'_>,
        feed: &Feed,
        buffer: &mut [u8],
    ) -> Result<bool, Error> {
        let Some(piece) = read(&mut self.pipe, buffer)? else { return Ok(false) };
        if !piece.is_empty() {
            self.release();
        }
        let kept = writer.count(piece);
        feed.push(kept);
        let wish = if kept.is_empty() { ControlFlow::Continue(()) } else { self.sink.write(kept) };
        writer.obey(wish, kept.len() < piece.len());
        Ok(self.pipe.is_some())
    }
}

/// The end that is read, the end that is written.
fn pipe(mode: u32) -> Result<(OwnedFd, OwnedFd), Error> {
    let (read, write) = pipe2(OFlag::O_CLOEXEC).map_err(Error::os("make a pipe"))?;
    open_by_name(&read, mode)?;
    Ok((read, write))
}

fn unblock(end: &OwnedFd) -> Result<(), Error> {
    fcntl(end, FcntlArg::F_SETFL(OFlag::O_NONBLOCK)).map(drop).map_err(Error::os("make a pipe"))
}

/// A descriptor of that end which neither reads nor writes nor holds the pipe open: who has it can open the end as
/// `/dev/fd/N`, as often as it likes.
pub(crate) fn by_name(end: &OwnedFd) -> Result<OwnedFd, Error> {
    let path = format!("/proc/self/fd/{}", end.as_raw_fd());
    open(path.as_str(), OFlag::O_PATH | OFlag::O_CLOEXEC, Mode::empty()).map_err(Error::os("name a pipe"))
}
