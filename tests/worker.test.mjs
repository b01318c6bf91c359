// Workers on machines of their own: with a login that can judge and nothing else.

import assert from "node:assert/strict";
import { join } from "node:path";

import { headline } from "./lib/client.mjs";
import { psql } from "./lib/database.mjs";
import { environment, judge } from "./lib/judge.mjs";
import { twice } from "./lib/package.mjs";
import { scenario } from "./lib/scenario.mjs";
import { scratch } from "./lib/scratch.mjs";
import { Site } from "./lib/site.mjs";
import { sleep } from "./lib/wait.mjs";

const RIGHT = "print(2 * int(input()))\n";
const WRONG = "print(3 * int(input()))\n";

async function siteOfTwice() {
  const site = await Site.still([twice(join(scratch(), "twice"))]);
  await site.serve();
  return site;
}

/** What `judge worker list` says of one. */
async function listed(site, name) {
  const all = JSON.parse(await site.judge("worker", "list", "--json"));
  return all.find((worker) => worker.name === name);
}

scenario("a machine judges with nothing but the address that judge worker add prints", 240, async () => {
  const site = await siteOfTwice();
  const login = JSON.parse(await site.judge("worker", "add", "lab7", "--json"));
  assert.match(login.role, /^judge_worker_[0-9a-f]{8}_lab7$/);
  assert.equal((await listed(site, "lab7")).state, "absent");
  const again = await judge(["worker", "add", "lab7"], { env: environment(site.options().env) });
  assert.equal(again.code, 2);
  assert.match(again.stderr, /has a login already/);

  const worker = site.machine(login.url, { worker: { slots: 1 } });
  await worker.says(/isolation/, 150);
  await site.hasShownUp("lab7");
  const ada = await site.user("ada");
  for (const [source, verdict] of [[RIGHT, "accepted"], [WRONG, "wrong answer"]]) {
    const submission = await ada.submit("twice", "python3", source);
    const fragments = await ada.follow(submission);
    assert.equal(headline(fragments.at(-1)).split(" on ")[0], verdict);
    const judging = await site.judging(submission);
    assert.deepEqual([judging.worker, judging.attempt, judging.internal_error], ["lab7", 1, null]);
    assert.ok((await site.rows(`select * from run where judging_id = ${judging.id} and window_us is not null`)).length > 0);
  }
  const told = await listed(site, "lab7");
  assert.deepEqual([told.state, told.login, told.slots, told.judging], ["idle", true, 1, []]);
  assert.ok(told.kernel && told.host && told.grade && told.languages.some(({ language }) => language === "python3"));
  const table = await site.judge("worker", "list");
  assert.match(table, /lab7 +idle +own/);

  await site.judge("worker", "drain", "lab7");
  const waiting = await ada.submit("twice", "python3", RIGHT);
  assert.equal((await listed(site, "lab7")).state, "drained");
  await sleep(3000);
  assert.equal((await site.judging(waiting)).state, "queued");
  await site.judge("worker", "resume", "lab7");
  await ada.follow(waiting);
  assert.equal((await site.judging(waiting)).worker, "lab7");

  for (const secret of ["users", "session", "login_attempt"]) {
    await assert.rejects(psql(login.url, `select * from ${secret}`), /permission denied/);
  }
  assert.doesNotMatch(worker.log, /permission denied|row-level security/);
  assert.equal(await worker.stop(), 0);
  assert.equal((await listed(site, "lab7")).state, "absent");
  assert.equal(await site.service.stop(), 0);
});

scenario("a login works under its own name only, and says so", 60, async () => {
  const site = await siteOfTwice();
  const { url } = JSON.parse(await site.judge("worker", "add", "lab7", "--json"));
  const worker = site.machine(url, { worker: { name: "lab8" } });
  assert.equal(await worker.ends(40), 2);
  assert.match(worker.log, /\[worker\] name is lab8, and the login in use is that of the worker lab7/);
  await site.service.stop();
});

scenario("a worker leaves when its login is taken away", 240, async () => {
  const site = await siteOfTwice();
  const { url } = JSON.parse(await site.judge("worker", "add", "lab7", "--json"));
  const worker = site.machine(url);
  await worker.says(/isolation/, 150);
  await site.hasShownUp("lab7");
  await site.judge("worker", "remove", "lab7");
  assert.equal(await worker.ends(40), 2);
  assert.equal(await listed(site, "lab7"), undefined);
  const gone = site.machine(url);
  assert.equal(await gone.ends(40), 2);
  await site.service.stop();
});

scenario("a worker stops when another judge has brought a newer schema, and says what to do", 120, async () => {
  const site = await siteOfTwice();
  const worker = await site.work("old");
  const newer = `insert into _sqlx_migrations (version, description, success, checksum, execution_time)
    values (9999, 'next', true, '', 0)`;
  await psql(site.database, newer);
  assert.equal(await worker.ends(40), 2);
  assert.match(worker.log, /schema 9999 .* install the newer judge on this machine/);
  for (const command of [["serve"], ["work"], ["problem", "list"]]) {
    const refused = await judge(command, { cwd: site.folder, env: environment(site.options().env) });
    assert.equal(refused.code, 2, command.join(" "));
    assert.match(refused.stderr, /schema 9999/);
  }
  await site.service.stop();
});
