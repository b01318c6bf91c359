// A browser without a screen: cookies, forms, redirects on request, and event streams.

import { Buffer } from "node:buffer";

/** An answer, read to its end. */
class Answer {
  constructor(response, body) {
    this.status = response.status;
    this.headers = response.headers;
    this.location = response.headers.get("location");
    this.body = body;
  }

  get html() {
    return this.body.toString();
  }

  /** What a reader sees: no markup, one blank for many. */
  get text() {
    return textOf(this.html);
  }
}

const ENTITIES = { lt: "<", gt: ">", amp: "&", quot: '"', nbsp: " " };

export function unescape(html) {
  return html.replace(/&(?:#x([0-9a-f]+)|#(\d+)|(\w+));/gi, (all, hex, decimal, name) =>
    hex || decimal ? String.fromCodePoint(hex ? parseInt(hex, 16) : Number(decimal)) : (ENTITIES[name] ?? all),
  );
}

export function textOf(html) {
  const body = html.replace(/<head>[\s\S]*?<\/head>/, "");
  return unescape(body.replace(/<[^>]*>/g, " ")).replace(/\s+/g, " ");
}

/** The value of the input, or the text of the text area, of that name. */
export function field(html, name) {
  const input = html.match(new RegExp(`<input[^>]*name="${name}"[^>]*>`));
  if (input) return unescape(input[0].match(/value="([^"]*)"/)?.[1] ?? "");
  const area = html.match(new RegExp(`<textarea[^>]*name="${name}"[^>]*>\\n?([\\s\\S]*?)</textarea>`));
  if (area) return unescape(area[1]);
  throw new Error(`there is no field ${name} in this page:\n${textOf(html)}`);
}

/** One visitor of the site. */
export class Client {
  constructor(base) {
    this.base = base.replace(/\/$/, "");
    this.cookies = new Map();
  }

  async request(path, { method = "GET", body, headers = {}, seconds = 30 } = {}) {
    const response = await fetch(this.base + path, {
      method,
      body,
      redirect: "manual",
      headers: { ...headers, cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; ") },
      signal: AbortSignal.timeout(seconds * 1000),
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name, value] = cookie.match(/^([^=]+)=([^;]*)/);
      if (/max-age=0/i.test(cookie)) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    return new Answer(response, Buffer.from(await response.arrayBuffer()));
  }

  get(path) {
    return this.request(path);
  }

  /** A page that must be there. */
  async page(path) {
    const answer = await this.get(path);
    if (answer.status !== 200) throw new Error(`GET ${path}: ${answer.status} ${answer.location ?? ""}\n${answer.text}`);
    return answer.html;
  }

  post(path, fields = {}, headers = {}) {
    return this.request(path, { method: "POST", body: new URLSearchParams(fields), headers });
  }

  /** As a form with a file chooser sends it. A field `[name, bytes]` is a file. */
  postParts(path, fields) {
    const form = new FormData();
    for (const [name, content] of Object.entries(fields)) {
      if (Array.isArray(content)) form.append(name, new Blob([content[1]]), content[0]);
      else form.append(name, content);
    }
    return this.request(path, { method: "POST", body: form, seconds: 60 });
  }

  async register(name, password = `${name} has a secret`) {
    const answer = await this.post("/register", { name, password });
    if (answer.status !== 303) throw new Error(`${name} could not register: ${answer.status}\n${answer.text}`);
    return this;
  }

  async login(name, password) {
    return this.post("/login", { name, password, next: "/" });
  }

  /** Sends a program as the problem's form does: the answer. */
  async send(slug, language, source) {
    const form = await this.page(`/problems/${slug}`);
    return this.postParts(`/problems/${slug}/submissions`, { form_key: field(form, "form_key"), language, source });
  }

  /** Sends a program that is taken: the submission's number. */
  async submit(slug, language, source) {
    const answer = await this.send(slug, language, source);
    const number = answer.location?.match(/^\/submissions\/(\d+)$/)?.[1];
    if (answer.status !== 303 || !number) throw new Error(`not taken: ${answer.status} ${answer.location}\n${answer.text}`);
    return Number(number);
  }

  /** Follows a submission until its stream says that it is over: all fragments, as they came. */
  async follow(number, seconds = 60) {
    const fragments = [];
    for await (const { event, data } of this.events(`/submissions/${number}/events`, seconds)) {
      if (event === "end") return fragments;
      if (event === "fragment") fragments.push(data);
    }
    throw new Error(`the stream of submission ${number} broke off after ${fragments.length} fragments`);
  }

  /** Server-sent events, https://html.spec.whatwg.org/multipage/server-sent-events.html. */
  async *events(path, seconds) {
    const response = await fetch(this.base + path, {
      headers: { accept: "text/event-stream", cookie: [...this.cookies].map((pair) => pair.join("=")).join("; ") },
      signal: AbortSignal.timeout(seconds * 1000),
    });
    if (response.status !== 200) throw new Error(`GET ${path}: ${response.status}`);
    let rest = "";
    const decoder = new TextDecoder();
    for await (const chunk of response.body) {
      rest += decoder.decode(chunk, { stream: true });
      const blocks = rest.split("\n\n");
      rest = blocks.pop();
      yield* blocks.map(eventOf).filter(Boolean);
    }
  }
}

function eventOf(block) {
  const lines = block.split("\n").map((line) => line.match(/^(\w+): ?(.*)$/)).filter(Boolean);
  const of = (name) => lines.filter((line) => line[1] === name).map((line) => line[2]);
  return lines.length > 0 ? { event: of("event")[0] ?? "message", data: of("data").join("\n") } : null;
}

/** The headline of a fragment or a submission's page. */
export function headline(html) {
  return unescape(html.match(/<h1>([^<]*)<\/h1>/)?.[1] ?? "");
}
