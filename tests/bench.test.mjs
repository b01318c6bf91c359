// What `judge bench judging` tells, and that it leaves nothing behind. How fast things are here is not asked.

import assert from "node:assert/strict";

import { rows } from "./lib/database.mjs";
import { environment, judge } from "./lib/judge.mjs";
import { scenario } from "./lib/scenario.mjs";

const SMALL = ["bench", "judging", "--json", "--submissions", "4", "--tests", "5", "--claims", "100", "--rejudged", "3"];

function told(answer) {
  assert.equal(answer.code, 0, answer.stderr);
  const report = JSON.parse(answer.stdout);
  assert.ok(report.own_ms_per_test > 0 && report.claims_per_s > 0, answer.stdout);
  assert.deepEqual([report.lost, report.twice], [0, 0]);
  const { submissions, tests, slots, program_ms_per_test } = report.cost;
  assert.deepEqual([submissions, tests, slots], [4, 5, 2]);
  assert.ok(program_ms_per_test > 0, answer.stdout);
  assert.ok(report.live.rejudged >= 100 && report.live_wait_ms >= 0, answer.stdout);
  // A machine that is not quiet lets more be run than the one changed test of each.
  const { run, reused } = report.reused;
  assert.ok(run >= 3 && run + reused === 15 && report.reused_runs === reused, answer.stdout);
  return report;
}

scenario("judging is measured on a server of its own, whose CPU time is known", 120, async () => {
  const { cost, claims } = told(await judge(SMALL, { seconds: 100 }));
  assert.ok(cost.postgres_worker_core >= cost.worker_core && claims.cpu_ms_per_claim > 0, JSON.stringify({ cost, claims }));
});

scenario("on a server that is configured judging is measured in a database that is gone afterwards", 120, async () => {
  const server = process.env.DATABASE_URL;
  const databases = () => rows(server, "select datname from pg_database order by 1");
  const before = await databases();
  const { cost } = told(await judge(SMALL, { env: environment({ DATABASE_URL: server }), seconds: 100 }));
  assert.equal(cost.postgres_core, null);
  // Other tests make databases of theirs meanwhile.
  const left = (await databases()).filter(({ datname }) => datname.startsWith("judge_scratch_"));
  assert.deepEqual(left, before.filter(({ datname }) => datname.startsWith("judge_scratch_")));
});
