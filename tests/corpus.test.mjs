// The sample problems: each does what it promises, and together they show every verdict.

import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";

import { grade, judge, PROBLEMS, ROOT } from "./lib/judge.mjs";
import { Family } from "./lib/left.mjs";
import { scenario } from "./lib/scenario.mjs";

const names = readdirSync(PROBLEMS).sort();
const PACKAGES = join(ROOT, "tests/packages");
const packages = names.map((name) => join(PROBLEMS, name));

scenario("every submission of every sample problem gets the verdict of its folder", 600, async () => {
  const family = new Family();
  const answer = await judge(["problem", "check", ...packages, "--json"], { seconds: 590, during: family.watch });
  await family.gone();
  const reports = JSON.parse(answer.stdout);
  // Without control groups memory is refused, and a program may crash for want of it.
  const practice = (await grade()) === "practice";
  const forgiven = (one) => practice && one.expected.includes("MLE") && one.verdict === "RE";
  const broken = reports.flatMap(({ problem, faults, submissions }) => [
    ...faults.map((fault) => `${problem}: ${fault.file}:${fault.line}: ${fault.message}`),
    ...submissions.filter((one) => !one.ok && !forgiven(one)).map((one) => `${problem}: ${one.path}: ${one.verdict}, not ${one.expected}`),
  ]);
  assert.deepEqual(broken, []);
  if (!practice) assert.equal(answer.code, 0, answer.stderr);
  assert.deepEqual(reports.map((report) => report.problem), names);

  const all = reports.flatMap((report) => report.submissions);
  for (const verdict of ["AC", "WA", "TLE", "ILE", "MLE", "OLE", "RE", "CE"]) {
    const languages = new Set(all.filter((one) => one.verdict === verdict).map((one) => extname(one.path)));
    assert.ok(languages.size >= 3, `${verdict} is shown in ${[...languages]} only`);
  }
  console.log(`${all.length} submissions in ${answer.seconds.toFixed(0)} s`);
});

/** Those that must be refused, hold several problems, or lack what only their site has: the reader's own tests. */
const ELSEWHERE = /\/faults$|\/standard$|\/contest$|set\.xml$|library-checker\/made$/;

scenario("packages of every format are read, and their submissions judged as these promise", 300, async () => {
  // It comes from PyPI: where that was not reached, everything else is tried, and this is said.
  const testlib = existsSync(join(ROOT, "target/testlib.h"));
  if (!testlib) console.log("hydro/site-testlib is left out: ./setup could not fetch testlib.h");
  const formats = ["bare", "cms", "dmoj", "fps", "hydro", "icpc", "library-checker", "polygon"];
  const entries = (format) => readdirSync(join(PACKAGES, format), { withFileTypes: true }).filter((one) => one.isDirectory() || one.name.endsWith(".xml"));
  const paths = formats.flatMap((format) => entries(format).map((one) => join(PACKAGES, format, one.name))).filter((path) => !ELSEWHERE.test(path) && (testlib || !path.endsWith("/site-testlib")));
  assert.ok(paths.length >= 60, `${paths.length} packages`);
  const answer = await judge(["problem", "check", ...paths, "--json"], { seconds: 290 });
  const reports = JSON.parse(answer.stdout);
  assert.equal(reports.length, paths.length);
  const broken = reports.flatMap((report, at) => (report.ok ? [] : [{ path: paths[at], ...report }]));
  assert.deepEqual(broken, [], answer.stderr);
  assert.equal(answer.code, 0, answer.stderr);
});

scenario("every sample problem has a statement, samples, ten secret tests and solutions in three languages", 10, async () => {
  assert.ok(names.length >= 8);
  for (const path of packages) {
    assert.ok(readFileSync(join(path, "statement/problem.en.md"), "utf8").length > 100, path);
    const cases = (folder) => readdirSync(join(path, "data", folder), { recursive: true }).filter((name) => name.endsWith(".in"));
    assert.ok(cases("sample").length >= 1 && cases("secret").length >= 10, path);
    const submissions = readdirSync(join(path, "submissions"), { recursive: true }).map((name) => extname(name)).filter(Boolean);
    assert.ok(new Set(submissions).size >= 3, path);
    assert.ok(readdirSync(join(path, "submissions/accepted")).length >= 2, path);
  }
});
