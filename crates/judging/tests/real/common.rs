//! A problem in memory, and slots of this machine.

use std::collections::{BTreeMap, HashMap};
use std::fs::File;
use std::io::{self, Seek, Write};
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, LazyLock};

use judging::{
    Cache, CaseResult, Error, Event, Judged, OutputTrial, Said, Slot, Source, Stop, Task, Toolchains, judge,
};
use problem::version::{Grader, GraderProtocol, Interactor, InteractorProtocol, Protocol, TestNode};
use problem::{Blobs, Hash, Limits, OutputValidator, Program, TestCase, TestGroup, Verdict, Version};
use sandbox::{Grade, Host};

struct Machine {
    host: Arc<Host>,
    toolchains: Arc<Toolchains>,
    cache: Arc<Cache>,
}

static MACHINE: LazyLock<Machine> = LazyLock::new(|| {
    let host = Arc::new(Host::detect().expect("this machine can run boxes"));
    let toolchains = Arc::new(Toolchains::new(Arc::clone(&host)));
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("judging-cache");
    let cache = Arc::new(Cache::open(folder, 1 << 30).expect("a cache folder"));
    Machine { host, toolchains, cache }
});

static SLOTS: AtomicU32 = AtomicU32::new(0);

/// With control groups the kernel kills who exceeds the memory limit; without them an allocation fails.
pub(crate) fn kernel_counts_memory() -> bool {
    MACHINE.host.grade() == Grade::Full
}

/// A slot of its own, with the cache that all tests share.
pub(crate) fn slot() -> Slot {
    slot_with(Arc::clone(&MACHINE.cache))
}

pub(crate) fn slot_with(cache: Arc<Cache>) -> Slot {
    let number = SLOTS.fetch_add(1, Ordering::Relaxed);
    Slot::new(Arc::clone(&MACHINE.host), Arc::clone(&MACHINE.toolchains), cache, number)
}

/// Blobs in memory.
#[derive(Default)]
pub(crate) struct Memory(HashMap<Hash, Vec<u8>>);

impl Memory {
    pub(crate) fn add(&mut self, bytes: impl Into<Vec<u8>>) -> Hash {
        let bytes = bytes.into();
        let hash = Hash::of(&bytes);
        self.0.insert(hash, bytes);
        hash
    }
}

impl Blobs for Memory {
    fn open(&self, hash: Hash) -> io::Result<File> {
        let bytes = self.0.get(&hash).ok_or(io::ErrorKind::NotFound)?;
        let mut file = tempfile::tempfile()?;
        file.write_all(bytes)?;
        file.rewind()?;
        Ok(file)
    }
}

/// A problem that a test makes up.
pub(crate) struct Problem {
    pub(crate) version: Version,
    pub(crate) blobs: Memory,
}

impl Problem {
    /// Cases are input and answer; the first is a sample.
    pub(crate) fn new(cases: &[(&str, &str)]) -> Self {
        let mut blobs = Memory::default();
        let mut children = Vec::new();
        // Secret ones first: judging has to put them in order.
        for (number, (input, answer)) in cases.iter().enumerate().rev() {
            let sample = number == 0;
            let folder = if sample { "sample" } else { "secret" };
            let (input, answer) = (blobs.add(*input), blobs.add(*answer));
            let case = TestCase::new(format!("{folder}/{number}"), input, answer);
            children.push(TestNode::Case(TestCase { sample, ..case }));
        }
        let version = Version {
            names: BTreeMap::from([("en".into(), "Made up".into())]),
            tests: TestGroup { children, ..TestGroup::default() },
            ..Version::new("made-up".parse().expect("a slug"))
        };
        Self { version, blobs }
    }

    /// One case with an input and an answer.
    pub(crate) fn one(input: &str, answer: &str) -> Self {
        Self::new(&[(input, answer)])
    }

    pub(crate) fn limits(mut self, change: impl FnOnce(&mut Limits)) -> Self {
        change(&mut self.version.limits);
        self
    }

    /// Of the whole problem, with a second of validation time.
    pub(crate) fn grader(mut self, language: &str, name: &str, source: &str, args: &[&str]) -> Self {
        let files = BTreeMap::from([(name.to_owned(), self.blobs.add(source))]);
        let program = Program { path: format!("graders/{name}"), language: language.into(), files };
        let args = args.iter().map(|&arg| arg.to_owned()).collect();
        self.version.tests.rules.grader = Some(Grader { program, args, protocol: GraderProtocol::Verdicts });
        self.limits(|limits| limits.validation_time_ms = 1000)
    }

    pub(crate) fn validator(mut self, language: &str, name: &str, source: &str, args: &[&str]) -> Self {
        let files = BTreeMap::from([(name.to_owned(), self.blobs.add(source))]);
        let program = Program { path: format!("output_validator/{name}"), language: language.into(), files };
        let args = args.iter().map(|&arg| arg.to_owned()).collect();
        self.version.output_validator = OutputValidator::Program { program, protocol: Protocol::Icpc, args };
        self
    }

    /// An interactor that alone decides.
    pub(crate) fn interactor(mut self, language: &str, source: &str, protocol: InteractorProtocol) -> Self {
        let ending = if language == "python3" { "py" } else { language };
        let name = format!("interactor.{ending}");
        let files = BTreeMap::from([(name.clone(), self.blobs.add(source))]);
        let program = Program { path: format!("interactor/{name}"), language: language.into(), files };
        let interactor = Interactor { program, protocol, args: Vec::new(), processes: 1 };
        self.version.interactor = Some(interactor);
        self.version.output_validator = OutputValidator::Interactor;
        self
    }

    pub(crate) fn version(mut self, change: impl FnOnce(&mut Version)) -> Self {
        change(&mut self.version);
        self
    }

    /// The validator is called by this protocol.
    pub(crate) fn protocol(mut self, called: Protocol) -> Self {
        if let OutputValidator::Program { protocol, .. } = &mut self.version.output_validator {
            *protocol = called;
        }
        self
    }

    /// Changes every case.
    pub(crate) fn cases(mut self, change: impl Fn(&mut TestCase)) -> Self {
        for child in &mut self.version.tests.children {
            if let TestNode::Case(case) = child {
                change(case);
            }
        }
        self
    }

    /// What is said of an output for the first case.
    pub(crate) fn said(&self, slot: &mut Slot, output: &[u8]) -> Said {
        let case = self.version.cases()[0];
        let tried = OutputTrial::prepare(slot, &self.version, &self.blobs).expect("prepared");
        tried.said(slot, case, output).expect("decided")
    }

    pub(crate) fn judge(&self, language: &str, source: &str) -> Judged {
        self.judge_in(&mut slot(), language, &Source::Text(source.into()), Stop::FirstFailure)
    }

    pub(crate) fn judge_in(&self, slot: &mut Slot, language: &str, source: &Source, stop: Stop) -> Judged {
        self.judge_telling(slot, language, source, stop, &mut |_| ControlFlow::Continue(())).expect("judged")
    }

    pub(crate) fn judge_telling(
        &self,
        slot: &mut Slot,
        language: &str,
        source: &Source,
        stop: Stop,
        sink: &mut dyn FnMut(Event) -> ControlFlow<()>,
    ) -> Result<Judged, Error> {
        let Self { version, blobs, .. } = self;
        judge(
            slot,
            &Task { version, blobs, language, source, entry: None, stop, owner: None, known: None },
            sink,
        )
    }

    /// Judges, expects the verdict, and gives the case that decided.
    pub(crate) fn expect(&self, language: &str, source: &str, verdict: Verdict) -> CaseResult {
        let judged = self.judge(language, source);
        assert_eq!(judged.verdict, verdict, "{language}: {judged:#?}\n{source}");
        judged.cases.into_iter().find(|case| case.verdict == verdict).expect("a case with that verdict")
    }
}

pub(crate) fn files(files: &[(&str, &str)]) -> Source {
    Source::Files(files.iter().map(|&(name, text)| (name.to_owned(), text.as_bytes().to_vec())).collect())
}
