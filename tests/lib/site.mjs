// A running site with a database of its own.

import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { warm } from "./cache.mjs";
import { Client, field } from "./client.mjs";
import { freshDatabase, psql, rows, value } from "./database.mjs";
import { judge, judgeOk, Service, environment } from "./judge.mjs";
import { scratch } from "./scratch.mjs";
import { until } from "./wait.mjs";

const ADDRESS = /http:\/\/([\d.]+:\d+)\//;
export const PASSWORD = "correct horse battery";

/** Writes a judge.toml into `folder`: sections of keys. Pages are at a port that is free. */
export function settings(folder, sections = {}) {
  const all = { web: { listen: "127.0.0.1:0" }, ...sections };
  const lines = Object.entries(all).flatMap(([section, keys]) => [
    `[${section}]`,
    ...Object.entries(keys).map(([key, value]) => `${key} = ${JSON.stringify(value)}`),
  ]);
  writeFileSync(join(folder, "judge.toml"), `${lines.join("\n")}\n`);
}

/** Pages and a worker in one process, on a fresh database of the throw-away cluster. */
export class Site {
  /** `packages` are folders of problems, the first ones of this site. */
  static async up(samples) {
    const site = new Site(await freshDatabase());
    settings(site.folder, { web: { listen: "127.0.0.1:0" }, problems: { samples } });
    site.service = Service.judge(["up"], site.options());
    site.base = await address(site.service);
    [, site.oneTime] = await site.service.says(/one-time password (\S+?);/);
    return site;
  }

  /** A migrated database, fresh or the given one, with these packages in it and nothing that runs yet. */
  static async still(packages, database) {
    const site = new Site(database ?? (await freshDatabase()));
    settings(site.folder);
    await site.judge("migrate");
    for (const path of packages) await site.judge("problem", "import", path);
    return site;
  }

  constructor(database) {
    this.database = database;
    this.folder = scratch();
    warm(join(this.folder, "data"));
  }

  options(folder = this.folder, database = this.database) {
    return { cwd: folder, env: { DATABASE_URL: database, JUDGE_DATA: join(folder, "data") } };
  }

  /** `judge serve`: the pages alone. */
  async serve() {
    this.service = Service.judge(["serve"], this.options());
    this.base = await address(this.service);
  }

  /**
   * `judge work` under that name, with these keys of its section, by the words before it that `command` has, and with
   * what `env` adds to its environment. Returns when it looks for work.
   */
  async work(name, keys = {}, { command, env = {} } = {}) {
    const folder = join(this.folder, name);
    if (!existsSync(folder)) warm(join(folder, "data"));
    settings(folder, { worker: { name, ...keys } });
    const options = this.options(folder);
    const worker = Service.judge(["work"], { ...options, command, env: { ...options.env, ...env } });
    await worker.says(/isolation/, 90);
    await this.hasShownUp(name);
    return worker;
  }

  /** A machine's `judge work` with nothing but the address of a login, and these sections of settings: not yet there. */
  machine(url, sections = {}) {
    const folder = scratch();
    warm(join(folder, "data"));
    settings(folder, sections);
    return Service.judge(["work"], this.options(folder, url));
  }

  hasShownUp(name) {
    const shown = () => this.value(`select count(*) > 0 from worker where name = '${name}'`);
    // Some tests have the database go away meanwhile.
    return until(`${name} shows up`, 40, () => shown().catch(() => false));
  }

  /** `judge ARGS…` on this site's database: its standard output. */
  judge(...args) {
    const { cwd, env } = this.options();
    return judgeOk(args, { cwd, env: environment(env) });
  }

  /** The same, however it ends: `{ code, stdout, stderr }`. */
  tryJudge(...args) {
    const { cwd, env } = this.options();
    return judge(args, { cwd, env: environment(env) });
  }

  client() {
    return new Client(this.base);
  }

  /** A new user in that role, logged in. */
  async user(name, role = "contestant") {
    const client = await this.client().register(name, PASSWORD);
    if (role !== "contestant") await this.judge("user", "role", name, role);
    return client;
  }

  rows(query) {
    return rows(this.database, query);
  }

  value(query) {
    return value(this.database, query);
  }

  /** As if a judge of a later version had brought the schema up to date. */
  tomorrow() {
    const row = "9000, 'of tomorrow', true, '', 0";
    return psql(this.database, `insert into _sqlx_migrations (version, description, success, checksum, execution_time) values (${row})`);
  }

  /** The judging that counts. */
  async judging(submission) {
    const [judging] = await this.rows(`select * from judging where submission_id = ${submission} and valid`);
    return judging;
  }
}

/** Where a service says that its pages are. */
export async function address(service, seconds = 90) {
  const [, where] = await service.says(ADDRESS, seconds);
  return `http://${where}`;
}

/** Logs in with a password that somebody else chose, and chooses another. */
export async function firstLogin(client, name, given, own = PASSWORD) {
  const login = await client.login(name, given);
  if (login.status !== 303) throw new Error(`${name} could not log in: ${login.status}\n${login.text}`);
  const form = await client.page("/account");
  field(form, "current");
  const changed = await client.post("/account", { current: given, password: own });
  if (changed.status !== 303) throw new Error(`no other password: ${changed.status}\n${changed.text}`);
  return client;
}
