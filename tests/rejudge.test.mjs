// Rejudging: judged beside what counts, looked at, applied, undone; from the command line and in the browser.

import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before } from "node:test";

import { launch, open } from "./lib/browser.mjs";
import { headline, textOf } from "./lib/client.mjs";
import { twice } from "./lib/package.mjs";
import { scenario } from "./lib/scenario.mjs";
import { scratch } from "./lib/scratch.mjs";
import { Site } from "./lib/site.mjs";

const RIGHT = "print(2 * int(input()))\n";
/** Right by the answer that was wrong at first. */
const FITTED = "n = int(input())\nprint(2 * n + (n == 500))\n";
const SLEEPY = `import time\ntime.sleep(0.4)\n${RIGHT}`;

let site;
let browser;
let ada;

before(async () => {
  const samples = scratch();
  for (const slug of ["first", "second"]) twice(join(samples, slug), { "data/secret/3.ans": "1001\n" });
  twice(join(samples, "slow"));
  [site, browser] = await Promise.all([Site.up(samples), launch()]);
  await site.service.says(/isolation/, 90);
  ada = await site.user("ada");
});

after(() => browser?.close());

/** Corrects the wrong answer of that problem. */
async function correct(slug) {
  const folder = join(scratch(), slug);
  twice(folder);
  await site.judge("problem", "import", folder);
}

async function submitted(slug, source) {
  const number = await ada.submit(slug, "python3", source);
  await ada.follow(number);
  return number;
}

/** `judge rejudge ARGS… --json` */
async function rejudge(...args) {
  return JSON.parse(await site.judge("rejudge", ...args.map(String), "--json"));
}

async function refused(...args) {
  const answer = await site.tryJudge("rejudge", ...args.map(String));
  assert.equal(answer.code, 2, answer.stdout);
  return answer.stderr;
}

/** What a contestant sees of a submission: its headline and how many judgings. */
async function seen(number) {
  const page = await ada.page(`/submissions/${number}`);
  return [headline(page), (page.match(/class="num quiet">\d+<\/span>/g) ?? []).length];
}

scenario("a wrong test is corrected: the rejudging shows what it would do, does it, and takes it back", 240, async () => {
  const right = await submitted("first", RIGHT);
  const fitted = await submitted("first", FITTED);
  assert.deepEqual(await seen(right), ["wrong answer on test 4", 0]);
  await correct("first");

  const plan = await rejudge("plan", "--problem", "first", "--outdated", "--reason", "the third answer was wrong");
  assert.equal(plan.state, "judged");
  assert.deepEqual([plan.progress.total, plan.progress.done, plan.progress.verdicts, plan.progress.judge_errors], [2, 2, 2, 0]);
  assert.deepEqual(plan.filter, { problem: "first", outdated: true });
  const moves = plan.matrix.map(({ from, to, count }) => `${from} ${to} ${count}`).sort();
  assert.deepEqual(moves, ["AC WA 1", "WA AC 1"]);
  const [first, second] = plan.changes;
  assert.deepEqual([first.submission, first.user, first.from, first.to], [right, "ada", "WA", "AC"]);
  assert.deepEqual([first.test, first.test_from, first.test_to], ["secret/3", "WA", "AC"]);
  assert.deepEqual([second.submission, second.test, second.to], [fitted, "secret/3", "WA"]);
  assert.match(plan.steps[0].who, /^\S+ on \S+$/);
  assert.deepEqual(await seen(right), ["wrong answer on test 4", 0], "contestants see nothing of it");
  assert.match(await site.judge("rejudge", "show", String(plan.id)), /All 2 submissions are judged\. Other verdicts: 2,/);

  const flags = () => site.rows("select id, valid from judging order by id");
  const before = await flags();
  const applied = await rejudge("apply", plan.id, "--reason", "seen by two");
  assert.deepEqual([applied.state, applied.swapped, applied.kept], ["applied", 2, 0]);
  assert.deepEqual(await seen(right), ["accepted", 2]);
  assert.deepEqual(await seen(fitted), ["wrong answer on test 4", 2]);
  assert.match(await refused("apply", plan.id), /it is applied/);

  const undone = await rejudge("undo", plan.id);
  assert.deepEqual([undone.state, undone.swapped], ["judged", 2]);
  assert.deepEqual(await flags(), before);
  assert.deepEqual(await seen(right), ["wrong answer on test 4", 0]);
  await rejudge("apply", plan.id);
  const shown = await rejudge("show", plan.id);
  assert.deepEqual(shown.steps.map(({ step }) => step), ["plan", "apply", "undo", "apply"]);
  assert.equal(shown.steps[1].reason, "seen by two");
  assert.match(await refused("plan", "--problem", "first", "--outdated", "--reason", "again"), /no submission fits/);
});

scenario("two rejudgings of one submission say so, and the later is refused with the way out", 120, async () => {
  const number = await submitted("slow", RIGHT);
  const one = await rejudge("plan", "--submission", number, "--reason", "one");
  const two = await rejudge("plan", "--submission", number, "--reason", "two");
  assert.deepEqual(two.overlaps, [{ rejudging: one.id, state: "open", submissions: 1 }]);
  const applied = await rejudge("apply", one.id);
  assert.deepEqual(applied.overlaps, [{ rejudging: two.id, state: "open", submissions: 1 }]);
  assert.match(await refused("apply", two.id), new RegExp(`undo rejudging ${one.id} first`));
  assert.equal((await rejudge("drop", two.id)).state, "dropped");
  const listed = await rejudge("list");
  assert.deepEqual(listed.slice(0, 2).map(({ id, state }) => [id, state]), [[two.id, "dropped"], [one.id, "applied"]]);
});

scenario("what cannot be planned is said in words", 60, async () => {
  const words = [
    [["plan", "--reason", "x"], /say which submissions/],
    [["plan", "--submission", "99999", "--reason", "x"], /there is no submission 99999/],
    [["plan", "--problem", "nothing", "--reason", "x"], /there is no problem nothing/],
    [["plan", "--user", "nobody", "--reason", "x"], /there is no user nobody/],
    [["plan", "--problem", "first", "--version", "9", "--reason", "x"], /no version 9/],
    [["plan", "--problem", "first", "--reason", " "], /say why/],
    [["plan", "--problem", "first", "--since", "noon", "--reason", "x"], /not a time/],
    [["apply", "99999"], /there is no rejudging 99999/],
  ];
  for (const [args, expected] of words) assert.match(await refused(...args), expected);
});

scenario("the jury plans, watches, applies and undoes a rejudging in the browser", 240, async () => {
  const numbers = [];
  for (let i = 0; i < 3; i++) numbers.push(await submitted("second", SLEEPY));
  await correct("second");
  const jury = await site.user("judy", "jury");
  const { page, context, quiet } = await open(browser, site.base);
  await context.addCookies([...jury.cookies].map(([name, value]) => ({ name, value, url: site.base })));

  await page.goto("/problems/second/versions");
  await page.getByText("3 submissions were judged on another version").waitFor();
  await page.getByRole("link", { name: "Plan a rejudging" }).click();
  await page.getByText("3 submissions fit:").waitFor();
  await page.getByLabel("Verdict").selectOption("AC");
  await page.getByRole("button", { name: "Count" }).click();
  await page.getByText("No submission fits.").waitFor();
  await page.getByLabel("Verdict").selectOption("");
  await page.getByLabel("Why are they judged again?").fill("the third answer was wrong");
  await page.getByRole("button", { name: "Count" }).click();
  await page.getByRole("button", { name: "Judge 3 submissions again" }).click();
  await page.waitForURL(/\/rejudgings\/\d+$/);
  await page.getByRole("heading", { name: /^Rejudging \d+ is judged$/ }).waitFor({ timeout: 90_000 });
  assert.match(await page.title(), /^Rejudging \d+ is judged/);
  assert.match(await page.locator("table.matrix").innerText(), /wrong answer\s+3/);
  await page.getByText("secret/3: WA → AC").first().waitFor();
  assert.deepEqual(await seen(numbers[0]), ["wrong answer on test 4", 0]);

  const dialogs = [];
  page.on("dialog", (dialog) => dialogs.push(dialog.message()));
  await page.getByText("3 submissions will count their new judgings, 3 of them another result.").waitFor();
  await page.getByRole("button", { name: "Apply" }).click();
  await page.getByRole("heading", { name: /is applied$/ }).waitFor();
  assert.deepEqual(await seen(numbers[0]), ["accepted", 2]);
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByRole("heading", { name: /is judged$/ }).waitFor();
  assert.deepEqual(await seen(numbers[0]), ["wrong answer on test 4", 0]);
  await page.getByRole("button", { name: "Drop" }).click();
  await page.getByRole("heading", { name: /was dropped$/ }).waitFor();
  await page.getByText("Undone by judy").waitFor();

  await page.goto(`/submissions/${numbers[0]}`);
  await page.getByLabel("Why judge it again?").fill("once more");
  await page.getByRole("button", { name: "Plan a rejudging" }).click();
  await page.waitForURL(/\/rejudgings\/\d+$/);
  await page.getByRole("heading", { name: /is judged$/ }).waitFor({ timeout: 60_000 });
  assert.deepEqual(dialogs, []);
  quiet();
  await context.close();
});

scenario("the jury's pages fit a phone and the dark, and nobody else is led to them", 90, async () => {
  const admin = await site.user("root.", "admin");
  const [newest] = await rejudge("list");
  const { page, context, quiet } = await open(browser, site.base, {
    viewport: { width: 360, height: 720 }, isMobile: true, colorScheme: "dark",
  });
  await context.addCookies([...admin.cookies].map(([name, value]) => ({ name, value, url: site.base })));
  for (const path of ["/rejudgings", "/rejudgings/new?problem=first", `/rejudgings/${newest.id}`]) {
    await page.goto(path);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    assert.ok(wide <= 0, `${path} is ${wide} px too wide`);
  }
  assert.ok(!textOf(await ada.page("/")).includes("Rejudgings"));
  assert.equal((await ada.get("/rejudgings")).status, 404);
  quiet();
  await context.close();
});
