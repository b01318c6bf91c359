// What verdicts rest on: kept with each judging, shown to the jury, and judged once more by `judge replay`.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { extname, join } from "node:path";
import { before } from "node:test";

import { field, headline, textOf } from "./lib/client.mjs";
import { psql } from "./lib/database.mjs";
import { environment, judge, PROBLEMS, ROOT } from "./lib/judge.mjs";
import { copy, twice, zip } from "./lib/package.mjs";
import { scenario } from "./lib/scenario.mjs";
import { scratch } from "./lib/scratch.mjs";
import { Site } from "./lib/site.mjs";

const PACKAGES = join(ROOT, "tests/packages");
const LANGUAGES = { ".c": "c", ".cpp": "cpp", ".py": "python3" };
const GOOD = "print(2 * int(input()))\n";
const HASH = /^[0-9a-f]{64}$/;

/** Right, after so many seconds of CPU time; the limit is one. */
const slow = (seconds) => `import time\nn = int(input())\nwhile time.process_time() < ${seconds}: pass\nprint(2 * n)\n`;

let site;
let ada;
let jury;

before(async () => {
  const samples = scratch();
  twice(join(samples, "twice"));
  copy(join(PROBLEMS, "guess"), join(samples, "guess"));
  for (const kind of ["scoring", "multi-pass", "submit-answer"]) copy(join(PACKAGES, "icpc", kind), join(samples, kind));
  site = await Site.up(samples);
  await site.service.says(/isolation/, 90);
  ada = await site.user("ada");
  jury = await site.user("grace", "jury");
});

/** Sends a program and waits for its verdict: the judging that counts. */
async function judged(slug, language, source) {
  const number = await ada.submit(slug, language, source);
  await ada.follow(number, 60);
  return site.judging(number);
}

/** `judge replay JUDGING`: its exit status and what it says. */
async function replay(judging) {
  const { cwd, env } = site.options();
  const answer = await judge(["replay", String(judging.id), "--json"], { cwd, env: environment(env) });
  assert.ok([0, 1].includes(answer.code), answer.stderr);
  return { code: answer.code, ...JSON.parse(answer.stdout) };
}

async function comesToTheSame(judging, verdict) {
  assert.equal(judging.verdict, verdict);
  const again = await replay(judging);
  assert.deepEqual([again.code, again.same, again.differences, again.verdict, again.here], [0, true, [], verdict, verdict]);
  assert.deepEqual(again.surroundings.filter(({ what }) => what !== "core"), [], "on the same machine nothing else is different");
}

const program = (path) => [LANGUAGES[extname(path)], readFileSync(path, "utf8")];

for (const [slug, path, verdict] of [
  ["guess", join(PROBLEMS, "guess/submissions/accepted/halves.cpp"), "AC"],
  ["guess", join(PROBLEMS, "guess/submissions/wrong_answer/one_by_one.cpp"), "WA"],
  ["scoring", join(PACKAGES, "icpc/scoring/submissions/accepted/formula.py"), "AC"],
  ["scoring", join(PACKAGES, "icpc/scoring/submissions/partly/small_only.py"), "PA"],
  ["multi-pass", join(PACKAGES, "icpc/multi-pass/submissions/accepted/codes.py"), "AC"],
  ["multi-pass", join(PACKAGES, "icpc/multi-pass/submissions/wrong_answer/forgets.py"), "WA"],
]) {
  scenario(`${path.split("/").pop()} of ${slug} comes to the same when it is judged once more`, 90, async () => {
    await comesToTheSame(await judged(slug, ...program(path)), verdict);
  });
}

scenario("a crash, a compile error and outputs that were handed in come to the same once more", 120, async () => {
  await comesToTheSame(await judged("twice", "python3", "raise SystemExit(7)\n"), "RE");
  await comesToTheSame(await judged("twice", "c", "int main(void) { return }\n"), "CE");
  const form = await ada.page("/problems/submit-answer");
  const outputs = zip(join(PACKAGES, "icpc/submit-answer/submissions/wrong_answer/one_less"));
  const sent = await ada.postParts("/problems/submit-answer/submissions", { form_key: field(form, "form_key"), language: "answers", file: ["all.zip", outputs] });
  assert.equal(sent.status, 303, sent.text);
  const number = sent.location.split("/").pop();
  await ada.follow(number);
  await comesToTheSame(await site.judging(number), "WA");
});

scenario("replaying writes nothing", 60, async () => {
  const judging = await judged("twice", "python3", GOOD);
  const rows = () => site.rows(`select (select jsonb_agg(j) from judging j) as judgings, (select jsonb_agg(r) from run r) as runs`);
  const earlier = await rows();
  await replay(judging);
  assert.deepEqual(await rows(), earlier);
});

scenario("a program that is left to chance differs, and the test is named", 90, async () => {
  const chance = await judged("twice", "python3", "import os\nos._exit(1 + os.urandom(1)[0] % 250)\n");
  assert.equal(chance.verdict, "RE");
  let again;
  // It exits with the same code once in 250 times.
  for (let tries = 0; tries < 3 && again?.code !== 1; tries += 1) again = await replay(chance);
  assert.equal(again.code, 1);
  const [difference] = again.differences;
  assert.deepEqual([difference.test, difference.what], ["sample/1", "exit code"]);
  assert.notEqual(difference.stored, difference.here);
});

scenario("a stored verdict that is not what the program comes to is found, test by test", 60, async () => {
  const judging = await judged("twice", "python3", GOOD);
  await psql(site.database, `update judging set verdict = 'WA' where id = ${judging.id}`);
  await psql(site.database, `update run set verdict = 'WA', exit_code = 3 where judging_id = ${judging.id} and name = 'secret/2'`);
  const again = await replay(judging);
  assert.equal(again.code, 1);
  assert.deepEqual(again.differences, [
    { test: null, what: "verdict", stored: "WA", here: "AC" },
    { test: "secret/2", what: "verdict", stored: "WA", here: "AC" },
    { test: "secret/2", what: "exit code", stored: "3", here: "0" },
  ]);
});

scenario("another toolchain, kernel or judge-box is told, and is no difference by itself", 60, async () => {
  // A source of its own: what was done to the runs above would be taken over.
  const judging = await judged("twice", "python3", `${GOOD}# elsewhere\n`);
  await psql(site.database, `update judging set toolchain = 'Python 1', kernel = 'old', grade = 'practice', host = 'elsewhere',
    judge_box = sha256('another') where id = ${judging.id}`);
  const again = await replay(judging);
  assert.deepEqual([again.code, again.differences], [0, []]);
  const told = Object.fromEntries(again.surroundings.map(({ what, stored }) => [what, stored]));
  const { toolchain, kernel, machine } = told;
  assert.deepEqual({ toolchain, kernel, machine }, { toolchain: "Python 1", kernel: "old", machine: "elsewhere" });
  assert.match(told["judge-box"], HASH);
});

scenario("what cannot be replayed says why", 30, async () => {
  const options = { cwd: site.options().cwd, env: environment(site.options().env) };
  const unknown = await judge(["replay", "999999"], options);
  assert.equal(unknown.code, 2);
  assert.match(unknown.stderr, /there is no judging 999999; .*judge submission show/);
});

scenario("a judging keeps where and with what it was judged, within which limits, and each run's facts", 60, async () => {
  const judging = await judged("twice", "c", "#include <stdio.h>\nint main(void) { int n; scanf(\"%d\", &n); printf(\"%d\\n\", 2 * n); }\n");
  const shown = JSON.parse(await site.judge("submission", "show", String(judging.submission_id), "--json"));
  assert.deepEqual([shown.user, shown.problem, shown.language], ["ada", "twice", "c"]);
  assert.match(shown.source_sha256, HASH);
  const [line] = shown.judgings;
  assert.deepEqual([line.judging, line.valid, line.verdict, line.problem_version], [judging.id, true, "AC", 1]);
  for (const hash of [line.program_sha256, line.problem_version_sha256, line.evidence.judge_box_sha256]) assert.match(hash, HASH);
  const { kernel, isolation, limits, compile } = line.evidence;
  assert.ok(kernel && ["full", "practice"].includes(isolation) && compile.cpu_ms > 0, JSON.stringify(line.evidence));
  assert.deepEqual([limits.time_ms, limits.time_origin, limits.memory_bytes], [1000, "explicit", 64 << 20]);
  assert.equal(line.runs.length, 4);
  for (const run of line.runs) {
    assert.deepEqual([run.verdict, run.exit_code, run.signal, run.time_limit_ms], ["AC", 0, null, 1000]);
    assert.deepEqual(run.times_us, [run.cpu_us]);
    assert.ok(run.noise.window_us >= 0, JSON.stringify(run.noise));
  }
  const people = await site.judge("submission", "show", String(judging.submission_id));
  assert.match(people, /limits: 1\.000 s \(explicit\), 64\.0 MiB/);
});

scenario("a time near the limit is measured three times, and all three are kept and shown", 120, async () => {
  const number = await ada.submit("twice", "python3", slow(1.03));
  const fragments = await ada.follow(number, 60);
  assert.equal(headline(fragments.at(-1)), "time limit exceeded on test 1");
  const [run] = await site.rows(`select r.times_us, r.cpu_us from run r join judging j on j.id = r.judging_id
    where j.submission_id = ${number} and r.position = 0`);
  const times = run.times_us.map(Number);
  assert.equal(times.length, 3, `${times}`);
  assert.equal(Math.min(...times), Number(run.cpu_us));
  assert.ok(times.every((time) => time > 1_000_000), `${times}`);
  const words = times.map((time) => `${(time / 1e6).toFixed(2)} s`).join(", ");
  assert.ok(textOf(fragments.at(-1)).includes(words), `${words}: ${textOf(fragments.at(-1))}`);
});

scenario("the jury sees what a verdict rests on, and a contestant does not", 60, async () => {
  const { submission_id: number, id } = await judged("twice", "python3", GOOD);
  const seen = textOf(await jury.page(`/submissions/${number}`));
  for (const words of ["Evidence", `judge replay ${id}`, "sha256", "Kernel", "1 s of CPU (explicit), 64 MiB of memory", "exit code 0"]) {
    assert.ok(seen.includes(words), `${words}: ${seen}`);
  }
  const own = textOf(await ada.page(`/submissions/${number}`));
  for (const words of ["Evidence", "judge replay", "Kernel"]) assert.ok(!own.includes(words), words);
});
