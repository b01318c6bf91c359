// The pages as people meet them: in a real browser, with and without scripts, by mouse and by keyboard.

import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before } from "node:test";

import { launch, open, register } from "./lib/browser.mjs";
import { PROBLEMS } from "./lib/judge.mjs";
import { copy, pdf, twice, zip } from "./lib/package.mjs";
import { scenario } from "./lib/scenario.mjs";
import { scratch } from "./lib/scratch.mjs";
import { firstLogin, PASSWORD, Site } from "./lib/site.mjs";
import { until } from "./lib/wait.mjs";

const GOOD = "print(2 * int(input()))\n";
const SLEEPY = `import time\ntime.sleep(0.4)\n${GOOD}`;

/** A problem with a statement of each form, in a language each, a conversation and a file to take along. */
const TONGUES = {
  "problem.yaml": `problem_format_version: 2025-09
name: {en: Zwillinge, de: Zwillinge, ru: Близнецы, sv: Tvillingar}
uuid: 5f3b7c9e-4f0c-4a39-9a44-51b51c0a4a59
limits: {time_limit: 1}
`,
  "statement/problem.en.md": "Read a number $n$. Print $2n$.\n",
  "statement/problem.ru.tex": "Дано число~$n$. Выведите {\\bf $2n$}.\n\n\\begin{tabular}{|l|r|}\\hline $n$ & $2n$ \\\\ \\hline 1 & 2 \\\\ \\end{tabular}\n",
  "statement/problem.de.tex": "\\href{javascript:alert(1)}{Eine Zahl} <script>alert(1)</script>\n",
  "statement/problem.sv.pdf": pdf("Skriv ut 2n"),
  "attachments/notes.html": "<script>alert(1)</script>",
};

let site;
let browser;

before(async () => {
  const samples = scratch();
  copy(join(PROBLEMS, "a-plus-b"), join(samples, "a-plus-b"));
  twice(join(samples, "twice"));
  twice(join(samples, "zwillinge"), TONGUES);
  twice(join(samples, "promises"), {
    "problem.yaml": "problem_format_version: 2025-09\nname: Promises\nuuid: 5f3b7c9e-4f0c-4a39-9a44-51b51c0a4a60\nlimits: {time_limit: 1, memory: 64}\n",
    "submissions/accepted/wrong.py": "print(6)\n",
    "submissions/wrong_answer/once.py": "print(input())\n",
    "submissions/time_limit_exceeded/loops.py": "n = int(input())\nwhile n == 500: pass\nprint(2 * n)\n",
  });
  [site, browser] = await Promise.all([Site.up(samples), launch()]);
  await site.service.says(/isolation/, 90);
});

after(() => browser?.close());

let admin;

/** The context's pages are the admin's from then on. */
async function loginAsAdmin(context) {
  admin ??= firstLogin(site.client(), "admin", site.oneTime);
  const { cookies } = await admin;
  await context.addCookies([...cookies].map(([name, value]) => ({ name, value, url: site.base })));
}

/** Headlines of the submission's page as they change, seen from inside the page. */
async function recordHeadlines(page) {
  await page.evaluate(() => {
    const place = document.querySelector("#judging");
    const look = () => {
      const words = place.querySelector("h1")?.textContent;
      if (words && words !== window.seen.at(-1)) window.seen.push(words);
    };
    window.seen = [];
    look();
    new MutationObserver(look).observe(place, { childList: true, subtree: true });
  });
  return () => page.evaluate(() => window.seen);
}

scenario("a contestant registers, reads, submits and sees the verdict come by itself", 90, async () => {
  const { page, context, quiet } = await open(browser, site.base);
  await register(page, "ada", PASSWORD);
  await page.getByRole("link", { name: "Twice" }).click();
  await page.getByRole("heading", { name: "Twice" }).waitFor();
  assert.equal(await page.locator("math").count() > 0, true, "formulae are MathML");

  await page.getByLabel("Language").selectOption("python3");
  await page.getByLabel("Source").fill(SLEEPY);
  await page.getByRole("button", { name: "Submit" }).click();
  await page.waitForURL(/\/submissions\/\d+$/);
  const seen = await recordHeadlines(page);
  await page.locator("#judging h1", { hasText: /^accepted$/ }).waitFor({ timeout: 30_000 });
  const headlines = await seen();
  assert.ok(headlines.some((words) => /^test \d of 4$/.test(words)), `no progress was seen: ${headlines}`);
  assert.match(await page.title(), /^accepted · Twice/);
  assert.equal(await page.locator(".strip .v-ac").count() >= 4, true, "a cell for each test");

  await page.reload();
  assert.equal(await page.locator("#judging h1").textContent(), "accepted");
  await page.goto("/");
  await page.getByText("solved, first try").waitFor();
  quiet();
  await context.close();
});

scenario("with scripts off the page reloads itself until the verdict is there", 90, async () => {
  const { page, context, quiet } = await open(browser, site.base, { javaScriptEnabled: false });
  await register(page, "bob", PASSWORD);
  await page.getByRole("link", { name: "Twice" }).click();
  assert.equal(await page.locator(".needs-script:visible").count(), 0, "nothing is offered that needs a script");
  await page.getByLabel("Language").selectOption("python3");
  await page.getByLabel("Source").fill(`import time\ntime.sleep(0.9)\n${GOOD}`);
  await page.getByRole("button", { name: "Submit" }).click();
  await page.waitForURL(/\/submissions\/\d+$/);
  assert.notEqual(await page.locator("#judging h1").textContent(), "accepted");
  // Nobody reloads here but the page itself.
  await page.locator("#judging h1", { hasText: /^accepted$/ }).waitFor({ timeout: 30_000 });
  assert.equal(await page.locator("meta[http-equiv=refresh]").count(), 0, "and then it stops");
  quiet();
  await context.close();
});

scenario("by keyboard alone: log in, find the problem, write, submit", 90, async () => {
  await site.user("carol");
  const { page, context, quiet } = await open(browser, site.base);
  await page.goto("/login");
  await page.keyboard.type("carol");
  await page.keyboard.press("Tab");
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press("Enter");
  await page.waitForURL("**/");
  for (const title of ["A + B", "Promises", "Twice"]) {
    await page.keyboard.press("j");
    assert.equal(await page.evaluate(() => document.activeElement.textContent), title);
  }
  await page.keyboard.press("Enter");
  await page.waitForURL("**/problems/twice");

  await tabTo(page, "#language");
  await page.keyboard.type("Python");
  await page.keyboard.press("Tab");
  assert.equal(await page.evaluate(() => document.activeElement.id), "source");
  // The Tab key indents; after Escape it moves on.
  await page.keyboard.insertText("for _ in range(1):\n");
  await page.keyboard.press("Tab");
  await page.keyboard.insertText("print(2 * int(input()))");
  assert.match(await page.locator("#source").inputValue(), /\n {4}print/);
  await page.keyboard.press("Escape");
  await page.keyboard.press("Tab");
  await tabTo(page, "form.editor button");
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/submissions\/\d+$/);
  await page.locator("#judging h1", { hasText: /^accepted$/ }).waitFor({ timeout: 30_000 });
  quiet();
  await context.close();
});

async function tabTo(page, selector) {
  for (let presses = 0; presses < 60; presses++) {
    if (await page.evaluate((selector) => document.activeElement.matches(selector), selector)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`the Tab key does not lead to ${selector}`);
}

scenario("a copy button copies its block to the last letter", 60, async () => {
  const permissions = ["clipboard-read", "clipboard-write"];
  const { page, context, quiet } = await open(browser, site.base, { permissions });
  await page.goto("/problems/twice");
  const input = page.locator(".samples .block", { hasText: "Input" });
  await input.getByRole("button", { name: "Copy" }).click();
  await input.getByRole("button", { name: "Copied" }).waitFor();
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), "3\n");
  quiet();
  await context.close();
});

scenario("what is typed survives a closed tab and a refusal", 60, async () => {
  const { page, context, quiet } = await open(browser, site.base);
  await register(page, "dora", PASSWORD);
  await page.goto("/problems/twice");
  await page.getByLabel("Source").fill("# my thoughts\n");
  await page.getByText("Draft kept in this browser").waitFor();
  await page.close();
  const again = await context.newPage();
  await again.goto("/problems/twice");
  assert.equal(await again.getByLabel("Source").inputValue(), "# my thoughts\n");
  await again.getByLabel("Source").fill("  \n");
  await again.getByRole("button", { name: "Submit" }).click();
  await again.getByText("The source is empty.").waitFor();
  assert.equal(await again.getByLabel("Source").inputValue(), "  \n");
  quiet();
  await context.close();
});

scenario("a file is chosen, and its ending chooses the language", 60, async () => {
  const { page, context, quiet } = await open(browser, site.base);
  await register(page, "emil", PASSWORD);
  await page.goto("/problems/twice");
  const file = join(scratch(), "solution.rs");
  writeFileSync(file, 'fn main() { let mut s = String::new(); std::io::stdin().read_line(&mut s).unwrap(); println!("{}", 2 * s.trim().parse::<i64>().unwrap()); }\n');
  await page.getByLabel("Or a file").setInputFiles(file);
  assert.equal(await page.getByLabel("Language").inputValue(), "rust");
  await page.getByRole("button", { name: "Submit" }).click();
  await page.locator("#judging h1", { hasText: /^accepted$/ }).waitFor({ timeout: 40_000 });
  quiet();
  await context.close();
});

scenario("a chosen file that is far too large is answered by a page that says so", 60, async () => {
  const { page, context } = await open(browser, site.base);
  await register(page, "fritz", PASSWORD);
  await page.goto("/problems/twice");
  const file = join(scratch(), "large.py");
  writeFileSync(file, "# large\n".repeat(1 << 20));
  await page.getByLabel("Or a file").setInputFiles(file);
  await page.getByRole("button", { name: "Submit" }).click();
  await page.getByRole("heading", { name: "That is too large" }).waitFor();
  await context.close();
});

scenario("a setter uploads a faulty package, reads the list, and uploads a sound one", 90, async () => {
  const { page, context } = await open(browser, site.base);
  await loginAsAdmin(context);
  const upload = async (name, files) => {
    const folder = scratch();
    twice(join(folder, name), files);
    writeFileSync(join(folder, `${name}.zip`), zip(folder));
    await page.getByLabel("Package", { exact: true }).setInputFiles(join(folder, `${name}.zip`));
    await page.getByRole("button", { name: "Upload" }).click();
  };
  await page.goto("/problems/new");
  await upload("fresh", { "data/secret/4.in": "4\n", "data/secret/5.ans": "5\n" });
  await page.getByRole("alert").filter({ hasText: /refused: 2 faults/ }).waitFor();
  await page.locator("td", { hasText: "data/secret/4.in" }).first().waitFor();
  await upload("fresh", {});
  await page.waitForURL("**/uploads/*");
  await page.getByRole("heading", { name: "A new problem: fresh" }).waitFor();
  await page.getByRole("button", { name: "Save" }).click();
  await page.waitForURL("**/problems/fresh/versions?uploaded=1");
  await page.getByText("Version 1 is the current one now").waitFor();
  await page.goto("/problems/new");
  await upload("fresh", { "data/secret/4.in": "4\n", "data/secret/4.ans": "8\n" });
  await page.getByText("tests: 1 added (secret/4), 4 as before").waitFor();
  await page.reload();
  await page.getByRole("button", { name: "Save as version 2" }).click();
  await page.waitForURL("**/problems/fresh/versions?uploaded=2");
  await page.goto("/problems/fresh");
  await page.getByRole("heading", { name: "Twice" }).waitFor();
  await context.close();
});

scenario("a setter has a version checked and watches the table of submissions and tests fill", 120, async () => {
  const { page, context, quiet } = await open(browser, site.base);
  await loginAsAdmin(context);
  await page.goto("/problems/promises/versions");
  await page.getByRole("link", { name: "Check" }).click();
  await page.getByRole("button", { name: "Check" }).click();
  await page.getByRole("heading", { name: /^\d of 4 submissions judged/ }).waitFor();
  // Nobody reloads.
  await page.getByRole("heading", { name: "Does not hold: 1 of 4 submissions not as promised" }).waitFor({ timeout: 60_000 });
  assert.match(await page.title(), /^Does not hold/);
  const row = page.getByRole("row").filter({ hasText: "accepted/wrong.py" });
  assert.match(await row.textContent(), /wrong answer.*not kept: secret\/1 is WA/s);
  assert.equal(await page.locator(".matrix tbody tr").count(), 4, "a row for each test");
  const cell = page.locator(".matrix td.ran .v-tle").first();
  assert.match(await cell.locator("xpath=..").textContent(), /TLE \d\.\d\d s [\d.]+ MiB/);
  await page.getByText(/the time limit of 1 s is [\d.]+ times/).waitFor();
  await page.setViewportSize({ width: 390, height: 844 });
  const wide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
  assert.equal(wide, false, "a phone need not scroll sideways");
  quiet();
  await page.goto("/submissions");
  assert.equal(await page.getByText("loops.py").count(), 0);
  await context.close();
});

scenario("a statement is read in the language that the browser wants, or another by a link, or as a PDF in the page", 90, async () => {
  const { page, context, quiet } = await open(browser, site.base, { locale: "ru-RU" });
  await page.goto("/problems/zwillinge");
  await page.getByRole("heading", { name: "Близнецы" }).waitFor();
  assert.equal(await page.locator("article").getAttribute("lang"), "ru");
  assert.equal(await page.locator("article td math").count(), 2, "formulae in a table of TeX");
  await page.getByRole("link", { name: "Deutsch" }).click();
  await page.getByText("Eine Zahl <script>alert(1)</script>").waitFor();
  assert.equal(await page.locator("article [href]").count(), 0, "no address that acts");

  await page.getByRole("link", { name: "Svenska" }).click();
  await page.waitForURL("**/problems/zwillinge?lang=sv");
  await page.getByRole("link", { name: "Open the statement (PDF)" }).waitFor();
  const viewer = () => page.frames().some((frame) => frame.url().includes("/statements/sv.pdf"));
  await until("the viewer has the PDF", 20, viewer);
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download" }).click();
  assert.equal((await download).suggestedFilename(), "zwillinge.sv.pdf");
  quiet();
  await context.close();
});

scenario("a file to take along is saved and never opened", 60, async () => {
  const { page, context, quiet } = await open(browser, site.base);
  await page.goto("/problems/zwillinge");
  await page.getByText("Read a number").waitFor();
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "notes.html" }).click();
  assert.equal((await download).suggestedFilename(), "notes.html");
  const address = await page.getByRole("link", { name: "notes.html" }).getAttribute("href");
  const direct = page.waitForEvent("download");
  await page.goto(address).catch(() => {}); // It is no page: the browser saves it and stays.
  await direct;
  quiet();
  await context.close();
});

scenario("no page weighs 60 KB, whatever it shows", 90, async () => {
  const client = await site.user("frieda");
  const number = await client.submit("a-plus-b", "python3", `# ${"long ".repeat(20_000)}\nprint(1)\n`);
  await client.follow(number);
  for (const path of ["/", "/login", "/register", "/account", "/problems/a-plus-b", "/problems/twice", "/submissions", "/submissions?user=frieda", `/submissions/${number}`]) {
    const page = await client.page(path);
    const parts = [...page.matchAll(/<(?:link|script)[^>]*(?:href|src)="(\/static\/[^"]*)"/g)].map((match) => match[1]);
    assert.ok(parts.length >= 3, `${path} has its style, script and icon`);
    // The font for formulae comes once and is kept for a year; no text waits for it.
    const files = parts.filter((part) => !part.endsWith(".woff2"));
    const bodies = await Promise.all([path, ...files].map((part) => client.get(part)));
    const bytes = bodies.reduce((sum, { body }) => sum + body.length, 0);
    assert.ok(bytes < 60_000, `${path} weighs ${bytes} bytes: ${files}`);
  }
});

scenario("on a phone nothing is wider than the screen, in the dark neither", 60, async () => {
  const { page, context, quiet } = await open(browser, site.base, {
    viewport: { width: 360, height: 720 }, isMobile: true, colorScheme: "dark",
  });
  for (const path of ["/", "/login", "/problems/a-plus-b", "/problems/zwillinge?lang=ru", "/problems/zwillinge?lang=sv", "/submissions"]) {
    await page.goto(path);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    assert.ok(wide <= 0, `${path} is ${wide} px too wide`);
    const dark = await page.evaluate(() => getComputedStyle(document.body).backgroundColor.match(/[\d.]+/g).map(Number));
    assert.ok(dark[0] < 80 || dark[0] <= 0.3, `${path} is not dark: ${dark}`);
  }
  quiet();
  await context.close();
});

scenario("six tabs on one submission all show its verdict", 90, async () => {
  const { page, context, quiet } = await open(browser, site.base);
  await register(page, "gus", PASSWORD);
  await page.goto("/problems/twice");
  await page.getByLabel("Language").selectOption("python3");
  await page.getByLabel("Source").fill(SLEEPY);
  await page.getByRole("button", { name: "Submit" }).click();
  await page.waitForURL(/\/submissions\/\d+$/);
  const tabs = await Promise.all(Array.from({ length: 5 }, () => context.newPage()));
  await Promise.all(tabs.map((tab) => tab.goto(page.url())));
  await until("all show the verdict", 30, async () => {
    const words = await Promise.all([page, ...tabs].map((tab) => tab.locator("#judging h1").textContent()));
    return words.every((one) => one === "accepted");
  });
  quiet();
  await context.close();
});
