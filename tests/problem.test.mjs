// `judge test`, `judge problem check` and `judge doctor`: the server's own verdicts without a server.

import assert from "node:assert/strict";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { JUDGE, grade, judge, run } from "./lib/judge.mjs";
import { Family } from "./lib/left.mjs";
import { withinLimits } from "./lib/limits.mjs";
import { manyCases, twice, write, zip } from "./lib/package.mjs";
import { scenario } from "./lib/scenario.mjs";
import { scratch } from "./lib/scratch.mjs";

const GOOD = "print(2 * int(input()))\n";
const VERDICTS = ["AC", "PA", "WA", "PE", "TLE", "ILE", "MLE", "OLE", "RE", "CE", "JE", "SK"];

const folder = scratch();
const problem = twice(join(folder, "twice"));

function file(name, text) {
  write(folder, { [name]: text });
  return join(folder, name);
}

/** `judge test --json` of a source in the package, and its form. */
async function testJson(source, pack = problem, options = []) {
  const family = new Family();
  const answer = await judge(["test", pack, source, "--json", ...options], { during: family.watch });
  await family.gone();
  const report = JSON.parse(answer.stdout);
  assert.deepEqual(Object.keys(report).sort(), ["cases", "groups", "max_score", "score", "verdict"]);
  assert.ok(VERDICTS.includes(report.verdict));
  for (const one of report.cases) {
    assert.deepEqual(Object.keys(one).sort(), ["cpu_ms", "memory_bytes", "name", "noise", "reason", "score", "time_limit_ms", "times_ms", "verdict", "wall_ms"]);
    assert.ok(VERDICTS.includes(one.verdict) && typeof one.name === "string" && typeof one.reason === "string");
    for (const key of ["cpu_ms", "wall_ms", "memory_bytes"]) assert.ok(Number.isInteger(one[key]), key);
    if (one.verdict === "SK") assert.equal(one.noise, null);
    else for (const key of ["wait_us", "window_us", "steal_us", "pressure_us"]) assert.ok(Number.isInteger(one.noise[key]), key);
  }
  assert.equal(answer.code, report.verdict === "AC" ? 0 : 1, answer.stderr);
  return { ...report, stderr: answer.stderr };
}

scenario("an accepted program passes every test, in the order of the data", 60, async () => {
  const report = await testJson(file("good.py", GOOD));
  assert.equal(report.verdict, "AC");
  assert.deepEqual(report.cases.map((one) => [one.name, one.verdict]), [["sample/1", "AC"], ["secret/1", "AC"], ["secret/2", "AC"], ["secret/3", "AC"]]);
});

/** Each fails at 21, the third test. */
const FAILING = [
  ["WA", "py", "n = int(input())\nprint(2 * n if n != 21 else 41)\n", /41|42/],
  ["TLE", "py", `n = int(input())\nwhile n == 21: pass\nprint(2 * n)\n`, /1\.\d+ s of CPU.*limit/i],
  ["ILE", "py", `import time\nn = int(input())\nif n == 21: time.sleep(60)\nprint(2 * n)\n`, /s/],
  ["MLE", "c", '#include <stdio.h>\n#include <stdlib.h>\nint main(void) { int n; scanf("%d", &n); if (n == 21) { volatile char *p = malloc(1u << 30); for (unsigned i = 0; i < 1u << 30; i += 4096) p[i] = 1; } printf("%d\\n", 2 * n); }\n', /64/],
  ["OLE", "py", "n = int(input())\nwhile n == 21: print(42, \"42\" * 4096)\nprint(2 * n)\n", /./],
  ["RE", "py", "n = int(input())\nprint(2 * n)\nexit(3 * (n == 21))\n", /\b3\b/],
  ["RE", "c", '#include <stdio.h>\n#include <stdlib.h>\nint main(void) { int n; scanf("%d", &n); if (n == 21) abort(); printf("%d\\n", 2 * n); }\n', /SIGABRT|signal 6|aborted/i],
];

for (const [index, [verdict, ending, text, reason]] of FAILING.entries()) {
  scenario(`a program in .${ending} that earns ${verdict} on one test gets it, with the reason, and stops there (${index + 1})`, 60, async () => {
    const report = await testJson(file(`failing${index}.${ending}`, text));
    // A wrong answer without end is wrong at its first line already; without control groups memory is only refused.
    const others = { OLE: ["WA"], MLE: (await grade()) === "practice" ? ["RE"] : [] };
    const wanted = [verdict, ...(others[verdict] ?? [])];
    assert.ok(wanted.includes(report.verdict), JSON.stringify(report));
    const run = report.cases.filter((one) => one.verdict !== "SK");
    assert.deepEqual(run.map((one) => one.verdict), ["AC", "AC", report.verdict]);
    if (run.at(-1).verdict === verdict) assert.match(run.at(-1).reason, reason);
    withinLimits(run.at(-1), 1000, 3000);
  });
}

scenario("a program that does not compile is CE, without a test, and the compiler has its say", 60, async () => {
  const report = await testJson(file("bad.cpp", "int main() { return nothing; }\n"));
  assert.deepEqual([report.verdict, report.cases.filter((one) => one.verdict !== "SK")], ["CE", []]);
  assert.match(report.stderr, /\.cpp:1:\d+: error: .*nothing/);
});

scenario("all tests are run where that is asked for", 60, async () => {
  const report = await testJson(file("one.py", "n = int(input())\nprint(2 * n if n != 1 else 0)\n"), problem, ["--all"]);
  assert.equal(report.verdict, "WA");
  assert.deepEqual(report.cases.map((one) => one.verdict), ["AC", "WA", "AC", "AC"]);
});

scenario("a zip judges like its folder", 60, async () => {
  const top = scratch();
  twice(join(top, "twice"));
  const archive = join(folder, "twice.zip");
  writeFileSync(archive, zip(top));
  assert.equal((await testJson(file("good2.py", GOOD), archive)).verdict, "AC");
});

scenario("for people: a line for each test and the verdict in words", 60, async () => {
  const answer = await judge(["test", problem, file("wrong.py", "print(6)\n")]);
  assert.equal(answer.code, 1);
  assert.match(answer.stdout, /sample\/1 +AC[\s\S]*secret\/1 +WA[\s\S]*WA \(wrong answer\)/);
});

scenario("what cannot be judged is told in words, with exit status 2", 60, async () => {
  for (const [args, words] of [
    [["test", join(folder, "nowhere"), file("x.py", GOOD)], /no package at .*nowhere/],
    [["test", problem, join(folder, "nothing.py")], /cannot read .*nothing\.py/],
    [["test", write(join(folder, "empty"), { "problem.yaml": "name: x\n" }), file("y.py", GOOD)], /data.*is missing[\s\S]*cannot be used/],
  ]) {
    const answer = await judge(args);
    assert.equal(answer.code, 2);
    assert.match(answer.stderr, words);
  }
});

/** `judge problem check --json` and its form. */
async function checkJson(...packages) {
  const family = new Family();
  const answer = await judge(["problem", "check", ...packages, "--json"], { during: family.watch, seconds: 110 });
  await family.gone();
  const reports = JSON.parse(answer.stdout);
  for (const report of reports) {
    assert.deepEqual(Object.keys(report).sort(), ["faults", "format", "ok", "problem", "submissions", "time"]);
    for (const fault of report.faults) {
      assert.deepEqual(Object.keys(fault).sort(), ["file", "line", "message", "severity"]);
      assert.ok(["error", "warning"].includes(fault.severity));
      assert.ok(fault.line === null || fault.line > 0);
    }
    for (const one of report.submissions) {
      assert.deepEqual(Object.keys(one).sort(), ["cases", "expected", "ok", "path", "reason", "score", "verdict"]);
      for (const ran of one.cases) assert.deepEqual(Object.keys(ran).sort(), ["cpu_ms", "memory_bytes", "name", "verdict"]);
      assert.ok(VERDICTS.includes(one.verdict) && one.expected.every((verdict) => VERDICTS.includes(verdict)));
    }
  }
  assert.equal(answer.code, reports.every((report) => report.ok) ? 0 : 1, answer.stderr);
  return reports;
}

const KEPT = {
  "submissions/wrong_answer/once.py": "print(input())\n",
  "submissions/time_limit_exceeded/loops.py": "n = int(input())\nwhile n == 500: pass\nprint(2 * n)\n",
  "submissions/run_time_error/divides.py": "n = int(input())\nprint(2 * n, 1 // (n - 21) and '' or '')\n",
  "submissions/compile_error/no_program.c": "int main(void) {\n",
  "submissions/idle_limit_exceeded/waits.py": "import time\nn = int(input())\nif n == 1: time.sleep(9)\nprint(2 * n)\n",
};

scenario("a package whose submissions do what their folders say holds: exit 0", 120, async () => {
  // Other judges know Ada.
  const pack = twice(join(folder, "holds/twice"), { ...KEPT, "submissions/accepted/twice.adb": "procedure Twice is begin null; end Twice;\n" });
  const [report] = await checkJson(pack);
  assert.deepEqual([report.problem, report.ok], ["twice", true], JSON.stringify(report, null, 1));
  const verdicts = Object.fromEntries(report.submissions.map((one) => [one.path, one.verdict]));
  assert.deepEqual(verdicts, {
    "accepted/twice.adb": "JE",
    "accepted/twice.py": "AC",
    "compile_error/no_program.c": "CE",
    "idle_limit_exceeded/waits.py": "ILE",
    "run_time_error/divides.py": "RE",
    "time_limit_exceeded/loops.py": "TLE",
    "wrong_answer/once.py": "WA",
  });
  const loops = report.submissions.find((one) => one.path.endsWith("loops.py"));
  assert.deepEqual(loops.cases.map((one) => `${one.name} ${one.verdict}`), ["sample/1 AC", "secret/1 AC", "secret/2 AC", "secret/3 TLE"]);
  assert.ok(loops.cases[3].cpu_ms >= 1000 && loops.cases[0].memory_bytes > 0, JSON.stringify(loops.cases));
  // It is tried once more, until it is too slow by the whole margin.
  assert.ok(report.time.fastest_too_slow_ms >= 1500, JSON.stringify(report.time));
  const told = await judge(["problem", "check", pack], { seconds: 110 });
  assert.equal(told.code, 0);
  assert.match(told.stdout, /twice: holds, 7 submissions, read as ICPC/);
  assert.match(told.stdout, /twice\.adb .*tells no language that is known here\. So it is not judged/);
  assert.match(told.stdout, /loops\.py +time_limit_exceeded +TLE +\d\.\d+ s +\.\.\.T +ok/);
  assert.match(told.stdout, /tests: .*T time limit exceeded/);
  assert.match(told.stdout, /the time limit of 1 s is [\d.]+ times what the slowest that must be quick enough needs/);
  assert.match(told.stdout, /the fastest that must be too slow \(time_limit_exceeded\/loops\.py\) needs [\d.]+ s or more/);
  assert.doesNotMatch(told.stdout, /\x1b/, "no colours where nobody sees them");
});

scenario("a package that breaks its word does not: exit 1, and each broken one is named", 120, async () => {
  const broken = twice(join(folder, "broken/twice"), {
    "submissions/accepted/wrong.py": "print(6)\n",
    "submissions/wrong_answer/right.py": GOOD,
    "submissions/time_limit_exceeded/quick.py": GOOD,
    "submissions/accepted/does_not_compile.c": "int main(void) {\n",
  });
  const sound = twice(join(folder, "sound/twice"));
  const [bad, good] = await checkJson(broken, sound);
  assert.deepEqual([bad.ok, good.ok], [false, true]);
  const wrong = bad.submissions.filter((one) => !one.ok).map((one) => `${one.path} ${one.expected} ${one.verdict}`);
  assert.deepEqual(wrong, [
    "accepted/does_not_compile.c AC CE",
    "accepted/wrong.py AC WA",
    "time_limit_exceeded/quick.py TLE,ILE AC",
    "wrong_answer/right.py WA,PE AC",
  ]);
  const told = await judge(["problem", "check", broken, sound], { seconds: 110 });
  assert.equal(told.code, 1);
  assert.match(told.stdout, /DOES NOT HOLD/);
  assert.match(told.stdout, /wrong\.py +accepted +WA .*WRONG +\S/);
});

scenario("the package's own programs are tried on its tests and on what no program prints", 120, async () => {
  const validator = "import sys\nwords = sys.stdin.read().split()\nsys.exit(42 if len(words) == 1 and int(words[0]) < 100 else 43)\n";
  const checker = "import sys\nwanted = int(open(sys.argv[2]).read())\nsys.exit(42 if int(sys.stdin.read()) == wanted else 43)\n";
  const careless = twice(join(folder, "careless"), {
    "input_validators/small.py": validator,
    "output_validator/check.py": checker,
    "data/invalid_input/fine.in": "7\n",
    "data/invalid_input/two.in": "7 8\n",
    "data/valid_output/wrong.in": "5\n",
    "data/valid_output/wrong.ans": "10\n",
    "data/valid_output/wrong.out": "11\n",
    "data/secret/notes.txt": "old tests are worse\n",
    "data/secret/again.in": "21\n",
    "data/secret/again.ans": "42\n",
  });
  rmSync(join(careless, "data/sample"), { recursive: true });
  const answer = await judge(["problem", "check", careless, "--json"]);
  assert.equal(answer.code, 1);
  const [report] = JSON.parse(answer.stdout);
  const told = report.faults.map(({ file, message }) => `${file}: ${message}`).join("\n");
  for (const words of [
    /secret\/3: is refused by input_validators\/small\.py\. Exit code 43/,
    /invalid_input\/fine: is an invalid input, and every input validator accepts it/,
    /valid_output\/wrong: must be accepted, and is not/,
    /output_validator\/check\.py: fails on an empty output for secret\/1/,
    /: has no sample/,
    /secret\/again: has the same input and answer as secret\/2|secret\/2: has the same input and answer as secret\/again/,
    /data\/secret\/notes\.txt: /,
  ]) assert.match(told, words);
  assert.doesNotMatch(told, /secret\/1: is refused|invalid_input\/two/);
  assert.equal(report.time.limit_ms, 1000);
  assert.ok(report.time.slowest_accepted_ms >= 0 && report.time.fastest_too_slow_ms === null);
});

scenario("a time limit is found by judging the accepted submissions once, and the entry point is the one that is named", 120, async () => {
  const open = twice(join(folder, "open/twice"), {
    "problem.yaml": "problem_format_version: 2025-09\nname: Twice\nuuid: 5f3b7c9e-4f0c-4a39-9a44-51b51c0a4a58\n",
    "submissions/accepted/two/main.py": "print('not this one')\n",
    "submissions/accepted/two/right.py": GOOD,
    "submissions/submissions.yaml": "accepted/two:\n  entrypoint: right.py\n",
  });
  const [report] = await checkJson(open);
  assert.ok(report.ok, JSON.stringify(report, null, 1));
  assert.ok(report.time.limit_ms >= 1000 && report.time.slowest_accepted_ms > 0, JSON.stringify(report.time));
});

scenario("a package that cannot be read is told with all its faults, and the next one is checked", 60, async () => {
  const faulty = twice(join(folder, "faulty/twice"), {
    "problem.yaml": "problem_format_version: 2025-09\nname: Twice\nuuid: 5f3b7c9e-4f0c-4a39-9a44-51b51c0a4a58\nlimits:\n  time_limit: soon\n  memory: -5\n",
    "data/secret/9.in": "9\n",
    "data/secret/8.ans": "8\n",
  });
  const [bad, good] = await checkJson(faulty, problem);
  assert.deepEqual([bad.ok, bad.submissions, good.ok], [false, [], true]);
  assert.deepEqual([bad.format, bad.time, good.format], [null, null, "icpc"]);
  const places = bad.faults.map((fault) => `${fault.file}:${fault.line}`);
  for (const place of ["problem.yaml:5", "problem.yaml:6", "data/secret/9.in:null", "data/secret/8.ans:null"]) {
    assert.ok(places.includes(place), `${place} is not among ${places}`);
  }
  const told = await judge(["problem", "check", faulty]);
  assert.equal(told.code, 1);
  assert.match(told.stderr, /faulty\/twice: problem\.yaml:5: /);
  assert.equal((await judge(["problem", "check", join(folder, "nowhere")])).code, 2);
});

scenario("many tests of many submissions keep their order", 90, async () => {
  const report = await testJson(file("good3.py", GOOD), twice(join(folder, "many/twice"), manyCases(60)));
  assert.equal(report.verdict, "AC");
  assert.equal(report.cases.length, 64);
  assert.deepEqual(report.cases.slice(1).map((one) => one.name), report.cases.slice(1).map((one) => one.name).sort());
});

scenario("the doctor names what this machine can do", 90, async () => {
  const answer = await judge(["doctor", "--json"]);
  assert.equal(answer.code, 0, answer.stdout + answer.stderr);
  const diagnosis = JSON.parse(answer.stdout);
  assert.equal(diagnosis.ok, true);
  assert.match(diagnosis.grade, /^(full|practice)$/);
  const found = (words) => diagnosis.findings.find((finding) => words.test(finding.what));
  for (const finding of diagnosis.findings) {
    assert.deepEqual(Object.keys(finding).sort(), ["detail", "remedy", "state", "what"]);
    assert.match(finding.state, /^(ok|missing|bad)$/);
    if (finding.state === "missing") assert.ok(finding.remedy, `${finding.what} is missing and nothing is said to bring it`);
  }
  for (const what of [/^C \(/, /^C\+\+/, /^Python 3/, /^Java 17/, /^JavaScript/, /^Rust/, /kernel/, /namespaces/, /grade/]) {
    assert.equal(found(what)?.state, "ok", `${what}`);
    assert.doesNotMatch(found(what).detail, /warning|error/i);
  }
  // An ordinary user may have to do without.
  assert.match(found(/control groups/).state, /^(ok|missing)$/);
  const told = await judge(["doctor"]);
  assert.equal(told.code, 0);
  assert.match(told.stdout, /Python 3/);
});

scenario("the doctor's table is whole on a terminal that knows no width", 90, async () => {
  // As a serial line is, and what `script` makes without a terminal of its own.
  const { stdout } = await run("script", ["--quiet", "--return", "--command", `${JUDGE} doctor`, "/dev/null"]);
  assert.match(stdout, /Python 3/);
});
