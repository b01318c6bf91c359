// A database of the version before is brought up to date and goes on; programs of two versions refuse each other.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";

import { Client, textOf } from "./lib/client.mjs";
import { freshDatabase } from "./lib/database.mjs";
import { ROOT } from "./lib/judge.mjs";
import { scenario } from "./lib/scenario.mjs";
import { settings, Site } from "./lib/site.mjs";
import { until } from "./lib/wait.mjs";

/** Of the user ada, whose session does not end before 2100. */
const COOKIE = "2578240210ebfd1a75ba4ce07b73c365141398e0f9f673da72bfee95928ef3a8";

/** A site on what tests/old/0008.sql tells at its top; nothing of ours has touched it yet. */
async function old() {
  const database = await freshDatabase();
  const file = join(ROOT, "tests/old/0008.sql");
  await promisify(execFile)("psql", ["--no-psqlrc", "--quiet", "-v", "ON_ERROR_STOP=1", "-d", database, "-f", file]);
  const site = new Site(database);
  settings(site.folder);
  return site;
}

scenario("data of the version before are migrated: pages open, what waited is judged, and all can be judged again", 150, async () => {
  const site = await old();
  await site.judge("migrate");
  await site.serve();
  const ada = new Client(site.base);
  ada.cookies.set("judge", COOKIE);

  assert.match(textOf(await ada.page("/")), /ada/, "the session goes on");
  for (const path of ["/problems/twice", "/problems/points", "/submissions"]) await ada.page(path);
  const verdicts = ["accepted", "queued", "compile error", "wrong answer", "partially accepted", "accepted"];
  for (const [i, verdict] of verdicts.entries()) {
    const text = textOf(await ada.page(`/submissions/${i + 1}`));
    assert.match(text, new RegExp(verdict, "i"), `submission ${i + 1}`);
  }
  assert.match(textOf(await ada.page("/submissions/5")), /66\.67/, "points are as they were");

  const worker = await site.work("new", { slots: 1 });
  const unfinished = () => site.value("select count(*) from judging where state <> 'done'");
  await until("what waited is judged", 90, async () => (await unfinished()) === 0, 200);
  const valid = () => site.rows("select submission_id as n, verdict from judging where valid order by 1");
  const expected = ["AC", "WA", "CE", "WA", "PA", "AC", "AC", "AC", "AC"].map((verdict, i) => ({ n: i + 1, verdict }));
  assert.deepEqual(await valid(), expected);
  assert.match(textOf(await ada.page("/submissions/7")), /accepted/, "the one whose worker died");

  const plan = ["--problem", "twice", "--reason", "the schema has changed", "--json"];
  const { id } = JSON.parse(await site.judge("rejudge", "plan", ...plan));
  await site.judge("rejudge", "apply", `${id}`);
  assert.equal(await site.value("select count(*) from judging where valid and number > 1"), 7, "all of that problem count anew");
  assert.deepEqual(await valid(), expected);
  assert.equal(await worker.stop(), 0);
  assert.equal(await site.service.stop(), 0);
});

scenario("nothing works on a schema that is older or newer than it knows, and says what to do", 60, async () => {
  const site = await old();
  for (const role of ["serve", "work"]) {
    const refused = await site.tryJudge(role);
    assert.equal(refused.code, 2, refused.stderr);
    assert.match(refused.stderr, /judge migrate/);
  }
  await site.judge("migrate");
  await site.tomorrow();
  for (const role of ["serve", "work", "migrate"]) {
    const refused = await site.tryJudge(role);
    assert.equal(refused.code, 2, refused.stderr);
    assert.match(refused.stderr, /9000/);
  }
});

scenario("pages and workers that run end when the schema outgrows them, and take nothing more", 120, async () => {
  const site = await Site.still([]);
  await site.serve();
  const worker = await site.work("old", { slots: 1 });
  await site.tomorrow();
  for (const service of [site.service, worker]) {
    assert.equal(await service.ends(30), 2, service.log);
    assert.match(service.log, /9000/);
  }
});
