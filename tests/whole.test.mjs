// A submission's whole way over HTTP, and what stands in the database after it.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { request } from "node:http";
import { extname, join } from "node:path";
import { before } from "node:test";

import { field, headline, textOf, unescape } from "./lib/client.mjs";
import { PROBLEMS } from "./lib/judge.mjs";
import { copy, manyCases, twice, write, zip } from "./lib/package.mjs";
import { scenario } from "./lib/scenario.mjs";
import { scratch } from "./lib/scratch.mjs";
import { firstLogin, PASSWORD, Site } from "./lib/site.mjs";

const LANGUAGES = { ".c": "c", ".cpp": "cpp", ".py": "python3", ".java": "java", ".js": "javascript", ".rs": "rust" };
const GOOD = "print(2 * int(input()))\n";

/** Each test takes a while by the clock and nothing of the CPU. */
const SLEEPY = `import time\ntime.sleep(0.3)\n${GOOD}`;

let site;
let ada;

before(async () => {
  const samples = scratch();
  copy(join(PROBLEMS, "a-plus-b"), join(samples, "a-plus-b"));
  twice(join(samples, "twice"));
  site = await Site.up(samples);
  await site.service.says(/isolation/, 90);
  ada = await site.user("ada");
});

const accepted = join(PROBLEMS, "a-plus-b/submissions/accepted");
const solutions = readdirSync(accepted).map((file) => [LANGUAGES[extname(file)], readFileSync(join(accepted, file), "utf8")]);

scenario("a visitor reads the list and a statement, and is asked to log in to submit", 30, async () => {
  const guest = site.client();
  const list = await guest.page("/");
  assert.match(list, /href="\/problems\/a-plus-b"/);
  const statement = await guest.page("/problems/a-plus-b");
  assert.match(statement, /<math/);
  assert.match(textOf(statement), /2 s of CPU/);
  assert.ok(!statement.includes('name="source"'));
  assert.equal((await guest.get("/account")).location, "/login?next=%2Faccount");
  assert.equal((await guest.get("/problems/nothing-here")).status, 404);
  const refused = await guest.post("/problems/a-plus-b/submissions", { language: "python3", source: GOOD });
  assert.equal(refused.status, 401);
  assert.equal(field(refused.html, "source"), GOOD, "what was typed is not lost");
});

scenario("names and passwords that cannot be taken are told so, and the name is kept", 30, async () => {
  const guest = site.client();
  const short = await guest.post("/register", { name: "grace hopper", password: "short" });
  assert.equal(short.status, 422);
  assert.equal(field(short.html, "name"), "grace hopper");
  assert.match(short.text, /cannot be in a name/);
  assert.match(short.text, /5 characters; at least 10/);
  assert.equal((await guest.post("/register", { name: "ADA", password: "long enough" })).status, 422);
  assert.equal((await guest.login("ada", "not the password")).status, 422);
  assert.equal((await guest.login("nobody-at-all", "not the password")).status, 422);
});

scenario("all six languages are solved by the samples' own solutions", 10, async () => {
  assert.deepEqual([...new Set(solutions.map(([language]) => language))].sort(), Object.values(LANGUAGES).sort());
});

for (const [language, source] of solutions) {
  scenario(`a program in ${language} goes all the way to accepted`, 60, async () => {
    const number = await ada.submit("a-plus-b", language, source);
    const fragments = await ada.follow(number);
    assert.equal(headline(fragments.at(-1)), "accepted");
    assert.match(textOf(fragments.at(-1)), /All of 18 tests accepted/);

    const judgings = await site.rows(`select * from judging where submission_id = ${number}`);
    assert.equal(judgings.length, 1, "exactly one judging");
    const [judging] = judgings;
    assert.deepEqual(
      [judging.state, judging.verdict, judging.valid, judging.attempt, judging.tests_done, judging.tests_total],
      ["done", "AC", true, 1, 18, 18],
    );
    assert.ok(judging.toolchain.length > 3 && judging.cpu_us > 0 && judging.memory_bytes > 0);
    const runs = await site.rows(`select * from run where judging_id = ${judging.id} order by position`);
    assert.deepEqual(runs.map((run) => run.position), Array.from({ length: 18 }, (_, i) => runs[0].position + i));
    assert.ok(runs.every((run) => run.verdict === "AC" && run.attempt === 1 && run.wall_us > 0));
    const samples = runs.map((run) => run.sample);
    assert.deepEqual(samples, [...samples].sort().reverse(), "samples come first");
    assert.equal(await site.value(`select convert_from(source, 'UTF8') from submission where id = ${number}`), source);

    const page = await ada.page(`/submissions/${number}`);
    assert.equal(headline(page), "accepted");
    assert.ok(!page.includes("data-events"), "a judged submission is not followed any more");
  });
}

scenario("the events tell the way: each test as it ends, then the verdict, then the end", 60, async () => {
  const number = await ada.submit("twice", "python3", SLEEPY);
  const headlines = (await ada.follow(number)).map(headline);
  assert.equal(headlines.at(-1), "accepted");
  const tests = headlines.filter((words) => /^test \d of 4$/.test(words));
  assert.ok(tests.length >= 2, `too few steps: ${headlines}`);
  assert.deepEqual(tests, [...tests].sort(), "in order");
  const late = (await ada.follow(number)).map(headline);
  assert.deepEqual(late, ["accepted"], "who comes late is told the result at once");
});

scenario("a compile error is shown in full, and nothing in it is markup", 60, async () => {
  const errors = Array.from({ length: 30 }, (_, i) => `int a${i} = "<script>alert(${i})</script>";`).join("\n");
  const number = await ada.submit("a-plus-b", "cpp", `${errors}\nint main() {}\n`);
  const last = (await ada.follow(number)).at(-1);
  assert.equal(headline(last), "compile error");
  for (const html of [last, await ada.page(`/submissions/${number}`)]) {
    assert.ok(!html.includes("<script>alert"), "no markup of the contestant's");
    assert.ok(html.includes("&lt;script&gt;alert(0)") || html.includes("&#60;script&#62;alert(0)"));
    const words = textOf(html);
    for (const line of [1, 15, 30]) assert.match(words, new RegExp(`main\\.cpp:${line}:\\d+: error`));
  }
  const judging = await site.judging(number);
  assert.deepEqual([judging.verdict, judging.tests_done], ["CE", 0]);
  assert.equal(await site.value(`select count(*)::int from run where judging_id = ${judging.id}`), 0);
});

scenario("a failed sample shows input, expected output, own output and their difference", 60, async () => {
  const number = await ada.submit("twice", "python3", "n = input()\nprint(n + '<b>0</b>')\n");
  const html = (await ada.follow(number)).at(-1);
  assert.equal(headline(html), "wrong answer on test 1");
  const words = textOf(html);
  assert.match(words, /Input Copy 3 Expected output Copy 6 Your output Copy 3<b>0<\/b>/);
  assert.ok(!html.includes("<b>0"), "no markup of the contestant's");
  const difference = html.match(/<code class="diff">([\s\S]*?)<\/code>/)[1];
  assert.match(difference, /<span class="gone">.*6.*<\/span>/);
  assert.match(difference, /<span class="come">.*3.*<\/span>/);
  const runs = await site.rows(`select r.* from run r join judging j on j.id = r.judging_id where j.submission_id = ${number}`);
  assert.deepEqual(runs.map((run) => [run.name, run.verdict]), [["sample/1", "WA"]], "it stops at the first failure");
});

scenario("a program that fails on a secret test learns the verdict and not the test", 60, async () => {
  const number = await ada.submit("twice", "python3", "n = int(input())\nprint(2 * n if n < 500 else exec('raise SystemExit(7)'))\n");
  const html = (await ada.follow(number)).at(-1);
  assert.match(headline(html), /^run-time error on test \d$/);
  assert.match(textOf(html), /7/);
  assert.ok(!textOf(html).includes("Expected output") && !/\b1000\b/.test(textOf(html)));
});

const FORMS = [
  ["too long", "python3", `# ${"x".repeat(140 << 10)}\n`, /The source has .*KiB.*at most 128 KiB/],
  ["in an unknown language", "brainfuck", GOOD, /“brainfuck” cannot be judged here/],
  ["without a language", "", GOOD, /Choose a language/],
  ["with a NUL in it", "python3", "print(1)\nprint('\0')\n", /NUL byte in line 2/],
  ["empty", "python3", "", /is empty/],
  ["nothing but blanks", "python3", "  \n\t\n", /is empty/],
];

for (const [what, language, source, words] of FORMS) {
  scenario(`a source that is ${what} is refused at its field and stays in the form`, 30, async () => {
    const before = await site.value("select count(*)::int from submission");
    const answer = await ada.send("twice", language, source);
    assert.equal(answer.status, 422);
    assert.match(answer.text, words);
    assert.equal(field(answer.html, "source"), source.replace("\0", "␀"));
    assert.equal(await site.value("select count(*)::int from submission"), before);
  });
}

scenario("a body that is far too large is refused in words, without being kept", 30, async () => {
  const body = new URLSearchParams({ language: "python3", source: "x".repeat(5 << 20) }).toString();
  const headers = { "content-type": "application/x-www-form-urlencoded", cookie: [...ada.cookies][0].join("=") };
  // On a connection of its own, which the server closes.
  const status = await new Promise((answered, failed) => {
    const sent = request(`${site.base}/problems/twice/submissions`, { method: "POST", headers, agent: false }, (answer) => {
      answer.resume();
      answered(answer.statusCode);
    });
    sent.on("error", failed);
    sent.end(body);
  });
  assert.equal(status, 413);
});

scenario("a chosen file is sent as it is, in place of the text", 60, async () => {
  const form = await ada.page("/problems/twice");
  const file = Buffer.from(`# two\r\n${GOOD}`);
  const answer = await ada.postParts("/problems/twice/submissions", {
    form_key: field(form, "form_key"), language: "python3", source: "not this", file: ["a.py", file],
  });
  const number = answer.location.split("/").pop();
  assert.equal(headline((await ada.follow(number)).at(-1)), "accepted");
  const raw = await ada.get(`/submissions/${number}/source`);
  assert.deepEqual(raw.body, file);
  assert.match(raw.headers.get("content-type"), /^text\/plain/);
  const latin = await ada.postParts("/problems/twice/submissions", { language: "python3", file: ["b.py", Buffer.from([0x23, 0xe4, 0x0a])] });
  assert.equal(latin.status, 422);
  assert.match(latin.text, /b\.py is not UTF-8: line 1/);
});

scenario("a form that is posted twice, or five times at once, is one submission", 60, async () => {
  const form = { form_key: field(await ada.page("/problems/twice"), "form_key"), language: "python3", source: GOOD };
  const answers = await Promise.all(Array.from({ length: 5 }, () => ada.post("/problems/twice/submissions", form)));
  answers.push(await ada.post("/problems/twice/submissions", form));
  assert.deepEqual(answers.map((answer) => answer.status), Array(6).fill(303));
  assert.equal(new Set(answers.map((answer) => answer.location)).size, 1);
  assert.equal(await site.value(`select count(*)::int from submission where form_key = '${form.form_key}'`), 1);
  await ada.follow(answers[0].location.split("/").pop());
});

scenario("a request in a user's name from another site is refused", 30, async () => {
  const before = await site.value("select count(*)::int from submission");
  const forged = await ada.post("/problems/twice/submissions", { language: "python3", source: GOOD }, { origin: "https://evil.example" });
  assert.equal(forged.status, 403);
  assert.equal(await site.value("select count(*)::int from submission"), before);
});

scenario("a source, its errors and its judge's words are the owner's and the jury's alone", 90, async () => {
  const bob = await site.user("bob");
  const jury = await site.user("jury", "jury");
  const secret = "the-way-i-did-it";
  const number = await ada.submit("twice", "python3", `# ${secret}\nprint(int(input()))\n`);
  const fragments = await ada.follow(number);
  assert.match(fragments.at(-1), /Your output/);
  for (const viewer of [bob, site.client()]) {
    const page = await viewer.page(`/submissions/${number}`);
    assert.match(headline(page), /^wrong answer/, "the verdict is public");
    assert.ok(!page.includes(secret) && !page.includes("Your output"));
    assert.equal((await viewer.get(`/submissions/${number}/source`)).status, 404);
    assert.equal((await viewer.post(`/submissions/${number}/rejudge`)).status, 404);
    assert.ok(!(await viewer.follow(number)).join().includes("Your output"));
  }
  for (const viewer of [ada, jury]) {
    assert.ok((await viewer.page(`/submissions/${number}`)).includes(secret));
    assert.equal((await viewer.get(`/submissions/${number}/source`)).status, 200);
  }
});

scenario("everybody sees the status list, and each one their own submissions", 60, async () => {
  const carol = await site.user("carol");
  const number = await carol.submit("twice", "python3", GOOD);
  await carol.follow(number);
  const all = await site.client().page("/submissions");
  assert.match(all, new RegExp(`href="/submissions/${number}"`));
  assert.match(all, /href="\/submissions\?user=ada"/);
  const own = await carol.page("/submissions?user=carol");
  assert.match(own, new RegExp(`href="/submissions/${number}"`));
  assert.ok(!own.includes("user=ada"));
  assert.match(textOf(await carol.page("/")), /Twice solved, first try/);
  assert.ok(textOf(await carol.page("/submissions?user=carol&problem=a-plus-b")).includes("No submission fits"));
});

scenario("a setter's upload becomes a new version, and old submissions keep theirs", 90, async () => {
  const setter = await site.user("setter", "setter");
  const old = await ada.submit("twice", "python3", GOOD);
  await ada.follow(old);

  const top = scratch();
  twice(join(top, "twice"), manyCases(3));
  const upload = await setter.postParts("/problems/new", { package: ["twice.zip", zip(top)] });
  assert.equal(upload.location, "/problems/twice/versions?uploaded=2", upload.text);
  const versions = textOf(await setter.page(upload.location));
  assert.match(versions, /Version 2 is the current one now/);

  const fresh = await ada.submit("twice", "python3", GOOD);
  await ada.follow(fresh);
  assert.equal((await site.judging(fresh)).tests_total, 7);
  const kept = await site.rows(`select j.tests_total, v.number from judging j join problem_version v on v.id = j.version_id where j.submission_id = ${old}`);
  assert.deepEqual(kept, [{ tests_total: 4, number: 1 }]);

  const same = await setter.postParts("/problems/new", { package: ["twice.zip", zip(top)] });
  assert.equal(same.location, "/problems/twice/versions?unchanged=2");
  assert.equal(await site.value("select count(*)::int from problem_version v join problem p on p.id = v.problem_id where p.slug = 'twice'"), 2);

  assert.equal((await ada.get("/problems/new")).status, 404);
  // The answer comes before the package is read: it may find nobody listening.
  const refused = await ada.postParts("/problems/new", { package: ["twice.zip", zip(twice(scratch()))] }).then(({ status }) => status, ({ cause }) => cause.code);
  assert.ok([404, "EPIPE", "ECONNRESET", "UND_ERR_SOCKET"].includes(refused), String(refused));
  assert.equal(await site.value("select count(*)::int from problem_version v join problem p on p.id = v.problem_id where p.slug = 'twice'"), 2);
  assert.equal((await ada.get("/problems/twice/versions")).status, 404);
});

scenario("a zip without a top folder is taken by the zip's own name", 60, async () => {
  const setter = await site.user("setter2", "setter");
  const upload = await setter.postParts("/problems/new", { package: ["thrice.zip", zip(twice(scratch()))] });
  assert.equal(upload.location, "/problems/thrice/versions?uploaded=1", upload.text);
  const number = await ada.submit("thrice", "python3", GOOD);
  assert.equal(headline((await ada.follow(number)).at(-1)), "accepted");
});

/** Twenty faults, each with where it has to be told. */
const FAULTS = {
  yaml: [
    "problem_format_version: 2025-09",
    "type: pass-fail",
    "name: Faulty",
    "uuid: 5f3b7c9e-4f0c-4a39-9a44-51b51c0a4a58",
    "limits:",
    "  time_limit: -1", // 6
    "  memory: none", // 7
    "  output: 0", // 8
    "  code: 1.5", // 9
    "  compilation_time: 99999", // 10
    "  compilation_memory: x", // 11
    "  validation_time: 0", // 12
    "  validation_memory: -3", // 13
    "  validation_output: []", // 14
    "  validation_passes: 1", // 15
    "languages: [cobol-85]", // 16
    "author: Ann", // 17
    "grading: {}", // 18
    "constants: {1n: 1}", // 19
  ],
  files: ["data/secret/1.in", "data/secret/2.ans", "data/secret/3.yaml:1", "data/secret/4.in", "data/secret/group/test_group.yaml:1", "data/sample/inner"],
};

scenario("a package with twenty faults is refused with all twenty, each with file and line", 60, async () => {
  const setter = await site.user("setter3", "setter");
  const top = scratch();
  write(join(top, "faulty"), {
    "problem.yaml": `${FAULTS.yaml.join("\n")}\n`,
    "statement/problem.en.md": "Text.\n",
    "data/sample/1.in": "1\n",
    "data/sample/1.ans": "1\n",
    "data/sample/inner/1.in": "1\n",
    "data/secret/1.in": "1\n",
    "data/secret/2.ans": "2\n",
    "data/secret/3.in": "3\n",
    "data/secret/3.ans": "3\n",
    "data/secret/3.yaml": "args: 7\n",
    "data/secret/4.in": "4\n",
    "data/secret/group/test_group.yaml": "args: 7\n",
    "data/secret/group/5.in": "5\n",
    "data/secret/group/5.ans": "5\n",
    "submissions/accepted/a.py": "print(input())\n",
  });
  const answer = await setter.postParts("/problems/new", { package: ["faulty.zip", zip(top)] });
  assert.equal(answer.status, 422);
  const places = [...answer.html.matchAll(/<td><code>([^<]*)<\/code><\/td>\s*<td>(?!<span class="warning">)/g)].map((match) => unescape(match[1]));
  for (let line = 6; line <= 19; line++) assert.ok(places.includes(`problem.yaml:${line}`), `nothing of line ${line}: ${FAULTS.yaml[line - 1]}`);
  for (const file of FAULTS.files) assert.ok(places.includes(file), `nothing of ${file}`);
  assert.ok(places.length >= 20);
  assert.match(answer.text, /The package was refused: \d+ faults/);
  assert.equal(await site.value("select count(*)::int from problem where slug = 'faulty'"), 0, "nothing is half imported");
});

scenario("what is no package at all is refused in words", 30, async () => {
  const setter = await site.user("setter4", "setter");
  const nonsense = await setter.postParts("/problems/new", { package: ["x.zip", Buffer.from("not a zip")] });
  assert.equal(nonsense.status, 422);
  assert.match(nonsense.text, /not a readable zip/);
  const nothing = await setter.postParts("/problems/new", { package: ["", Buffer.alloc(0)] });
  assert.equal(nothing.status, 422);
  assert.match(nothing.text, /Choose the archive/);
});

scenario("users are added, listed, given passwords and roles from the command line", 60, async () => {
  const added = await site.judge("user", "add", "eve", "--role", "setter");
  const [, given] = added.match(/eve is setter\. One-time password, shown only now: (\S+)/);
  const eve = await firstLogin(site.client(), "eve", given);
  assert.equal((await eve.get("/problems/new")).status, 200);

  assert.match(await site.judge("user", "role", "eve", "contestant"), /eve is contestant now/);
  assert.equal((await eve.get("/problems/new")).status, 404, "a role counts at once");

  const listed = JSON.parse(await site.judge("user", "list", "--json"));
  const row = listed.find((user) => user.name === "eve");
  assert.deepEqual([row.role, row.must_change_password], ["contestant", false]);
  assert.match(await site.judge("user", "list"), /eve +contestant/);

  const changed = await site.judge("user", "password", "eve");
  const [, second] = changed.match(/shown only now: (\S+)/);
  assert.equal((await eve.get("/account")).status, 303, "her sessions are over");
  assert.equal((await site.client().login("eve", PASSWORD)).status, 422);
  await firstLogin(site.client(), "eve", second);
});

scenario("the admin's one-time password leads to a password of their own and then to everything", 60, async () => {
  const admin = await firstLogin(site.client(), "admin", site.oneTime);
  assert.equal((await admin.get("/problems/new")).status, 200);
});

scenario("logging out ends the session", 30, async () => {
  const frank = await site.user("frank");
  const cookies = new Map(frank.cookies);
  assert.equal((await frank.post("/logout")).status, 303);
  const thief = site.client();
  thief.cookies = cookies;
  assert.equal((await thief.get("/account")).status, 303);
});

scenario("every page tells the browser to run and load nothing but the site's own", 30, async () => {
  for (const path of ["/", "/problems/a-plus-b", "/login", "/submissions", "/nothing"]) {
    const { headers } = await ada.get(path);
    assert.match(headers.get("content-security-policy"), /default-src 'none'.*frame-ancestors 'none'/);
    assert.doesNotMatch(headers.get("content-security-policy"), /unsafe/);
    assert.equal(headers.get("x-content-type-options"), "nosniff");
  }
});
