// Everything at once: workers are killed, frozen, cut off, their disks are full and their clocks jump, and Postgres is
// restarted and killed, while submissions with known verdicts come in. Each comes to its one verdict.
//
// STORM is how many submissions there are at least; `make chaos` has 2,000.

import assert from "node:assert/strict";
import { join } from "node:path";

import { field } from "./lib/client.mjs";
import { cluster } from "./lib/database.mjs";
import { Cable, Clock, Disk } from "./lib/disasters.mjs";
import { Family, nothingLeft } from "./lib/left.mjs";
import { twice } from "./lib/package.mjs";
import { program } from "./lib/programs.mjs";
import { scenario } from "./lib/scenario.mjs";
import { scratch } from "./lib/scratch.mjs";
import { Site } from "./lib/site.mjs";
import { PATIENCE, sleep, until } from "./lib/wait.mjs";

const SUBMISSIONS = Number(process.env.STORM || 20);
/** Seconds; longer than any time for which a busy machine keeps a worker from renewing it. */
const LEASE = 6;
const BEYOND = (LEASE * PATIENCE + 2) * 1000;
/** Sent and not judged at once. */
const WAITING = 16;
/** A judging that lost so many workers is left in peace: one more, and it would be a judge error by right. */
const MOST_LOSSES = 1;

/** Time limit and memory low, so that programs that break them do it soon. */
function problem() {
  const yaml = "problem_format_version: 2025-09\ntype: pass-fail\nname: Twice\nuuid: 5f3b7c9e-4f0c-4a39-9a44-51b51c0a4a58\nlimits:\n  time_limit: 1\n  memory: 32\n  output: 1\n";
  return twice(join(scratch(), "twice"), { "problem.yaml": yaml });
}

/** The workers, each with its own fate, and what becomes of them. */
class Storm {
  constructor(site, postgres, cable) {
    Object.assign(this, { site, postgres, cable, over: false, rounds: 0, families: [] });
    this.clock = new Clock();
    this.disk = new Disk(join(site.folder, "full/data/cache/blobs"));
    this.workers = {};
  }

  /** The workers one after the other: each tries all that it needs. */
  async begin() {
    await this.start("mortal");
    await this.start("sleeper");
    await this.start("far", { command: this.cable.command, env: { DATABASE_URL: this.postgres.tcp } });
    await this.start("full", { env: this.clock.env });
  }

  async start(name, how) {
    const worker = await this.site.work(name, { slots: 1, lease: `${LEASE * PATIENCE}s` }, how);
    const family = new Family();
    family.watch(worker.pid);
    this.families.push(family);
    this.workers[name] = worker;
  }

  /** Rounds of one kind of disaster, until the storm is over. Each happens at least once. */
  async lane(pause, disaster) {
    do {
      await sleep(pause);
      await this.peace();
      await disaster();
      this.rounds += 1;
    } while (!this.over);
  }

  /** Nothing happens any more, and nobody watches: the test's process can end. */
  ends() {
    this.over = true;
    for (const family of this.families) family.watching = false;
  }

  /** Until no judging would be lost once too often. */
  async peace() {
    const lost = `select count(*) from judging where state <> 'done' and attempt > ${MOST_LOSSES}`;
    await until("nobody is in danger", 60, async () => (await this.patiently(() => this.site.value(lost))) === 0);
  }

  /** What a database that is away for the moment answers when it is back. */
  async patiently(ask) {
    let answer;
    await until("the database answers", 120, () => ask().then((found) => ((answer = found), true), () => false));
    return answer;
  }

  lanes() {
    const { workers, cable, disk, clock, postgres } = this;
    const modes = ["fast", "kill", "immediate"];
    let restarts = 0;
    return [
      this.lane(1500, async () => {
        await workers.mortal.kill();
        // It does not begin where there is no database.
        await this.patiently(() => this.start("mortal").then(() => true));
      }),
      this.lane(1000, async () => {
        workers.sleeper.child.kill("SIGSTOP");
        await sleep(BEYOND);
        workers.sleeper.child.kill("SIGCONT");
      }),
      this.lane(2000, async () => {
        cable.pull();
        await sleep(BEYOND);
        cable.plug();
      }),
      this.lane(500, async () => {
        disk.fill();
        await sleep(3000);
        disk.clear();
      }),
      this.lane(1000, async () => {
        clock.step(3600);
        await sleep(2000);
        clock.step(-3600);
        await sleep(2000);
        clock.step(0);
      }),
      this.lane(4000, async () => {
        const mode = modes[restarts++ % modes.length];
        await (mode === "kill" ? postgres.kill() : postgres.stop(mode));
        await sleep(500);
        await this.patiently(() => postgres.start().then(() => true));
      }),
    ];
  }
}

/** Sends them as a browser does, whatever is away at the moment: `{ number, verdict }` of each. */
async function send(storm, ada) {
  const sent = [];
  for (let number = 0; number < SUBMISSIONS || storm.rounds < 8; number++) {
    const { verdict, source } = program(number);
    const form = await storm.patiently(() => ada.page("/problems/twice"));
    const fields = { form_key: field(form, "form_key"), language: "c", source };
    const answer = await storm.patiently(async () => {
      const tried = await ada.post("/problems/twice/submissions", fields);
      assert.ok([303, 503].includes(tried.status), `${tried.status} ${tried.text}`);
      return tried.status === 303 ? tried : Promise.reject(new Error("away"));
    });
    sent.push({ number: Number(answer.location.split("/").pop()), verdict });
    await storm.patiently(async () => {
      const waiting = await storm.site.value("select count(*) from judging where state <> 'done'");
      return waiting < WAITING || Promise.reject(new Error("enough for now"));
    });
  }
  return sent;
}

/** Each has its one judging, with its one verdict, and the runs of one attempt. */
async function allAreRight(site, sent) {
  const judgings = await site.rows(`select submission_id, verdict, attempt, internal_error, reason from judging where valid`);
  const found = new Map(judgings.map((judging) => [judging.submission_id, judging]));
  const wrong = sent.filter(({ number, verdict }) => found.get(number)?.verdict !== verdict);
  assert.deepEqual(wrong.map(({ number, verdict }) => ({ expected: verdict, ...found.get(number) })), []);
  assert.equal(await site.value("select count(*) from submission"), sent.length, "no form was taken twice");
  assert.equal(await site.value("select count(*) from judging"), sent.length, "one judging each");
  const strays = "select count(*) from run r join judging j on j.id = r.judging_id where r.attempt <> j.attempt";
  assert.equal(await site.value(strays), 0, "runs of the last attempt alone");
  const counts = "select count(*) from judging j where verdict = 'AC' and 4 <> (select count(*) from run where judging_id = j.id)";
  assert.equal(await site.value(counts), 0, "all tests of what was accepted");
}

scenario("in a storm of disasters each submission comes to its one right verdict, and nothing is left behind", 240 + SUBMISSIONS, async () => {
  const cable = new Cable();
  const postgres = await cluster({ listen: cable.address });
  const site = await Site.still([problem()], postgres.url);
  await site.serve();
  const storm = new Storm(site, postgres, cable);
  await storm.begin();
  const ada = await site.user("ada");

  try {
    const lanes = storm.lanes();
    const weather = Promise.all(lanes);
    const sent = await Promise.race([send(storm, ada), weather.then(() => assert.fail("the storm ended by itself"))]);
    storm.over = true;
    await weather;
    await until("all is judged", 120, async () => (await site.value("select count(*) from judging where state <> 'done'")) === 0, 200);
    await allAreRight(site, sent);

    for (const worker of Object.values(storm.workers)) assert.equal(await worker.stop(), 0, worker.name);
    // What a killed one could not take along, the next one that starts here sweeps up.
    const last = await site.work("last", { slots: 1, lease: `${LEASE * PATIENCE}s` });
    assert.equal(await last.stop(), 0);
    assert.equal(await site.service.stop(), 0);
    assert.deepEqual(await site.rows("select name from worker"), [], "everybody has left");
    storm.disk.remove();
    cable.remove();
    storm.ends();
    for (const family of storm.families) await nothingLeft(family.pid, family.members, 10);
    await postgres.stop("fast");
  } finally {
    storm.ends();
  }
});
