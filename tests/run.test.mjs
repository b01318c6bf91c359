// `judge run`: any program, however hostile, is told about in words and in JSON, and leaves nothing behind.

import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";

import { environment, JUDGE, judge, run } from "./lib/judge.mjs";
import { Family } from "./lib/left.mjs";
import { withinLimits } from "./lib/limits.mjs";
import { scenario } from "./lib/scenario.mjs";
import { scratch } from "./lib/scratch.mjs";

const MIB = 1 << 20;

const folder = scratch();
let files = 0;

function source(ending, text) {
  const path = join(folder, `program${++files}.${ending}`);
  writeFileSync(path, text);
  return path;
}

/** Runs a source by `judge run --json`; nothing may be left of it. The answer is checked for its form. */
async function runJson(ending, text, options = [], more = {}) {
  const family = new Family();
  const answer = await judge(["run", source(ending, text), "--json", ...options], { during: family.watch, ...more });
  await family.gone();
  const report = parsed(answer);
  hasItsForm(report);
  assert.equal(answer.code, report.status === "ok" ? 0 : 1, answer.stderr);
  return report;
}

function parsed(answer) {
  assert.ok(answer.stdout.startsWith("{"), `no JSON: ${answer.stdout}${answer.stderr}`);
  return JSON.parse(answer.stdout);
}

const STATUSES = ["ok", "runtime_error", "time_limit", "idle_limit", "memory_limit", "output_limit", "compile_error", "judge_error"];

function hasItsForm(report) {
  const count = (value) => Number.isInteger(value) && value >= 0;
  const orNull = (check) => (value) => value === null || check(value);
  const form = {
    status: (value) => STATUSES.includes(value),
    exit_code: orNull(count),
    signal: orNull(count),
    timed_out: (value) => typeof value === "boolean",
    cpu_ms: count,
    wall_ms: count,
    memory_bytes: count,
    oom_kills: count,
    stdout: (value) => typeof value === "string",
    stderr: (value) => typeof value === "string",
    grade: (value) => ["full", "practice"].includes(value),
  };
  assert.deepEqual(Object.keys(report).sort(), Object.keys(form).sort());
  for (const [key, fits] of Object.entries(form)) assert.ok(fits(report[key]), `${key}: ${JSON.stringify(report[key])}`);
}

const HELLO = {
  c: '#include <stdio.h>\nint main(void) { puts("hello"); }\n',
  cpp: '#include <bits/stdc++.h>\nint main() { std::cout << "hello\\n"; }\n',
  py: 'print("hello")\n',
  java: 'class Greeting { static String words() { return "hello"; } }\nclass Anything { public static void main(String[] a) { System.out.println(Greeting.words()); } }\n',
  js: 'console.log("hello");\n',
  rs: 'fn main() { println!("hello"); }\n',
};

for (const [ending, text] of Object.entries(HELLO)) {
  scenario(`hello in .${ending} is ok`, 90, async () => {
    const report = await runJson(ending, text);
    assert.deepEqual(
      [report.status, report.exit_code, report.signal, report.timed_out, report.stdout, report.stderr, report.oom_kills],
      ["ok", 0, null, false, "hello\n", "", 0],
    );
    assert.ok(report.memory_bytes > 0 && report.memory_bytes < 256 * MIB);
    assert.ok(report.wall_ms < 10_000);
  });
}

/** Limits that a test can wait for. */
const SHORT = ["--time", "1s", "--wall", "2s"];

scenario("a loop without end is stopped by its CPU time", 60, async () => {
  const report = await runJson("c", "int main(void) { for (;;) {} }\n", ["--time", "1s", "--wall", "10s"]);
  assert.deepEqual([report.status, report.timed_out], ["time_limit", true]);
  assert.ok(report.cpu_ms >= 1000, `${report.cpu_ms} ms of CPU`);
  withinLimits(report, 1000, 10_000);
});

scenario("a fork bomb is stopped, and everything that it made with it", 60, async () => {
  const report = await runJson("c", "#include <unistd.h>\nint main(void) { for (;;) fork(); }\n", SHORT);
  assert.match(report.status, /^(time|idle)_limit$/);
  withinLimits(report, 1000, 2000);
});

scenario("a fork bomb of programs that sleep is stopped by the wall clock", 60, async () => {
  const text = "#include <unistd.h>\nint main(void) { for (;;) if (fork() == 0) { for (;;) pause(); } else usleep(100); }\n";
  const report = await runJson("c", text, SHORT);
  assert.match(report.status, /^(time|idle)_limit$/);
  withinLimits(report, 1000, 2000);
});

scenario("a program that sleeps is stopped by the wall clock", 60, async () => {
  const report = await runJson("py", "import time\ntime.sleep(100)\n", SHORT);
  assert.deepEqual([report.status, report.timed_out], ["idle_limit", true]);
  assert.ok(report.wall_ms >= 2000 && report.cpu_ms < 1000);
  withinLimits(report, 1000, 2000);
});

scenario("a gibibyte does not fit in 64 MiB", 60, async () => {
  const text = "#include <stdlib.h>\nint main(void) { volatile char *p = malloc(1u << 30); if (!p) return 3; for (unsigned i = 0; i < 1u << 30; i += 4096) p[i] = 1; }\n";
  const report = await runJson("c", text, ["--memory", "64M"]);
  // Without control groups the memory is refused, and what the program does then is its own affair.
  if (report.grade === "full") assert.deepEqual([report.status, report.oom_kills >= 1], ["memory_limit", true]);
  else assert.match(report.status, /^(memory_limit|runtime_error)$/);
  assert.ok(report.memory_bytes <= 66 * MIB, `${report.memory_bytes} bytes`);
  withinLimits(report, 2000, 10_000);
});

scenario("memory of many processes, and files in memory, count together", 60, async () => {
  const many = "import os, time\nfor _ in range(8):\n    if os.fork() == 0:\n        x = bytearray(20 << 20); time.sleep(1); os._exit(0)\nwhile True:\n    try: os.wait()\n    except ChildProcessError: break\n";
  const processes = await runJson("py", many, ["--memory", "100M"]);
  assert.equal(processes.oom_kills > 0, processes.grade === "full");
  const file = "with open('/tmp/big', 'wb') as f:\n    for _ in range(200): f.write(bytes(1 << 20))\n";
  const report = await runJson("py", file, ["--memory", "64M"]);
  assert.match(report.status, /^(memory_limit|runtime_error|output_limit)$/);
  assert.ok(report.memory_bytes <= 66 * MIB);
});

scenario("output without end is stopped, and what is kept of it says that it was cut", 60, async () => {
  const report = await runJson("c", '#include <stdio.h>\nint main(void) { for (;;) puts("more and more"); }\n', ["--output", "2M", "--time", "5s"]);
  assert.equal(report.status, "output_limit");
  assert.match(report.stdout, /^more and more\n/);
  assert.ok(report.stdout.length <= 2 * MIB + 200);
  assert.match(report.stdout, /\[cut: /);
  withinLimits(report, 5000, 10_000);
  const errors = await runJson("c", '#include <stdio.h>\nint main(void) { for (;;) fputs("more and more\\n", stderr); }\n', SHORT);
  assert.notEqual(errors.status, "ok");
  assert.ok(errors.stderr.length < MIB);
  assert.match(errors.stderr, /\[cut: /);
});

scenario("/etc/shadow is not there, nor anybody's home, nor the judge's own files", 60, async () => {
  const text = `
import os
for path in ["/etc/shadow", "/root", "/home", "/var/lib", "${folder}", "/proc/1/environ", "/sys/kernel", "/dev/sda"]:
    try:
        print(path, os.listdir(path) if os.path.isdir(path) else open(path).read())
    except OSError as error:
        print(path, "->", error.strerror)
print(open("/etc/passwd").read().count("\\n"), "users,", os.getuid() != 0, os.getcwd(), sorted(os.environ))
`;
  const report = await runJson("py", text);
  assert.equal(report.status, "ok", report.stderr);
  assert.doesNotMatch(report.stdout, /root:[*!$]|program\d/);
  assert.match(report.stdout, /\/etc\/shadow -> No such file/);
  assert.match(report.stdout, /2 users, True \/w/);
  assert.doesNotMatch(report.stdout, /'USER'|'JUDGE/, "nothing of our environment");
});

scenario("a connection to this machine's own address reaches nobody", 60, async () => {
  let visitors = 0;
  const server = createServer((socket) => {
    visitors++;
    socket.destroy();
  });
  await new Promise((ready) => server.listen(0, "127.0.0.1", ready));
  const { port } = server.address();
  const report = await runJson("py", `import socket\nsocket.create_connection(("127.0.0.1", ${port}), 1).send(b"hello")\n`);
  server.close();
  assert.equal(report.status, "runtime_error");
  assert.equal(visitors, 0);
});

scenario("a daemon that a program leaves is ended with it", 60, async () => {
  const text = `
import os, sys, time
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        for fd in range(3): os.close(fd)
        time.sleep(1000)
    os._exit(0)
os.wait()
print("bye")
`;
  const report = await runJson("py", text, SHORT);
  assert.deepEqual([report.status, report.stdout], ["ok", "bye\n"]);
  assert.ok(report.wall_ms < 2000);
});

scenario("a program that ignores signals and holds its output open ends all the same", 60, async () => {
  const text = "#include <signal.h>\n#include <unistd.h>\nint main(void) { for (int s = 1; s < 65; s++) signal(s, SIG_IGN); if (fork()) return 0; for (;;) pause(); }\n";
  const report = await runJson("c", text, SHORT);
  assert.match(report.status, /^(ok|idle_limit)$/);
  withinLimits(report, 1000, 2000);
});

scenario("standard input is the file that is named, or that of the command, or nothing", 60, async () => {
  const echo = "import sys\nprint(repr(sys.stdin.read()))\n";
  const input = join(folder, "input");
  writeFileSync(input, "1 2\n");
  assert.equal((await runJson("py", echo, ["--stdin", input])).stdout, "'1 2\\n'\n");
  assert.equal((await runJson("py", echo, ["--stdin", "-"], { stdin: "3 4" })).stdout, "'3 4'\n");
  assert.equal((await runJson("py", echo, [], { stdin: "not asked for" })).stdout, "''\n");
});

scenario("how a program ended is told: exit code, signal, compile error", 60, async () => {
  const exit = await runJson("py", "import sys\nsys.stderr.write('oh')\nsys.exit(7)\n");
  assert.deepEqual([exit.status, exit.exit_code, exit.signal, exit.stderr], ["runtime_error", 7, null, "oh"]);
  const crash = await runJson("c", "#include <signal.h>\nint main(void) { raise(SIGSEGV); }\n");
  assert.deepEqual([crash.status, crash.exit_code, crash.signal], ["runtime_error", null, 11]);
  const error = await runJson("c", "int main(void) { return x; }\n");
  assert.deepEqual([error.status, error.exit_code, error.cpu_ms], ["compile_error", null, 0]);
  assert.match(error.stderr, /:1:25: error: .*x.* undeclared/);
});

scenario("output that is no text is told as far as it is one", 60, async () => {
  const report = await runJson("py", "import sys\nsys.stdout.buffer.write(b'a\\xff\\x00b')\n");
  assert.deepEqual([report.status, report.stdout], ["ok", "a\ufffd\0b"]);
});

scenario("a deep recursion has all the memory for its stack", 60, async () => {
  const text = "#include <stdio.h>\nint deep(volatile int n) { return n ? deep(n - 1) + 1 : 0; }\nint main(void) { printf(\"%d\\n\", deep(1500000)); }\n";
  const report = await runJson("c", text);
  assert.deepEqual([report.status, report.stdout], ["ok", "1500000\n"]);
});

scenario("a compiled program is run as it is", 60, async () => {
  const family = new Family();
  const answer = await judge(["run", "/usr/bin/id", "--json"], { during: family.watch });
  await family.gone();
  const report = parsed(answer);
  hasItsForm(report);
  assert.equal(report.status, "ok", report.stderr);
  assert.match(report.stdout, /^uid=\d{2,}/);
});

scenario("for people: the program's output on standard output, and what the run took on standard error", 60, async () => {
  const good = await judge(["run", source("py", "print('hello')\n")]);
  assert.deepEqual([good.code, good.stdout], [0, "hello\n"]);
  assert.match(good.stderr, /^\s*ok\s+CPU \d\.\d{3} s of 2\.000 s, wall .* of 10\.000 s, memory [\d.]+ MiB of 256\.0 MiB/);
  const slow = await judge(["run", source("py", "while True: pass\n"), "--time", "1s"]);
  assert.equal(slow.code, 1);
  assert.match(slow.stderr, /time limit/);
  const broken = await judge(["run", source("c", "int main(void) {")]);
  assert.equal(broken.code, 1);
  assert.match(broken.stderr, /error: expected[\s\S]*\ncompile error/);
});

for (const [what, args, words] of [
  ["a file that is not there", ["run", "/nowhere/a.py"], /cannot read \/nowhere\/a\.py/],
  ["an ending that tells no language", ["run", "/etc/passwd"], /tells no language; there are c \(\.c\)/],
  ["a language that there is not", ["run", "/etc/passwd", "--language", "cobol"], /no language cobol/],
  ["a time without a unit", ["run", "/etc/passwd", "--time", "5"], /not a length of time; write 500ms, 2s/],
  ["a size in an unknown unit", ["run", "/etc/passwd", "--memory", "64Q"], /not a size; write 64K/],
  ["an unknown option", ["run", "/etc/passwd", "--timelimit", "5s"], /--timelimit/],
  ["an unknown command", ["runn", "x"], /run/],
  ["an input that is not there", ["run", "/etc/passwd", "--language", "python3", "--stdin", "/nowhere"], /cannot read \/nowhere/],
]) {
  scenario(`${what} is told in words, and the exit status is 2`, 20, async () => {
    const answer = await judge(args, { env: environment() });
    assert.equal(answer.code, 2);
    assert.equal(answer.stdout, "");
    assert.match(answer.stderr, words);
  });
}

scenario("an answer that nobody reads to its end is no fault that anybody is told of", 60, async () => {
  const program = source("c", "#include <stdio.h>\nint main(void) { for (int i = 0; i < 300000; i++) puts(\"much\"); }\n");
  for (const command of ["doctor", "doctor --json", `run ${program}`, `run ${program} --json`]) {
    const told = await run("/bin/bash", ["-c", `${JUDGE} ${command} | true; echo \${PIPESTATUS[0]}`]);
    assert.match(told.stdout, /^141$/m, command);
    assert.doesNotMatch(told.stderr, /pipe|panic/i, command);
  }
});
