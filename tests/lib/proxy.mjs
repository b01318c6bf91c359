// A way to Postgres on which what a client sends can be held back.

import { once } from "node:events";
import { createServer, connect } from "node:net";

export class Proxy {
  /** To the server that listens at `port` of this machine. */
  static async to(port) {
    const proxy = new Proxy(port);
    proxy.server.listen(0, "127.0.0.1");
    await once(proxy.server, "listening");
    return proxy;
  }

  constructor(port) {
    this.held = null;
    this.server = createServer((client) => {
      const server = connect(port, "127.0.0.1");
      client.on("data", (bytes) => this.pass(server, bytes));
      server.on("data", (bytes) => client.write(bytes));
      for (const [one, other] of [[client, server], [server, client]]) {
        one.on("error", () => other.destroy());
        one.on("close", () => other.destroy());
      }
    });
    // A test that has forgotten it ends nevertheless.
    this.server.unref();
  }

  get port() {
    return this.server.address().port;
  }

  pass(server, bytes) {
    if (this.held) this.held.push([server, bytes]);
    else server.write(bytes);
  }

  /** From now on nothing that clients send arrives. Answers do. */
  hold() {
    this.held = [];
  }

  /** All of it arrives, in order. */
  release() {
    const held = this.held;
    this.held = null;
    for (const [server, bytes] of held) server.write(bytes);
  }
}
