// A test that knows which services took part: when it fails, their logs are part of the failure.

import test, { after } from "node:test";

import { PATIENCE, within } from "./wait.mjs";

const LINES = 60;
/** Those that run, and those that ended in the present test. */
const services = new Set();

/** Has the log of `service` shown when a test fails that it took part in, and the service ended after its test. */
export function watch(service) {
  services.add(service);
}

/** A test of at most `seconds`, named by a sentence. */
export function scenario(name, seconds, act) {
  // The runner's own limit is only there for an act that blocks the whole process.
  test(name, { timeout: (seconds * PATIENCE + 30) * 1000 }, async (t) => {
    const shared = new Set(services);
    try {
      await within("the end of this test", seconds, act(t));
    } catch (error) {
      throw withLogs(error);
    } finally {
      await endAllBut(shared);
    }
  });
}

// A child that runs would keep this process alive.
after(() => endAllBut(new Set()));

async function endAllBut(kept) {
  for (const service of services) {
    if (kept.has(service)) continue;
    services.delete(service);
    if (service.running) await service.kill();
  }
}

function withLogs(error) {
  const failure = error instanceof Error ? error : new Error(String(error));
  for (const service of services) {
    const lines = service.log.trimEnd().split("\n").slice(-LINES).map((line) => `    ${line}`);
    failure.stack += `\n\n    log of ${service.name}, its last lines:\n${lines.join("\n")}`;
  }
  return failure;
}
