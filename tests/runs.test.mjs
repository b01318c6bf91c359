// Custom runs as people and programs meet them: in the browser, by a token, through the death of a worker, and gone in time.

import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before } from "node:test";

import { launch, open, register } from "./lib/browser.mjs";
import { textOf } from "./lib/client.mjs";
import { psql } from "./lib/database.mjs";
import { twice } from "./lib/package.mjs";
import { scenario } from "./lib/scenario.mjs";
import { scratch } from "./lib/scratch.mjs";
import { PASSWORD, settings, Site } from "./lib/site.mjs";
import { until } from "./lib/wait.mjs";

const API = "/api/v1/runs";
const KEPT_MINUTES = 7;

let site;
let browser;
let worker;

before(async () => {
  [site, browser] = await Promise.all([Site.still([twice(join(scratch(), "twice"))]), launch()]);
  settings(site.folder, { runs: { kept: `${KEPT_MINUTES}m`, per_minute: 30, open: 3 } });
  await site.serve();
  worker = await site.work("alpha", { lease: "3s" });
});

after(() => browser?.close());

/** A program that asks in the name of a new user. */
async function program(name) {
  const client = await site.user(name);
  const page = await client.post("/account/tokens", { name: "test" });
  const [token] = page.html.match(/judge_[0-9a-f]{64}/);
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const call = async (method, path, body) => {
    const guest = site.client();
    const answer = await guest.request(path, { method, headers, body: body && JSON.stringify(body), seconds: 90 });
    return { ...answer, json: answer.body.length > 0 ? JSON.parse(answer.html) : null };
  };
  return {
    ask: (wish) => call("POST", API, wish),
    get: (id, wait = 0) => call("GET", `${API}/${id}?wait=${wait}`),
    giveUp: (id) => call("DELETE", `${API}/${id}`),
  };
}

scenario("a program asks by its token, waits, and is told what its program did", 120, async () => {
  const ada = await program("ada");
  const made = await ada.ask({ language: "python3", source: "print(int(input()) * 2)", input: "21\n", problem: "twice" });
  assert.equal(made.status, 201, made.html);
  assert.equal(made.location, `${API}/${made.json.id}`);
  const done = (await ada.get(made.json.id, 60)).json;
  assert.deepEqual([done.state, done.outcome, done.stdout, done.exit_code], ["done", "OK", { text: "42\n", cut: false }, 0]);
  assert.equal(done.time_limit_ms, 1000, "the problem's");
  assert.ok(done.cpu_ms > 0 && done.memory_bytes > 0 && done.toolchain.startsWith("Python 3"), JSON.stringify(done));

  const hostile = await ada.ask({ language: "c", source: "int main(", input: "" });
  const refused = (await ada.get(hostile.json.id, 60)).json;
  assert.deepEqual([refused.outcome, refused.stdout], ["CE", null]);
  assert.match(refused.compile_log, /error/);

  const endless = await ada.ask({ language: "python3", source: "while True: pass", time_limit_ms: 9000 });
  await until("it runs", 30, async () => (await ada.get(endless.json.id)).json.phase === "running");
  const queue = JSON.parse(await site.judge("queue", "show", "--json"));
  assert.deepEqual(queue.running.map((line) => [line.class, line.submission, line.user]), [["custom-run", null, "ada"]]);
  assert.match(await site.judge("queue", "show"), /custom run/);
  assert.equal((await ada.giveUp(endless.json.id)).status, 204);
  assert.equal((await ada.get(endless.json.id)).status, 404);
  await until("its slot is free", 10, async () => (await site.value("select count(*) from judging where state <> 'done'")) === 0);
});

scenario("beside the statement: what is typed is run, stays, and can be run again; by keyboard, too", 120, async () => {
  const { page, context, quiet } = await open(browser, site.base);
  await register(page, "cid", PASSWORD);
  await page.goto("/problems/twice");
  await page.getByLabel("Language").selectOption("python3");
  const source = page.getByLabel("Source");
  await source.fill("print('<i>', int(input()) * 2)");
  await page.getByText("Run with my input").click();
  const input = page.getByLabel("Input", { exact: true });
  assert.notEqual(await input.inputValue(), "", "it begins with the first sample");
  await input.fill("21");
  await page.getByRole("button", { name: "Run", exact: true }).click();
  const result = page.locator("[data-run-result]");
  await result.getByText("ran to its end").waitFor({ timeout: 30_000 });
  assert.equal(await result.locator("pre").first().textContent(), "<i> 42\n");
  assert.equal(new URL(page.url()).pathname, "/problems/twice");
  assert.equal(await source.inputValue(), "print('<i>', int(input()) * 2)");

  await input.fill("x");
  await input.press("Control+Enter");
  await result.getByText("run-time error").waitFor({ timeout: 30_000 });
  await result.getByText("invalid literal").waitFor();
  quiet();
  // What is refused is an error to the browser's console.
  await source.fill(" ");
  await input.press("Control+Enter");
  await result.getByRole("alert").waitFor();
  assert.match(await result.textContent(), /The source is empty/);
  assert.equal(await page.getByRole("button", { name: "Submit" }).isEnabled(), true);
  // So is a stream that is refused: why is asked once more, told, and then it is tried again.
  const busy = { status: 429, headers: { "retry-after": "4" } };
  await page.route("**/runs/*/events", (route) => route.fulfill(busy), { times: 2 });
  await source.fill("print(int(input()) * 3)");
  await input.fill("7");
  await input.press("Control+Enter");
  await result.getByText("You follow too many things at a time").waitFor();
  await result.getByText("ran to its end").waitFor({ timeout: 30_000 });
  assert.equal(await result.getByText("You follow too many").count(), 0);
  await context.close();
});

scenario("with scripts off the same button leads to a page of the run, which fills and can be discarded", 120, async () => {
  const { page, context, quiet } = await open(browser, site.base, { javaScriptEnabled: false });
  await register(page, "dan", PASSWORD);
  await page.goto("/problems/twice");
  await page.getByLabel("Language").selectOption("python3");
  await page.getByLabel("Source").fill("import time\ntime.sleep(1)\nprint(int(input()) * 2)");
  await page.getByText("Run with my input").click();
  await page.getByLabel("Input", { exact: true }).fill("21");
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await page.waitForURL(/\/runs\/[0-9a-f-]{36}$/);
  await page.getByText("ran to its end").waitFor({ timeout: 30_000 });
  assert.match(textOf(await page.content()), /Output .*42/);
  const address = page.url();
  quiet();
  await page.getByRole("button", { name: "Discard it now" }).click();
  await page.waitForURL("**/problems/twice");
  assert.equal((await page.goto(address)).status(), 404);
  await context.close();
});

scenario("a run whose worker is killed is run by the next one, and shown to nobody when its time is over", 120, async () => {
  const bob = await program("bob");
  const source = "import time\nprint('begun', flush=True)\ntime.sleep(1.5)\nprint(input())";
  const { id, ...made } = (await bob.ask({ language: "python3", source, input: "a secret input" })).json;
  await until("it runs", 30, async () => (await bob.get(id)).json.phase === "running");
  await worker.kill();
  worker = await site.work("alpha", { lease: "3s" });
  const done = (await bob.get(id, 30)).json;
  assert.deepEqual([done.outcome, done.stdout.text], ["OK", "begun\na secret input\n"]);
  assert.equal(await site.value(`select losses from judging where custom_run_id = '${id}'`), 1);

  assert.equal(Date.parse(made.expires_at) - Date.parse(made.created_at), KEPT_MINUTES * 60_000);
  await psql(site.database, "update custom_run set expires_at = now()");
  assert.equal((await bob.get(id)).status, 404);
});

scenario("what is over is removed with all that came of it, by whoever is there", 90, async () => {
  await psql(site.database, "update custom_run set expires_at = now()");
  const left = () => site.value("select (select count(*) from custom_run) + (select count(*) from judging)");
  await until("all of it is removed", 60, async () => (await left()) === 0, 500);
});
