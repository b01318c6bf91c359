// Debian's Chromium, with a fresh profile each time it starts.

import assert from "node:assert/strict";

import { chromium } from "playwright-core";

const SWITCHES = [
  "--no-sandbox", // It does not start as root otherwise; it loads only our own pages.
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

export function launch() {
  return chromium.launch({ executablePath: "/usr/bin/chromium", args: SWITCHES, timeout: 60_000 });
}

/** A page in a context of its own, and everything in it that should not have happened. */
export async function open(browser, base, options = {}) {
  const context = await browser.newContext({ baseURL: base, ...options });
  context.setDefaultTimeout(20_000);
  const page = await context.newPage();
  const trouble = [];
  // A violation of the content security policy is a console error, too.
  page.on("console", (message) => message.type() === "error" && trouble.push(`console: ${message.text()}`));
  page.on("pageerror", (error) => trouble.push(`script: ${error.message}`));
  page.on("requestfailed", (request) => {
    const why = request.failure()?.errorText;
    // A stream is closed when its page is left.
    if (why !== "net::ERR_ABORTED") trouble.push(`request: ${request.url()} ${why}`);
  });
  page.on("response", (response) => response.status() >= 500 && trouble.push(`${response.status()} ${response.url()}`));
  return {
    page,
    context,
    /** Fails if there was any trouble so far. */
    quiet: () => assert.deepEqual(trouble, []),
  };
}

/** Registers by the page's own form. */
export async function register(page, name, password) {
  await page.goto("/register");
  await page.getByLabel("Name").fill(name);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Register" }).click();
  await page.waitForURL("**/");
}
