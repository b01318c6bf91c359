// The queue as people see it: what stands still says why, and what somebody waits for is not held up by a rejudge.

import assert from "node:assert/strict";
import { join } from "node:path";

import { headline, textOf } from "./lib/client.mjs";
import { psql } from "./lib/database.mjs";
import { manyCases, twice } from "./lib/package.mjs";
import { scenario } from "./lib/scenario.mjs";
import { scratch } from "./lib/scratch.mjs";
import { Site } from "./lib/site.mjs";
import { until } from "./lib/wait.mjs";

const RIGHT = "print(2 * int(input()))\n";
const SLOW = `import time\ntime.sleep(0.5)\n${RIGHT}`;
/** With SLOW a judging of 30 s. */
const CASES = 60;

async function siteOf(cases) {
  const site = await Site.still([twice(join(scratch(), "twice"), manyCases(cases - 4))]);
  await site.serve();
  return site;
}

scenario("what is paused waits and says why, on the page and in the list, and is judged when it goes on", 120, async () => {
  const site = await siteOf(5);
  const worker = await site.work("alpha");
  const ada = await site.user("ada");
  const paused = JSON.parse(await site.judge("queue", "pause", "--problem", "twice", "--reason", "test 3 is wrong", "--json"));
  assert.deepEqual([paused.thing, paused.state], ["problem twice", "paused"]);
  const submission = await ada.submit("twice", "python3", RIGHT);
  const queue = JSON.parse(await site.judge("queue", "show", "--json"));
  assert.deepEqual(queue.waiting.map((heap) => [heap.class, heap.language, heap.judgings]), [["practice", "python3", 1]]);
  assert.deepEqual(queue.next.map((line) => [line.submission, line.user, line.why]), [[submission, "ada", "paused: problem twice"]]);
  assert.deepEqual(queue.workers.map(({ name, busy, takes_work }) => [name, busy, takes_work]), [["alpha", 0, true]]);
  const [pause] = queue.pauses;
  assert.deepEqual([pause.thing, pause.reason, pause.origin], ["problem twice", "test 3 is wrong", "jury"]);
  const place = JSON.parse(await site.judge("queue", "show", "--submission", String(submission), "--json"));
  assert.deepEqual([place.state, place.ahead, place.why], ["queued", 0, "paused: problem twice"]);

  const stream = ada.follow(submission, 60);
  assert.match(await site.judge("queue", "show"), new RegExp(pause.resume));
  assert.match(await site.judge(...pause.resume.split(" ").slice(1)), /Goes on: problem twice/);
  const fragments = (await stream).map(textOf);
  assert.ok(fragments[0].includes("Judging of this problem is paused: test 3 is wrong."), fragments[0]);
  assert.equal(headline((await ada.follow(submission)).at(-1)), "accepted");
  assert.deepEqual(JSON.parse(await site.judge("queue", "show", "--json")).pauses, []);
  assert.equal(await worker.stop(), 0);
});

scenario("a rejudge gives way after the test that it is at, and is judged afterwards as if nothing had been", 180, async () => {
  const site = await siteOf(CASES);
  const worker = await site.work("alpha", { slots: 1 });
  const ada = await site.user("ada");
  await site.judge("queue", "pause", "--worker", "alpha");
  const old = await ada.submit("twice", "python3", SLOW);
  await psql(site.database, "update judging set class = 3");
  await site.judge("queue", "resume", "--worker", "alpha");
  await until("the rejudge runs", 60, async () => (await site.judging(old)).tests_done > 1);

  const began = Date.now();
  const urgent = await ada.submit("twice", "python3", RIGHT);
  await ada.follow(urgent, 60);
  const took = Date.now() - began;
  const rejudge = await site.judging(old);
  assert.equal((await site.judging(urgent)).verdict, "AC");
  assert.notEqual(rejudge.state, "done", `the urgent one was not held up; it took ${took} ms`);
  assert.deepEqual([rejudge.errors, rejudge.losses, rejudge.internal_error], [0, 0, null]);
  await until("the rejudge is judged to its end", 90, async () => (await site.judging(old)).verdict === "AC");
  assert.ok((await site.judging(old)).attempt >= 2);
  assert.equal(await worker.stop(), 0);
});
