// Any process may die at any instruction: a submission still comes to exactly one verdict.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";

import { warm } from "./lib/cache.mjs";
import { Client, field, headline, textOf } from "./lib/client.mjs";
import { cluster, privateUrl, value } from "./lib/database.mjs";
import { Service } from "./lib/judge.mjs";
import { descendants, nothingLeft } from "./lib/left.mjs";
import { manyCases, twice } from "./lib/package.mjs";
import { Proxy } from "./lib/proxy.mjs";
import { scenario } from "./lib/scenario.mjs";
import { scratch } from "./lib/scratch.mjs";
import { address, settings, Site } from "./lib/site.mjs";
import { sleep, until } from "./lib/wait.mjs";

/** Longer than any time for which a busy machine keeps a worker from renewing it. */
const LEASE = "6s";
/** Twelve tests of 0.4 s: long enough to be hit in the middle. */
const CASES = 12;
const SLOW = "import time\ntime.sleep(0.4)\nprint(2 * int(input()))\n";

function slowProblem() {
  return twice(join(scratch(), "twice"), manyCases(CASES - 4));
}

/** Its one judging is done, accepted, and has the runs of one attempt, each test once. */
async function exactlyOneVerdict(site, submission) {
  const judgings = await site.rows(`select * from judging where submission_id = ${submission}`);
  assert.equal(judgings.length, 1, "one judging");
  const [judging] = judgings;
  assert.deepEqual([judging.state, judging.verdict, judging.tests_done, judging.tests_total], ["done", "AC", CASES, CASES]);
  const runs = await site.rows(`select * from run where judging_id = ${judging.id} order by position`);
  assert.deepEqual([...new Set(runs.map((run) => run.attempt))], [judging.attempt], "runs of the last attempt alone");
  assert.deepEqual(runs.map((run) => run.position - runs[0].position), Array.from({ length: CASES }, (_, i) => i));
  return judging;
}

function inTheMiddle(site, submission) {
  return until("some tests are done", 40, async () => {
    const judging = await site.judging(submission);
    return judging.state === "running" && judging.tests_done >= 2 && judging;
  });
}

scenario("a worker killed in the middle of a judging: another one ends it, once", 120, async () => {
  const site = await Site.still([slowProblem()]);
  await site.serve();
  const workers = {};
  for (const name of ["left", "right"]) workers[name] = await site.work(name, { slots: 1, lease: LEASE });
  const ada = await site.user("ada");
  const submission = await ada.submit("twice", "python3", SLOW);
  const stream = ada.follow(submission, 90);

  const before = await inTheMiddle(site, submission);
  const family = descendants(workers[before.worker].pid);
  await workers[before.worker].kill();
  await until("the dead worker's programs are gone", 5, () => nothingLeft(0, family, 0).then(() => true, () => false));

  const fragments = await stream;
  assert.equal(headline(fragments.at(-1)), "accepted", "the page that was open has seen it through");
  assert.ok(fragments.some((html) => textOf(html).includes("The worker that had it was lost")), "and was told why it began again");
  const after = await exactlyOneVerdict(site, submission);
  assert.equal(after.attempt, 2);
  assert.notEqual(after.worker, before.worker);
  assert.match(after.internal_error, new RegExp(`Attempt 1 on ${before.worker}: the worker stopped answering`));
  const [survivor] = Object.values(workers).filter((worker) => worker.running);
  assert.equal(await survivor.stop(), 0);
  assert.equal(await site.service.stop(), 0);
});

scenario("a worker that was only asleep wakes up, and what it still writes counts for nothing", 120, async () => {
  const site = await Site.still([slowProblem()]);
  await site.serve();
  const sleeper = await site.work("sleeper", { slots: 1, lease: LEASE });
  const ada = await site.user("ada");
  const submission = await ada.submit("twice", "python3", SLOW);
  await inTheMiddle(site, submission);
  sleeper.child.kill("SIGSTOP");
  const other = await site.work("other", { slots: 1, lease: LEASE });
  await until("the other one has it", 30, async () => (await site.judging(submission)).worker === "other");
  sleeper.child.kill("SIGCONT");
  await ada.follow(submission, 60);
  await sleeper.says(/another worker has this judging now/);
  const judging = await exactlyOneVerdict(site, submission);
  assert.deepEqual([judging.attempt, judging.worker], [2, "other"]);

  // The sleeper is as good as new.
  assert.equal(await other.stop(), 0);
  const next = await ada.submit("twice", "python3", SLOW);
  await ada.follow(next);
  assert.equal((await exactlyOneVerdict(site, next)).worker, "sleeper");
  assert.equal(await sleeper.stop(), 0);
});

scenario("what a worker wrote in time and what arrives after another one's verdict is refused", 150, async () => {
  const postgres = await cluster({ listen: "127.0.0.1" });
  const proxy = await Proxy.to(Number(new URL(postgres.tcp).port));
  const site = await Site.still([slowProblem()], postgres.url);
  await site.serve();
  const behind = new URL(postgres.tcp);
  behind.port = proxy.port;
  const zombie = await site.work("zombie", { slots: 1, lease: LEASE }, { env: { DATABASE_URL: behind.href } });
  const ada = await site.user("ada");
  const submission = await ada.submit("twice", "python3", SLOW);
  await inTheMiddle(site, submission);
  proxy.hold();
  const other = await site.work("other", { slots: 1, lease: LEASE });
  await ada.follow(submission, 90);
  const rows = async () => [await site.rows("select * from judging"), await site.rows("select * from run order by position")];
  const before = await rows();
  await until("the other one has written something, too", 30, () => proxy.held.length > 0);
  proxy.release();
  await zombie.says(/another worker has this judging now/);
  assert.deepEqual(await rows(), before, "nothing of it was written");
  const judging = await exactlyOneVerdict(site, submission);
  assert.equal(judging.worker, "other");
  for (const worker of [zombie, other]) assert.equal(await worker.stop(), 0);
  assert.equal(await site.service.stop(), 0);
  await postgres.stop("fast");
});

scenario("a program that brings down every worker becomes a judge error after three of them", 120, async () => {
  const site = await Site.still([slowProblem()]);
  await site.serve();
  const ada = await site.user("ada");
  let poison;
  for (const attempt of [1, 2, 3]) {
    const worker = await site.work(`victim${attempt}`, { slots: 1, lease: LEASE });
    poison ??= await ada.submit("twice", "python3", SLOW);
    await until("it is taken", 30, async () => (await site.judging(poison)).attempt === attempt);
    await worker.kill();
  }
  const last = await site.work("last", { slots: 1, lease: LEASE });
  const fragments = await ada.follow(poison, 60);
  assert.equal(headline(fragments.at(-1)), "judge error");
  assert.match(textOf(fragments.at(-1)), /failure of the judge, not yours/);
  const good = await ada.submit("twice", "python3", SLOW);
  await ada.follow(good);
  assert.equal((await exactlyOneVerdict(site, good)).worker, "last", "the judge goes on");
  assert.equal(await last.stop(), 0);
});

scenario("a worker told to stop ends what it has in hand, or gives it back", 90, async () => {
  const site = await Site.still([slowProblem()]);
  await site.serve();
  const first = await site.work("first", { slots: 1 });
  const ada = await site.user("ada");
  const submissions = [];
  for (let i = 0; i < 2; i++) submissions.push(await ada.submit("twice", "python3", SLOW));
  await inTheMiddle(site, submissions[0]);
  assert.equal(await first.stop(), 0);
  assert.equal((await exactlyOneVerdict(site, submissions[0])).attempt, 1, "it had time enough");
  assert.equal((await site.judging(submissions[1])).state, "queued");
  const second = await site.work("second", { slots: 1 });
  await ada.follow(submissions[1], 60);
  await exactlyOneVerdict(site, submissions[1]);
  assert.equal(await second.stop(), 0);
});

scenario("Postgres away for seconds in the middle of a judging: pages say 503 and lose nothing, the judging ends once", 150, async () => {
  const postgres = await cluster();
  const site = await Site.still([slowProblem()], postgres.url);
  await site.serve();
  const worker = await site.work("worker", { slots: 1, lease: "20s" });
  const ada = await site.user("ada");
  const form = { form_key: field(await ada.page("/problems/twice"), "form_key"), language: "python3", source: SLOW };
  const submission = await ada.submit("twice", "python3", SLOW);
  const stream = ada.follow(submission, 120);
  await inTheMiddle(site, submission);

  await postgres.stop("immediate");
  for (const path of ["/", "/problems/twice", `/submissions/${submission}`]) {
    const answer = await ada.get(path);
    assert.equal(answer.status, 503, path);
    assert.match(answer.headers.get("retry-after"), /^\d+$/);
    assert.match(answer.text, /The database is away/);
  }
  assert.equal((await ada.get("/health")).status, 503);
  const held = await ada.post("/problems/twice/submissions", form);
  assert.equal(held.status, 503);
  assert.match(held.headers.get("retry-after"), /^\d+$/);
  assert.deepEqual(["form_key", "language", "source"].map((name) => field(held.html, name)), Object.values(form), "what was typed is in the page");
  await sleep(2000);
  await postgres.start();

  assert.equal(headline((await stream).at(-1)), "accepted", "the open page goes on by itself");
  assert.equal((await exactlyOneVerdict(site, submission)).attempt, 1, "the worker kept what it had");
  const again = await ada.post("/problems/twice/submissions", form);
  assert.equal(again.status, 303);
  const second = again.location.split("/").pop();
  await ada.follow(second, 60);
  await exactlyOneVerdict(site, second);
  assert.equal(await worker.stop(), 0);
  assert.equal(await site.service.stop(), 0);
  await postgres.stop("fast");
});

for (const [what, signal] of [["killed", "SIGKILL"], ["restarted in good order", "SIGINT"]]) {
  scenario(`the private Postgres ${what} in the middle of a judging comes back, and the judging ends once`, 120, async () => {
    const folder = scratch();
    twice(join(folder, "problems/twice"), manyCases(CASES - 4));
    settings(folder, { web: { listen: "127.0.0.1:0" }, problems: { samples: "problems" } });
    const judge = Service.judge(["up"], { cwd: folder, env: { JUDGE_DATA: warm(join(folder, "data")) } });
    const site = new Site(privateUrl(join(folder, "data")));
    site.base = await address(judge);
    await judge.says(/isolation/);
    const ada = await new Client(site.base).register("ada");
    const submission = await ada.submit("twice", "python3", SLOW);
    await inTheMiddle(site, submission);

    const postmaster = () => Number(readFileSync(join(folder, "data/postgres/postmaster.pid"), "utf8").split("\n")[0]);
    const old = postmaster();
    process.kill(old, signal);
    const answers = new Set();
    await until("another server answers", 40, async () => {
      answers.add((await ada.get("/")).status);
      return value(site.database, "select 1").then(() => postmaster() !== old, () => false);
    });
    assert.ok([...answers].every((status) => status === 200 || status === 503), `${[...answers]}`);
    await until("it is judged", 60, async () => (await site.judging(submission)).state === "done", 200);
    await exactlyOneVerdict(site, submission);
    assert.match(await ada.page(`/submissions/${submission}`), /<h1>accepted<\/h1>/);
    assert.equal(await judge.stop(), 0);
  });
}

scenario("a web process killed and started again: the browser's form and session still hold", 60, async () => {
  const site = await Site.still([slowProblem()]);
  await site.serve();
  const worker = await site.work("worker", { slots: 1 });
  const ada = await site.user("ada");
  const form = { form_key: field(await ada.page("/problems/twice"), "form_key"), language: "python3", source: SLOW };
  await site.service.kill();
  await site.serve();
  ada.base = site.base;
  const answer = await ada.post("/problems/twice/submissions", form);
  assert.equal(answer.status, 303);
  await ada.follow(answer.location.split("/").pop());
  assert.equal(await worker.stop(), 0);
});
