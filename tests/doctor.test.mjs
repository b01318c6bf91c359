// `judge doctor --attack`, and what a worker makes of the same self-test before its first job.

import assert from "node:assert/strict";
import { chmodSync, copyFileSync, mkdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

import { environment, judge, JUDGE, JUDGE_BOX, run, Service } from "./lib/judge.mjs";
import { descendants, Family, nothingLeft } from "./lib/left.mjs";
import { twice } from "./lib/package.mjs";
import { scenario } from "./lib/scenario.mjs";
import { scratch } from "./lib/scratch.mjs";
import { settings, Site } from "./lib/site.mjs";
import { sleep, until } from "./lib/wait.mjs";

/** Settings of a judge that has seen nothing of this machine yet. */
function fresh() {
  const data = join(scratch(), "data");
  return environment({ JUDGE_DATA: data });
}

function finding(diagnosis, what) {
  const found = diagnosis.findings.find((one) => one.what === what);
  assert.ok(found, `nothing is said of ${what}`);
  return found;
}

async function diagnose(args, env) {
  const answer = await judge(["doctor", "--json", ...args], { env });
  return { ...JSON.parse(answer.stdout), code: answer.code };
}

/** That every row of an attack held. */
function holds(attack) {
  const bad = attack.rows.filter((row) => !row.ok);
  assert.deepEqual(bad, []);
  assert.equal(attack.ok, true);
  assert.ok(attack.rows.length >= 35, `${attack.rows.length} rows`);
  for (const row of attack.rows) {
    assert.deepEqual(Object.keys(row).sort(), ["expected", "ok", "row", "seen", "threat"]);
    for (const key of ["expected", "row", "seen", "threat"]) assert.notEqual(row[key], "", `${key} of ${row.row}`);
  }
}

scenario("the attack holds, takes seconds, leaves nothing, and is remembered", 120, async () => {
  const env = fresh();
  const before = await diagnose([], env);
  assert.deepEqual([before.code, before.ok, before.attack], [0, true, undefined]);
  assert.equal(finding(before, "self-test").state, "missing");

  const family = new Family();
  const answer = await judge(["doctor", "--attack", "--json"], { env, during: family.watch });
  await family.gone();
  assert.equal(answer.code, 0, answer.stdout);
  const { attack, ok } = JSON.parse(answer.stdout);
  holds(attack);
  assert.equal(ok, true);
  assert.ok(attack.seconds < 20, `${attack.seconds} s`);

  const after = await diagnose([], env);
  assert.equal(finding(after, "self-test").state, "ok");
  assert.match(finding(after, "self-test").detail, new RegExp(`all ${attack.rows.length} rows held, .* seconds? ago`));
});

scenario("for people there is a table with a line for each program, and how many held", 240, async () => {
  const { code, stdout } = await judge(["doctor", "--attack"], { env: fresh() });
  assert.equal(code, 0, stdout);
  assert.match(stdout, /^ok +self-test +all \d+ rows held/m);
  assert.match(stdout, /^ok +001-busy-loop +a loop that never ends +time_limit, .*time_limit, /m);
  const [, good, all] = stdout.match(/^(\d+) of (\d+) hostile programs held, in \d+\.\d s$/m);
  assert.equal(good, all);
});

scenario("the two installed programs are enough: nothing beside them, no compiler in the path", 240, async () => {
  const folder = scratch();
  mkdirSync(join(folder, "bin"));
  chmodSync(folder, 0o755);
  for (const program of [JUDGE, JUDGE_BOX]) copyFileSync(program, join(folder, "bin", program.split("/").pop()));
  const nobody = readFileSync("/etc/passwd", "utf8").match(/^nobody:[^:]*:(\d+):(\d+)/m).slice(1).map(Number);
  const users = [[]];
  // Without rights, and so most often without control groups: the table says what differs.
  if (process.getuid() === 0) users.push(["/usr/bin/setpriv", `--reuid=${nobody[0]}`, `--regid=${nobody[1]}`, "--clear-groups"]);
  for (const [i, user] of users.entries()) {
    const env = { PATH: "/nowhere", HOME: "/nowhere", JUDGE_DATA: `/tmp/judge-test-${process.pid}-${i}` };
    const [program, ...args] = [...user, join(folder, "bin/judge"), "doctor", "--attack", "--json"];
    const answer = await run(program, args, { env, cwd: "/", seconds: 110 });
    await run("/bin/rm", ["-r", "-f", env.JUDGE_DATA]);
    const { attack, grade } = JSON.parse(answer.stdout);
    assert.match(grade, /^(full|practice)$/);
    holds(attack);
    assert.equal(answer.code, 0);
  }
});

scenario("a worker that is told to stop in the middle of its self-test leaves nothing", 240, async () => {
  const site = await Site.still([]);
  const folder = join(site.folder, "w");
  mkdirSync(folder);
  settings(folder, { worker: { name: "w" } });
  const env = { DATABASE_URL: site.database, JUDGE_DATA: join(folder, "data") };
  const worker = Service.judge(["work"], { cwd: folder, env });
  // Only the self-test has two boxes at once.
  await until("it is in the middle", 30, () => descendants(worker.pid).filter((one) => one.name === "judge-box").length > 3);
  const family = descendants(worker.pid);
  assert.equal(await worker.stop(20), 0);
  assert.ok(!/isolation/.test(worker.log), "it had not become a worker yet");
  await nothingLeft(worker.pid, family);
});

const DOUBLE = "print(2 * int(input()))\n";

scenario("a worker tries its boxes before its first job, tells the database, and remembers it when it starts again", 180, async () => {
  const site = await Site.still([twice(join(scratch(), "twice"))]);
  // Nothing is remembered for it.
  const folder = join(site.folder, "w");
  mkdirSync(folder);
  settings(folder, { worker: { name: "w" } });
  const options = { cwd: folder, env: { DATABASE_URL: site.database, JUDGE_DATA: join(folder, "data") } };
  const memory = join(folder, "data/cache/self-test/last.json");
  const first = Service.judge(["work"], options);
  await first.says(/isolation/, 90);
  const [row] = await site.rows("select self_test, judge_box, kernel, refused, self_test_at <= seen_at as past from worker where name = 'w'");
  assert.ok(row.self_test.rows >= 35 && row.self_test.seconds > 0);
  assert.deepEqual([row.self_test.failed, row.refused, row.past], [[], [], true]);
  assert.match(row.judge_box, /^[0-9a-f]{12}$/);
  assert.equal(row.kernel, readFileSync("/proc/sys/kernel/osrelease", "utf8").trim());

  const { workers } = JSON.parse(await site.judge("doctor", "--json"));
  assert.deepEqual(workers.map((one) => [one.name, one.grade, one.self_test.failed.length]), [["w", workers[0].grade, 0]]);
  assert.ok(workers[0].languages.some((one) => one.language === "python3"));
  assert.match(await site.judge("doctor"), /^ok +w .* rows held, /m);

  const written = statSync(memory).mtimeMs;
  assert.equal(await first.stop(), 0);
  const second = Service.judge(["work"], options);
  await second.says(/isolation/, 90);
  assert.equal(statSync(memory).mtimeMs, written, "it was not tried again");
  assert.equal(await second.stop(), 0);
});

scenario("a worker in whose boxes programs are misjudged says which, takes no job, and is not counted as one", 180, async () => {
  const site = await Site.still([twice(join(scratch(), "twice"))]);
  await site.serve();
  const ada = await site.user("ada");
  const folder = join(site.folder, "w");
  // What it finds is nothing for others to remember.
  mkdirSync(folder);
  settings(folder, { worker: { name: "w" } });
  const env = { DATABASE_URL: site.database, JUDGE_DATA: join(folder, "data") };
  // A limit of the host's that is below what programs may have: too much memory shows as a failed allocation.
  const command = ["prlimit", "--data=120000000:120000000", JUDGE];
  const good = await site.work("good");
  const number = await ada.submit("twice", "python3", DOUBLE);
  await ada.follow(number, 60);
  assert.equal(await good.stop(), 0);

  const worker = Service.judge(["work"], { cwd: folder, env, command });
  await worker.says(/takes no job: \d+ of \d+ rows did not hold: .*021-anonymous/, 90);
  assert.match(worker.log, /021-anonymous \(touches twice the limit\): expected memory_limit, .*; saw ok, /);
  assert.match(worker.log, /judge doctor --attack/);
  const next = await ada.submit("twice", "python3", DOUBLE).catch((error) => error);
  assert.ok(next instanceof Error, "no language is offered");
  const { workers, findings } = JSON.parse(await site.judge("doctor", "--json"));
  assert.ok(workers[0].self_test.failed.some((line) => line.startsWith("021-anonymous: expected memory_limit")));
  const found = finding({ findings }, "workers");
  assert.deepEqual([found.state, /take no job/.test(found.detail)], ["missing", true]);

  // One that was sent before.
  const beside = JSON.parse(await site.judge("rejudge", "plan", "--submission", String(number), "--reason", "a test", "--no-wait", "--json"));
  assert.deepEqual([beside.state, beside.progress.queued], ["judging", 1]);
  await sleep(3000);
  const [judging] = await site.rows(`select state, worker from judging where submission_id = ${number} and not valid`);
  assert.deepEqual([judging.state, judging.worker], ["queued", null]);
  assert.equal(await worker.stop(), 0);
  assert.equal(await site.value("select count(*)::int from worker"), 0);

  const again = await site.work("another");
  const shown = JSON.parse(await site.judge("rejudge", "show", String(beside.id), "--wait", "--json"));
  assert.deepEqual(shown.matrix, [{ from: "AC", to: "AC", count: 1 }]);
  assert.equal(await again.stop(), 0);
  assert.equal(await site.service.stop(), 0);
});
