// The API by which what runs is changed and watched: bodies that are no requests, drafts and filters that take much, clients
// that watch and do not read.
import { randomBytes } from "node:crypto";
import { connect } from "node:net";
import { intake, SINK } from "./upstream.mjs";
import { timeout, until, whilePushing } from "./victim.mjs";

const CONFIG = intake("logs.process.sink.receiver") + SINK;
const JSON_BODY = { "Content-Type": "application/json" };

/** Asks the API; gives status and text. A `body` that is no text is written as JSON. */
async function ask(victim, method, path, body, headers = JSON_BODY) {
  const response = await fetch(`${victim.url}${path}`, {
    method,
    ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body), headers }),
    signal: AbortSignal.timeout(60_000),
  });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

/** Opens a stream of events that nobody reads. */
function openUnread(victim, path, body) {
  const { hostname, port } = new URL(victim.url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => {
      const method = body === undefined ? "GET" : "POST";
      const text = body === undefined ? "" : JSON.stringify(body);
      const about = body === undefined ? "" : `Content-Type: application/json\r\nContent-Length: ${text.length}\r\n`;
      socket.write(`${method} /${path} HTTP/1.1\r\nHost: localhost\r\n${about}\r\n${text}`);
    });
    socket.on("error", reject);
    socket.once("readable", () => {
      const [line] = socket.read(64).toString().split("\r\n");
      resolve({ socket, status: Number(line.split(" ")[1]) });
    });
  });
}

/** What fits into a body. */
const MOST = 500_000;
const nested = (name) => `{"${name}": ${"[".repeat(MOST / 2 - 20)}${"]".repeat(MOST / 2 - 20)}}`;
const MANY = 'logs.process "p" {\n  forward_to = []\n}\n';

/** Milliseconds. A configuration is read in one go, as at a reload, for those who may read or change what runs. */
const READING = 500;

/** name, path, body, statuses of which it may be one, how long it may hold the server */
const REQUESTS = [
  ["deep JSON", "api/validate", nested("text"), [400]],
  ["deep JSON to deploy", "api/deploy", nested("x"), [400]],
  ["JSON of 150,000 objects", "api/deploy", `{"files": [${"{},".repeat(150_000)}{}]}`, [400]],
  [
    "JSON of 40,000 names",
    "api/deploy",
    `{${Array.from({ length: 40_000 }, (_, i) => `"k${i.toString(36)}": 1`).join()}}`,
    [400],
  ],
  ["a configuration of half a megabyte of stages", "api/validate", { text: bodyOf("stage.decolorize { }\n") }, [200]],
  ["a configuration of half a megabyte of components", "api/validate", { text: MANY.repeat(10_000) }, [200], READING],
  ["a configuration of half a megabyte of brackets", "api/validate", { text: "[".repeat(MOST) }, [200]],
  ["a configuration of half a megabyte of quotes", "api/validate", { text: '"'.repeat(240_000) }, [200]],
  [
    "a configuration of half a megabyte of comments",
    "api/deploy",
    { text: `// token = s3cr3t\n`.repeat(25_000) },
    [200, 400],
  ],
  [
    "a configuration of six hundred patterns of many classes",
    "api/validate",
    {
      text: `${CONFIG}logs.process "x" {\n forward_to = []\n${Array.from({ length: 600 }, (_, i) => `stage.regex {\n expression = "(?P<a>${"\\\\pL+x".repeat(80)}${i})"\n}\n`).join("")}}`,
    },
    [200],
    2 * READING,
  ],
  ["a draft of 5,500 secrets", "api/shadow", { text: CONFIG + secretsOf(5_500) }, [200, 400], READING],
  [
    "a draft whose pattern takes much to compile",
    "api/validate",
    {
      text: `${CONFIG}logs.process "x" {\n forward_to = []\n ${'stage.regex {\n expression = "(?P<x>(?:[a-z]{1,100}){1,9})"\n}\n'.repeat(500)}}`,
    },
    [200],
  ],
];

function bodyOf(stage) {
  return `${CONFIG}logs.process "x" {\n forward_to = []\n${stage.repeat(Math.floor((MOST * 0.9) / (stage.length + 1)))}}\n`;
}

function secretsOf(count) {
  const endpoint = () =>
    `endpoint {\n url = "http://127.0.0.1:9"\n bearer_token = "${randomBytes(12).toString("hex")}"\n}\n`;
  return `logs.write "s" {\n${Array.from({ length: count }, endpoint).join("")}}\n`;
}

const requests = REQUESTS.map(([name, path, body, statuses, holds]) => ({
  name: `api: ${name}`,
  holds,
  quick: name === "deep JSON",
  async run(t) {
    const victim = await t.victim(CONFIG);
    const { result, refused, longest } = await whilePushing(victim, () => ask(victim, "POST", path, body));
    t.expect(statuses.includes(result.status), `answered ${result.status} ${result.text.slice(0, 100)}`);
    t.expect(!/\n\s+at /.test(result.text), "the answer holds a stack trace");
    t.expect(refused === 0, `${refused} honest pushes were not taken`);
    t.expect(longest < 2000, `a push waited ${longest.toFixed(0)} ms`);
    t.note(`${result.status}, ${result.text.length} bytes`);
  },
}));

export const attacks = [
  ...requests,
  {
    name: "api: bodies that are no requests, on every route",
    quick: true,
    async run(t) {
      const victim = await t.victim(CONFIG);
      const { paths } = JSON.parse((await ask(victim, "GET", "api/openapi.json")).text);
      for (const [template, methods] of Object.entries(paths)) {
        const path = template.slice(1).replace(/\{\w+\}/g, "1");
        for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE"]) {
          if (methods[method.toLowerCase()] !== undefined) continue;
          const { status, headers, text } = await ask(victim, method, path, method === "GET" ? undefined : "{}");
          t.expect(status === 405 || (status === 404 && path.includes("1")), `${method} /${path}: ${status} ${text}`);
          t.expect(status !== 405 || headers.get("allow") !== null, `${method} /${path} does not say what it allows`);
        }
        if (methods.post?.requestBody === undefined) continue;
        for (const [body, wanted, headers] of [
          ["", [400]],
          ["{", [400]],
          ["[]", [400]],
          ["null", [400]],
          ['{"__proto__": {"text": "x", "component": "x"}}', [400]],
          ['{"constructor": {"prototype": {"text": "x"}}}', [400]],
          ['{"text": 1, "component": 1, "config": 1, "streams": 1}', [400]],
          ["{}", [415], { "Content-Type": "text/plain" }],
          ["{}", [415], { "Content-Type": "application/x-www-form-urlencoded" }],
          ["{}", [415, 400], { ...JSON_BODY, "Content-Encoding": "gzip" }],
          [`{"a": "${"x".repeat(17_000_000)}"}`, [413]],
        ]) {
          const { status, text } = await ask(victim, "POST", path, body, headers).catch((error) => ({
            // It may end the connection before all of a large body is there.
            status: body.length > 1e6 ? 413 : 0,
            text: String(error.cause ?? error),
          }));
          // Of a version that is none, and of one that runs already, nothing in the body is asked for.
          const fine = wanted.includes(status) || (path.includes("1") && [200, 404].includes(status));
          t.expect(fine, `POST /${path} of ${body.slice(0, 40)}: ${status} ${text.slice(0, 100)}`);
          t.expect(!/\n\s+at /.test(text), `POST /${path}: a stack trace`);
        }
      }
      t.expect((await victim.push(["hello"])) === 204, "it does not answer any more");
    },
  },
  {
    name: "api: versions that are paths",
    quick: true,
    async run(t) {
      const victim = await t.victim(CONFIG, { args: ["--data-dir", `${t.folder}/data`] });
      for (const number of [
        "..%2f..%2fconfig",
        "1%2f..%2f1",
        "-1",
        "1e0",
        "0x1",
        "1.json",
        "%00",
        "1%00",
        "9999999999",
        "__proto__",
      ]) {
        const { status } = await ask(victim, "GET", `api/versions/${number}`);
        t.expect(status === 404 || status === 400, `version ${number}: ${status}`);
        const back = await ask(victim, "POST", `api/versions/${number}/rollback`, {});
        t.expect(back.status === 404 || back.status === 400, `back to ${number}: ${back.status}`);
      }
      for (const query of ["against=..%2f1", "against=-1", "against=1&against=1"])
        t.expect((await ask(victim, "GET", `api/versions/1?${query}`)).status === 404, query);
      for (const id of ["__proto__", "constructor", "toString", "..%2f..", "%00"])
        t.expect((await ask(victim, "GET", `api/components/${id}`)).status === 404, `component ${id}`);
    },
  },
  {
    name: "api: pages of others that would change something",
    quick: true,
    async run(t) {
      const victim = await t.victim(CONFIG);
      const { paths } = JSON.parse((await ask(victim, "GET", "api/openapi.json")).text);
      for (const [template, methods] of Object.entries(paths)) {
        if (methods.post === undefined && methods.delete === undefined) continue;
        const path = template.slice(1).replace(/\{\w+\}/g, "1");
        const method = methods.post === undefined ? "DELETE" : "POST";
        for (const headers of [
          { Origin: "http://evil.example" },
          { Origin: "null" },
          { Origin: "http://localhost.evil.example" },
          { "Sec-Fetch-Site": "cross-site" },
          { "Sec-Fetch-Site": "same-site" },
        ]) {
          const { status } = await ask(victim, method, path, "{}", { ...JSON_BODY, ...headers });
          const harmless = template === "/api/preview";
          t.expect(status === 403 || harmless, `${method} /${path} of ${JSON.stringify(headers)}: ${status}`);
        }
      }
    },
  },
  {
    name: "api: texts that would be lines of the log or headers",
    quick: true,
    async run(t) {
      const loki = await t.upstream(() => ({ status: 200, body: '{"data":{"resultType":"streams","result":[]}}' }));
      const victim = await t.victim(CONFIG, { args: ["--query-loki", loki.origin, "--data-dir", `${t.folder}/data`] });
      const evil = 'x\r\nX-Evil: 1\n{"level":"error"}\u001b[2J\u2028';
      const deployed = await ask(victim, "POST", "api/deploy", { text: `${CONFIG}\n`, user: evil, note: evil });
      t.expect(deployed.status === 200, `deploy: ${deployed.status} ${deployed.text}`);
      const targets = JSON.parse((await ask(victim, "GET", "api/capture")).text);
      for (const tenant of [evil, "a\nb", "é", "\u0000"]) {
        const { status, text } = await ask(victim, "POST", "api/capture", {
          loki: targets.lokis[0].name,
          query: '{a="b"}',
          tenant,
          seconds: 1,
        });
        t.expect([200, 400, 502].includes(status), `tenant ${JSON.stringify(tenant)}: ${status} ${text}`);
      }
      t.expect(
        loki.requests.every(({ headers }) => headers["x-evil"] === undefined),
        "a header was slipped in",
      );
      const lines = victim.stderr.split("\n");
      t.expect(!lines.some((line) => /^(?:X-Evil|\{"level":"error"\})/.test(line)), "a line of the log was slipped in");
      t.expect(!victim.stderr.includes("\u001b[2J"), "the log moves the terminal's cursor");
    },
  },
  {
    name: "tap: eight clients that read nothing, and sixteen more that watch",
    quick: true,
    async run(t) {
      const victim = await t.victim(CONFIG);
      const opened = [];
      for (let i = 0; i < 8; i++)
        opened.push(await openUnread(victim, "api/tap", { component: "logs.process.sink", rate: 1000 }));
      for (let i = 0; i < 16; i++) opened.push(await openUnread(victim, "api/live/events"));
      t.expect(
        opened.every(({ status }) => status === 200),
        `answered ${opened.map(({ status }) => status)}`,
      );
      const ninth = await ask(victim, "POST", "api/tap", { component: "logs.process.sink" });
      t.expect(ninth.status === 429, `a ninth tap is answered ${ninth.status}`);
      const line = "x".repeat(20_000);
      const begun = performance.now();
      const statuses = [];
      for (let i = 0; i < 40; i++) statuses.push(await victim.push(Array(100).fill(line)));
      t.expect(
        statuses.every((status) => status === 204),
        `pushes were answered ${[...new Set(statuses)]}`,
      );
      t.note(`80 MB taken in ${(performance.now() - begun).toFixed(0)} ms`);
      // Who takes nothing of an answer for half a minute is gone.
      const freed = await until(async () => {
        await victim.push([line]);
        const controller = new AbortController();
        const response = await fetch(`${victim.url}api/tap`, {
          method: "POST",
          headers: JSON_BODY,
          body: '{"component": "logs.process.sink"}',
          signal: controller.signal,
        });
        controller.abort();
        return response.status === 200;
      }, 60_000);
      t.expect(freed, "whoever reads nothing keeps a tap for ever");
      for (const { socket } of opened) socket.destroy();
    },
  },
  {
    name: "tap: filters that take much",
    quick: true,
    async run(t) {
      const victim = await t.victim(CONFIG);
      const filters = [
        { selector: '{job=~"(a+)+$"}' },
        { selector: '{job=~"(a|aa)+b"}' },
        { selector: `{job=~"${".*a".repeat(8)}"}` },
        { selector: `{job=~"(?:[a-z]{1,100}){1,10}x"}` },
        { selector: `{${Array.from({ length: 400 }, (_, i) => `l${i}!="x"`).join()}}` },
        { text: `${"a".repeat(124)}b${"a".repeat(125)}` },
        { text: `b${"a".repeat(249)}` },
        { text: "ab".repeat(125) },
      ];
      const sockets = [];
      const said = [];
      for (const filter of filters) {
        const { socket, status } = await openUnread(victim, "api/tap", { component: "logs.process.sink", ...filter });
        sockets.push(socket);
        said.push(status);
      }
      t.expect(
        said.every((status) => status === 200 || status === 400),
        `answered ${said}`,
      );
      const statuses = new Set();
      for (let i = 0; i < 20; i++)
        statuses.add(
          await victim.push(Array(20).fill("a".repeat(200_000)), { labels: { job: `${"a".repeat(500)}${i}` } }),
        );
      t.expect([...statuses].join() === "204", `pushes were answered ${[...statuses]}`);
      t.note(`${said}`);
      for (const socket of sockets) socket.destroy();
    },
  },
  {
    name: "capture: lines in which secrets are looked for in vain",
    quick: true,
    async run(t) {
      const victim = await t.victim(CONFIG);
      const half = 500_000;
      const lines = [
        "a".repeat(half),
        "1 ".repeat(half / 2),
        "a.".repeat(half / 2),
        "eyJ".repeat(half / 3),
        "-----BEGIN PRIVATE KEY-----".repeat(half / 27),
        "password=".repeat(half / 9),
        "a@".repeat(half / 2),
        `a@${"b.".repeat(half / 2)}`,
        "://".repeat(half / 3),
        "https://a:".repeat(half / 10),
        "sk-a-".repeat(half / 5),
        '{"token":'.repeat(half / 9),
        "Authorization: Bearer ".repeat(half / 22),
      ];
      for (const line of lines) {
        const capturing = ask(victim, "POST", "api/capture", {
          component: "logs.process.sink",
          entries: 1,
          bytes: 4_000_000,
          seconds: 10,
        });
        let over = false;
        capturing.then(() => {
          over = true;
        });
        while (!over) {
          await victim.push([line]);
          await timeout(20);
        }
        const { status, text } = await capturing;
        t.expect(
          status === 200 && JSON.parse(text).entries === 1,
          `${line.slice(0, 20)}: ${status} ${text.slice(0, 100)}`,
        );
      }
    },
  },
  {
    name: "shadow: drafts that eat processor and memory",
    async run(t) {
      const victim = await t.victim(CONFIG);
      const drafts = {
        pattern: 'stage.regex {\n expression = "(?:a{1,50}){1,20}(?P<x>b)"\n}',
        template:
          'stage.template {\n source = "x"\n template = "{{ range until 300000 }}{{ sha256sum \\"x\\" | trunc 1 }}{{ end }}"\n}',
        memory:
          'stage.template {\n source = "x"\n template = "{{ repeat 1000 \\"x\\" | repeat 1000 | repeat 16 }}"\n}\nstage.multiline {\n firstline = "never"\n max_lines = 100000\n}',
      };
      for (const [name, stage] of Object.entries(drafts)) {
        const text = CONFIG.replace("forward_to = []", `forward_to = []\n${stage}`);
        const { result, taken, refused, longest } = await whilePushing(victim, async () => {
          const begun = await ask(victim, "POST", "api/shadow", { text, seconds: 20 });
          t.expect(begun.status === 200, `${name}: ${begun.status} ${begun.text}`);
          for (let i = 0; i < 100; i++) {
            await victim.push(Array(100).fill("a".repeat(1500)));
            const { text: said } = await ask(victim, "GET", "api/shadow");
            if (JSON.parse(said).state !== "running") break;
          }
          return JSON.parse((await ask(victim, "DELETE", "api/shadow")).text);
        });
        t.expect(taken > 0 && refused === 0, `${name}: ${refused} pushes were refused`);
        t.expect(longest < 2000, `${name}: a push waited ${longest.toFixed(0)} ms`);
        t.note(`${name}: ${result.state}${result.message === undefined ? "" : `: ${result.message}`}`);
      }
    },
  },
  {
    name: "shadow: begun twenty at once, and over and over",
    async run(t) {
      const victim = await t.victim(CONFIG);
      const text = CONFIG.replace("forward_to = []", "forward_to = []\nstage.decolorize { }");
      const all = await Promise.all(Array.from({ length: 20 }, () => ask(victim, "POST", "api/shadow", { text })));
      const statuses = all.map(({ status }) => status);
      t.expect(statuses.filter((status) => status === 200).length === 1, `of twenty, one should begin: ${statuses}`);
      t.expect(
        statuses.every((status) => [200, 409, 429].includes(status)),
        `answered ${statuses}`,
      );
      for (let i = 0; i < 10; i++) {
        t.expect((await ask(victim, "DELETE", "api/shadow")).status === 200, "it cannot be ended");
        t.expect((await ask(victim, "POST", "api/shadow", { text })).status === 200, "it cannot be begun again");
      }
    },
  },
  {
    name: "deploy: one after the other, forty at once, good and bad",
    async run(t) {
      const victim = await t.victim(CONFIG, { args: ["--data-dir", `${t.folder}/data`] });
      const one = (i) =>
        CONFIG.replace("forward_to = []", `forward_to = []\nstage.static_labels {\n values = { n = "${i}" }\n}`);
      const { taken, refused } = await whilePushing(victim, async () => {
        for (let i = 0; i < 150; i++) {
          const { status } = await ask(victim, "POST", "api/deploy", { text: i % 3 === 2 ? `broken ${i}` : one(i) });
          t.expect(status === (i % 3 === 2 ? 400 : 200), `the ${i}th: ${status}`);
        }
        const many = await Promise.all(
          Array.from({ length: 40 }, (_, i) => ask(victim, "POST", "api/deploy", { text: one(`m${i}`) })),
        );
        const statuses = [...new Set(many.map(({ status }) => status))];
        t.expect(
          statuses.every((status) => status === 200 || status === 429),
          `of forty: ${statuses}`,
        );
      });
      t.expect(taken > 0 && refused === 0, `${refused} pushes were refused`);
      const { versions } = JSON.parse((await ask(victim, "GET", "api/versions")).text);
      t.expect(versions.length <= 100, `${versions.length} versions are kept`);
      const base = await ask(victim, "POST", "api/deploy", { text: one("late"), base: versions.at(-1).number });
      t.expect(base.status === 409 && JSON.parse(base.text).current !== undefined, `a changed base: ${base.status}`);
    },
  },
];
