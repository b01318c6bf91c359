// An S3-compatible store of the test's own: a process that is there, is gone, and comes back.

import { execFile } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { promisify } from "node:util";

import { freePort } from "./database.mjs";
import { Service } from "./judge.mjs";
import { scratch } from "./scratch.mjs";

const SERVER = createRequire(import.meta.url).resolve("s3rver/bin/s3rver.js");
const ADDRESS = "127.0.0.1";
const BUCKET = "judge";
/** The only ones that this server takes. */
const KEYS = { access_key: "S3RVER", secret_key: "S3RVER" };

export class Bucket {
  /** With `https` it has a certificate that nobody believes who is not told of it: `certificate` is its file. */
  static async open({ https = false } = {}) {
    const bucket = new Bucket();
    bucket.folder = scratch();
    bucket.port = await freePort(ADDRESS);
    bucket.scheme = https ? "https" : "http";
    if (https) await bucket.certify();
    await bucket.start();
    return bucket;
  }

  async certify() {
    this.certificate = join(this.folder, "certificate.pem");
    this.key = join(this.folder, "key.pem");
    // The system's own settings would make it an authority, which is no server.
    const config = join(this.folder, "openssl.cnf");
    writeFileSync(config, `[req]\nprompt = no\ndistinguished_name = name\nx509_extensions = more\n[name]\nCN = a store\n[more]\nsubjectAltName = IP:${ADDRESS}\n`);
    const made = ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2"];
    await promisify(execFile)("openssl", [...made, "-config", config, "-keyout", this.key, "-out", this.certificate]);
  }

  async start() {
    const secure = this.certificate ? ["--key", this.key, "--cert", this.certificate] : [];
    const place = ["-d", join(this.folder, "data"), "-a", ADDRESS, "-p", String(this.port)];
    const args = [SERVER, ...place, ...secure, "--configure-bucket", BUCKET];
    this.service = new Service("the store", process.execPath, args, { env: process.env });
    await this.service.says(/listening on/i);
  }

  /** `[blobs.s3]` for whoever may use it. */
  settings(more = {}) {
    return { bucket: BUCKET, endpoint: `${this.scheme}://${ADDRESS}:${this.port}`, prefix: "some/blobs", ...KEYS, ...more };
  }

  /** It holds nothing any more but an empty object of this name, or nothing at all. */
  holdOnly(name) {
    const folder = join(this.folder, "data", BUCKET);
    rmSync(folder, { recursive: true });
    mkdirSync(folder);
    if (!name) return;
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, `${name}._S3rver_object`), "");
  }

  /** Names of what it holds. */
  objects() {
    const folder = join(this.folder, "data", BUCKET);
    if (!existsSync(folder)) return [];
    const files = readdirSync(folder, { recursive: true }).map(String);
    return files.filter((name) => name.endsWith("._S3rver_object")).map((name) => name.replace("._S3rver_object", ""));
  }
}
