// `judge up`: everything on one machine, with a Postgres cluster of its own, and no trace when it ends.

import assert from "node:assert/strict";
import { once } from "node:events";
import { chownSync, copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect, createServer } from "node:net";
import { join } from "node:path";

import { warm } from "./lib/cache.mjs";
import { Client, textOf } from "./lib/client.mjs";
import { privateUrl, value } from "./lib/database.mjs";
import { environment, JUDGE, JUDGE_BOX, PROBLEMS, run, Service } from "./lib/judge.mjs";
import { controlGroups, descendants, nothingLeft, processesIn } from "./lib/left.mjs";
import { twice } from "./lib/package.mjs";
import { scenario } from "./lib/scenario.mjs";
import { scratch } from "./lib/scratch.mjs";
import { address, firstLogin, PASSWORD, settings } from "./lib/site.mjs";
import { until } from "./lib/wait.mjs";

const root = process.getuid() === 0;

/** Starts `judge up` in `folder`; `command` is what runs the judge as another user. */
function up(folder, command = [JUDGE], more = {}) {
  return Service.judge(["up"], { cwd: folder, env: { JUDGE_DATA: join(folder, "data"), ...more }, command });
}

/** A folder with a judge.toml whose samples are one small problem, and no cluster yet. */
function place() {
  const folder = scratch();
  twice(join(folder, "problems/twice"));
  warm(join(folder, "data"));
  settings(folder, { web: { listen: "127.0.0.1:0" }, problems: { samples: "problems" } });
  return folder;
}

const home = scratch();
settings(home, { web: { listen: "127.0.0.1:0", site_name: "Club night" }, problems: { samples: PROBLEMS } });

scenario("the first start makes a cluster, brings the samples, and names the address and a one-time password", 180, async () => {
  const judge = up(home);
  const base = await address(judge);
  const [, password] = await judge.says(/Log in as admin with the one-time password (\S+?);/);
  const guest = new Client(base);
  const list = await guest.page("/");
  const samples = readdirSync(PROBLEMS);
  assert.ok(samples.length >= 8);
  for (const slug of samples) assert.ok(list.includes(`href="/problems/${slug}"`), `${slug} is not in the list`);
  assert.ok(textOf(list).includes("Club night"));

  const admin = new Client(base);
  assert.equal((await admin.login("admin", `${password}x`)).status, 422);
  await admin.login("admin", password);
  assert.equal((await admin.get("/")).location, "/account", "the password is for once");
  await firstLogin(new Client(base), "admin", password);

  const url = privateUrl(join(home, "data"));
  assert.equal(await value(url, "select current_setting('listen_addresses')"), "", "there is no TCP");
  assert.equal(await value(url, "select count(*)::int from users where role = 'admin'"), 1);
  assert.equal((await guest.get("/health")).status, 200);
  assert.equal(await judge.stop(), 0);
});

scenario("a second start is quick, keeps the data and gives no password away", 60, async () => {
  const began = Date.now();
  const judge = up(home);
  const base = await address(judge);
  assert.ok(Date.now() - began < 20_000, "the address is there within 20 s");
  const admin = new Client(base);
  assert.equal((await admin.login("admin", PASSWORD)).location, "/");
  assert.ok((await admin.page("/")).includes("/problems/a-plus-b"));
  await judge.says(/Ctrl-C/);
  assert.ok(!judge.log.includes("one-time"), "no password is printed again");
  assert.equal(await judge.stop(), 0);
});

scenario("SIGTERM in the middle of a judging ends everything: no process, no control group, no mount", 90, async () => {
  const folder = place();
  const judge = up(folder);
  const user = await new Client(await address(judge)).register("ada");
  await judge.says(/isolation/);
  const number = await user.submit("twice", "python3", "while True: pass\n");
  const url = privateUrl(join(folder, "data"));
  await until("it is judged", 20, () => value(url, `select phase = 'running' from judging where submission_id = ${number}`));
  const family = descendants(judge.pid);
  assert.ok(family.some((one) => one.name === "postgres") && family.some((one) => one.name.startsWith("judge-box")));
  assert.equal(await judge.stop(), 0);
  await nothingLeft(judge.pid, family);
  assert.deepEqual(processesIn(join(folder, "data")), []);
  assert.ok(!existsSync(join(folder, "data/postgres/postmaster.pid")), "the cluster was closed in good order");
});

scenario("kill -9 of the judge leaves no process, and the next start sweeps up and goes on", 120, async () => {
  const folder = place();
  const first = up(folder);
  const user = await new Client(await address(first)).register("ada");
  await first.says(/isolation/);
  const slow = "import time\nend = time.time() + 0.4\nwhile time.time() < end: pass\nprint(2 * int(input()))\n";
  const number = await user.submit("twice", "python3", slow);
  const url = privateUrl(join(folder, "data"));
  await until("it is judged", 20, () => value(url, `select phase = 'running' from judging where submission_id = ${number}`));
  const family = descendants(first.pid);
  await first.kill();
  await until("all processes are gone", 15, () => nothingLeft(0, family, 0).then(() => true, () => false));
  assert.deepEqual(processesIn(join(folder, "data")), []);

  const second = up(folder);
  const again = new Client(await address(second));
  assert.equal((await again.login("ada", "ada has a secret")).status, 303);
  await again.follow(number, 60);
  assert.equal(await value(url, `select verdict from judging where submission_id = ${number}`), "AC");
  assert.deepEqual(controlGroups(first.pid), [], "control groups of the killed judge");
  assert.equal(await second.stop(), 0);
});

scenario("open pages, and a browser that stalls in the middle of a request, do not hold the judge up when it stops", 60, async () => {
  const judge = up(place());
  const base = await address(judge);
  await judge.says(/isolation/);
  const user = await new Client(base).register("ada");
  const events = user.events(`/submissions/${await user.submit("twice", "python3", "import time\ntime.sleep(60)\n")}/events`, 60);
  await events.next();
  const stalled = connect(Number(new URL(base).port), "127.0.0.1");
  stalled.on("error", () => {});
  await new Promise((sent) => stalled.write("POST /login HTTP/1.1\r\nContent-Length: 1000\r\n", sent));
  assert.equal(await judge.stop(20), 0);
  stalled.destroy();
});

scenario("a first start that finds its port taken says so, and the next one still gives the admin's password", 60, async () => {
  const folder = place();
  const squatter = createServer().listen(0, "127.0.0.1");
  await once(squatter, "listening");
  settings(folder, { web: { listen: `127.0.0.1:${squatter.address().port}` }, problems: { samples: "problems" } });
  const first = up(folder);
  assert.equal(await first.ends(30), 2);
  assert.match(first.log, /cannot listen on 127\.0\.0\.1:\d+; change it as \[web\] listen/);
  assert.deepEqual(processesIn(join(folder, "data")), []);
  squatter.close();
  const second = up(folder);
  await second.says(/one-time password \S+;/);
  assert.equal(await second.stop(), 0);
});

scenario("two judges do not share a data folder", 60, async () => {
  const folder = place();
  const first = up(folder);
  await address(first);
  const second = up(folder);
  await second.says(/in use by another judge/);
  assert.ok(second.log.includes(String(first.pid)), "the other one is named");
  assert.equal(await second.ends(), 2);
  assert.equal(await first.stop(), 0);
});

scenario("data of another major version of Postgres are refused, named, and left alone", 30, async () => {
  const folder = place();
  const cluster = join(folder, "data/postgres");
  mkdirSync(cluster, { recursive: true });
  writeFileSync(join(cluster, "PG_VERSION"), "9.4\n");
  const judge = up(folder);
  await judge.says(/was made by Postgres 9\.4/);
  assert.equal(await judge.ends(), 2);
  assert.match(judge.log, /version 1\d/, "the version that is here");
  assert.match(judge.log, /postgresql-9\.4/, "what would help");
  assert.deepEqual(readdirSync(cluster), ["PG_VERSION"]);
});

scenario("a wrong key in judge.toml is named with its line and the nearest right one", 20, async () => {
  const folder = scratch();
  writeFileSync(join(folder, "judge.toml"), '[web]\nlisten = "127.0.0.1:0"\n[worker]\nslotz = 2\n');
  const judge = up(folder);
  await judge.says(/judge\.toml:4: .*slotz.*slots/);
  assert.equal(await judge.ends(), 2);
});

if (root) {
  scenario("an ordinary user has all of it as well", 120, async () => {
    const nobody = readFileSync("/etc/passwd", "utf8").match(/^nobody:[^:]*:(\d+):(\d+)/m).slice(1).map(Number);
    const folder = place();
    // Nothing of it is there but what is theirs.
    rmSync(join(folder, "data"), { recursive: true });
    chownSync(folder, ...nobody);
    const programs = join(folder, "bin");
    mkdirSync(programs);
    for (const program of [JUDGE, JUDGE_BOX]) copyFileSync(program, join(programs, program.split("/").pop()));
    const command = ["setpriv", `--reuid=${nobody[0]}`, `--regid=${nobody[1]}`, "--clear-groups", join(programs, "judge")];
    const judge = up(folder, command, { HOME: folder, USER: "nobody" });
    const user = await new Client(await address(judge)).register("ada");
    const [, grade] = await judge.says(/isolation (\w+)/);
    assert.match(grade, /^(full|practice)$/);
    for (const [language, source] of [["python3", "print(2 * int(input()))"], ["cpp", "#include <bits/stdc++.h>\nint main() { int n; std::cin >> n; std::cout << 2 * n; }\n"]]) {
      const number = await user.submit("twice", language, source);
      await user.follow(number);
      assert.ok((await user.page(`/submissions/${number}`)).includes("<h1>accepted</h1>"), language);
    }
    const family = descendants(judge.pid);
    for (const { name, pid } of family) {
      assert.equal(readFileSync(`/proc/${pid}/status`, "utf8").match(/^Uid:\s+(\d+)/m)[1], String(nobody[0]), name);
    }
    assert.equal(await judge.stop(), 0);
    await nothingLeft(judge.pid, family);
    assert.deepEqual(processesIn(join(folder, "data")), []);
  });

  scenario("as root, Postgres is another user's and cannot be reached by others", 60, async () => {
    const folder = place();
    const judge = up(folder);
    await address(judge);
    const servers = descendants(judge.pid).filter((one) => one.name === "postgres");
    assert.ok(servers.length > 0);
    for (const { pid } of servers) {
      assert.doesNotMatch(readFileSync(`/proc/${pid}/status`, "utf8"), /^Uid:\s+0\b/m);
    }
    const psql = ["--reuid=65534", "--regid=65534", "--clear-groups", "psql", "-d", privateUrl(join(folder, "data")), "-c", "select 1"];
    const stranger = await run("setpriv", psql, { env: environment(), cwd: "/" });
    assert.notEqual(stranger.code, 0, stranger.stdout);
    assert.equal(await judge.stop(), 0);
  });
}
