// Files of problems outside of the database: in a folder and in a bucket, and on the way between them.

import assert from "node:assert/strict";
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { Bucket } from "./lib/bucket.mjs";
import { headline } from "./lib/client.mjs";
import { judge, environment, Service } from "./lib/judge.mjs";
import { manyCases, twice } from "./lib/package.mjs";
import { scenario } from "./lib/scenario.mjs";
import { scratch } from "./lib/scratch.mjs";
import { settings, Site } from "./lib/site.mjs";
import { until } from "./lib/wait.mjs";

const RIGHT = "print(2 * int(input()))\n";

/** A migrated database whose files go where `sections` says. */
async function siteWith(sections, packages) {
  const site = await Site.still([]);
  settings(site.folder, sections);
  for (const path of packages) await site.judge("problem", "import", path);
  return site;
}

/** All that `judge blobs check --json` says, and its exit status. */
async function checked(site, ...more) {
  const answer = await site.tryJudge("blobs", "check", "--json", ...more);
  assert.ok(answer.code < 2, answer.stderr);
  return { code: answer.code, ...JSON.parse(answer.stdout) };
}

async function moved(site, to) {
  return JSON.parse(await site.judge("blobs", "move", "--to", to, "--json"));
}

function files(folder) {
  const names = readdirSync(folder, { recursive: true }).map(String);
  return names.filter((name) => name.endsWith(".zst"));
}

/** Judges a submission by a worker that has no file yet, and stops the worker: what became of it. */
async function judgedAnew(site, sections, ada, slug) {
  const worker = site.machine(site.database, { worker: { name: "w", slots: 1 }, ...sections });
  await worker.says(/isolation/, 90);
  const submission = await ada.submit(slug, "python3", RIGHT);
  const fragments = await ada.follow(submission, 90);
  assert.equal(await worker.stop(), 0);
  return headline(fragments.at(-1)).split(" on ")[0];
}

scenario("files are judged from wherever they lie, and a move that is killed goes on where it was", 400, async () => {
  const bucket = await Bucket.open();
  const folder = join(scratch(), "blobs");
  const sections = { blobs: { place: "folder", folder }, "blobs.s3": bucket.settings() };
  const many = twice(join(scratch(), "many"), manyCases(150));
  const site = await siteWith(sections, [twice(join(scratch(), "twice")), many]);
  const all = Number(await site.value("select count(*) from blob"));
  assert.ok(all > 300);
  assert.deepEqual([files(folder).length, (await checked(site)).places[0].files], [all, all]);
  await site.serve();
  const ada = await site.user("ada");
  assert.match(await ada.page("/problems/twice"), /Read a number/);

  const { cwd, env } = site.options();
  const move = Service.judge(["blobs", "move", "--to", "s3"], { cwd, env });
  const there = () => site.value("select count(*) from blob where place = 's3'");
  await until("half of the files are moved", 60, async () => Number(await there()) > all / 2, 5);
  await move.kill();
  const part = Number(await there());
  assert.ok(part < all, "it was not over");
  const mixed = await checked(site);
  assert.deepEqual([mixed.code, mixed.faults, mixed.places.map(({ place }) => place)], [0, [], ["folder", "s3"]]);
  assert.equal(await judgedAnew(site, sections, ada, "twice"), "accepted");
  const again = await moved(site, "s3");
  assert.deepEqual([again.moved, again.left, again.faults], [all - part, 0, []]);
  await checked(site, "--sweep");
  const after = await checked(site);
  assert.deepEqual([after.code, after.leftovers, files(folder).length, bucket.objects().length], [0, [], 0, all]);
  assert.ok(bucket.objects().every((name) => name.startsWith("some/blobs/")));

  // What is uploaded meanwhile goes to the folder still.
  await site.judge("problem", "import", twice(join(scratch(), "later"), { "data/secret/1.in": "77\n", "data/secret/1.ans": "154\n" }));
  assert.ok(files(folder).length > 0);
  const back = await moved(site, "postgres");
  assert.deepEqual([back.left, files(folder), bucket.objects()], [0, [], []]);
  assert.match(await ada.page("/problems/later"), /Read a number/);
  assert.equal(await site.service.stop(), 0);
});

scenario("a file that was changed is named and judges nobody, and a place that is not there is no verdict", 300, async () => {
  const folder = join(scratch(), "blobs");
  const sections = { blobs: { folder } };
  const site = await siteWith(sections, [twice(join(scratch(), "twice"))]);
  const hash = await site.value("select encode(hash, 'hex') from blob where hash = sha256('1000\n')");
  const file = join(folder, hash.slice(0, 2), `${hash}.zst`);
  const bytes = readFileSync(file);
  const flipped = Buffer.from(bytes);
  flipped[flipped.length - 1] ^= 1;
  writeFileSync(file, flipped);
  const { code, faults } = await checked(site);
  assert.deepEqual([code, faults.length, faults[0].hash, faults[0].at, faults[0].needed_by], [1, 1, hash, file, ["twice 1"]]);
  assert.match(faults[0].what, /damaged.*restore/);

  await site.serve();
  const ada = await site.user("ada");
  const unknowing = site.machine(site.database, { worker: { name: "lost", slots: 1 } });
  assert.equal(await unknowing.ends(60), 2);
  assert.match(unknowing.log, /set \[blobs\] folder/);
  const worker = site.machine(site.database, { worker: { name: "w", slots: 1 }, ...sections });
  await worker.says(/isolation/, 90);
  const submission = await ada.submit("twice", "python3", RIGHT);
  const failed = await until("it failed at the file", 60, async () => {
    const judging = await site.judging(submission);
    return judging.internal_error ? judging : null;
  });
  assert.ok(failed.verdict === null || failed.verdict === "JE", failed.verdict);
  assert.match(failed.internal_error, /damaged/);
  writeFileSync(file, bytes);
  assert.equal((await checked(site)).code, 0);
  assert.equal(await worker.stop(), 0);
  assert.equal(await site.service.stop(), 0);
});

scenario("a store is reached by https that the system believes, and whoever starts without it is told why", 120, async () => {
  const bucket = await Bucket.open({ https: true });
  const site = await siteWith({}, [twice(join(scratch(), "twice"))]);
  const { cwd, env } = site.options();
  const tried = (args, more = {}) => judge(args, { cwd, env: environment({ ...env, ...more }) });
  const believing = { SSL_CERT_FILE: bucket.certificate };
  settings(site.folder, { "blobs.s3": bucket.settings() });
  const stranger = await tried(["serve"]);
  assert.equal(stranger.code, 2);
  assert.match(stranger.stderr, /s3:\/\/judge\/some\/blobs at https:.*certificate/);
  const over = await tried(["blobs", "move", "--to", "s3"], believing);
  assert.deepEqual([over.code, over.stderr], [0, ""]);
  assert.match(over.stdout, /Moved \d+ files to s3:\/\/judge\/some\/blobs/);
  assert.equal((await tried(["blobs", "check"], believing)).code, 0);

  settings(site.folder, { "blobs.s3": bucket.settings({ bucket: "nobodys" }) });
  const nobodys = await tried(["serve"], believing);
  assert.deepEqual([nobodys.code, /bucket/i.test(nobodys.stderr)], [2, true]);
  settings(site.folder, { "blobs.s3": bucket.settings({ access_key: "x", secret_key: "a secret" }) });
  const locked = await tried(["serve"], believing);
  assert.deepEqual([locked.code, locked.stderr.includes("a secret")], [2, false]);
  assert.match(locked.stderr, /InvalidAccessKeyId/);
  const keyed = { ...believing, AWS_ACCESS_KEY_ID: "S3RVER", AWS_SECRET_ACCESS_KEY: "S3RVER" };
  assert.equal((await tried(["blobs", "check"], keyed)).code, 0);

  bucket.holdOnly(null);
  const again = ["problem", "import", twice(join(scratch(), "twice"))];
  const lost = await tried(again, keyed);
  assert.deepEqual([lost.code, /is it the right one\?.*empty file judge-blobs\.txt/.test(lost.stderr)], [2, true]);
  bucket.holdOnly("some/blobs/judge-blobs.txt");
  assert.equal((await tried(again, keyed)).code, 0);
  assert.equal((await tried(["blobs", "check"], keyed)).code, 0);

  await bucket.service.kill();
  for (const args of [["serve"], ["work"], ["blobs", "check"]]) {
    const away = await tried(args, keyed);
    assert.deepEqual([args, away.code], [args, 2]);
    assert.match(away.stderr, /s3:\/\/judge\/some\/blobs at https:.*refused/);
  }
  const told = JSON.parse((await tried(["doctor", "--json"], keyed)).stdout);
  const finding = told.findings.find(({ what }) => what === "blobs");
  assert.deepEqual([finding.state, /refused/.test(finding.detail)], ["bad", true]);
});
