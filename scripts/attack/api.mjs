// Attacks on the API that changes what runs: bodies that are no requests, configurations that are costly to read.
import { randomBytes } from "node:crypto";
import { ask, CONFIG, JSON_BODY } from "./ask.mjs";
import { intake } from "./upstream.mjs";
import { timeout, whilePushing } from "./victim.mjs";

/** What fits into a body. */
const MOST = 500_000;
/** @param {string} name */
const nested = (name) => `{"${name}": ${"[".repeat(MOST / 2 - 20)}${"]".repeat(MOST / 2 - 20)}}`;
/** @param {number} count */
const misspeltOf = (count) =>
  Array.from(
    { length: count },
    (_, i) => `logs.write "w${i}" {\n endpoint {\n  url = "http://h/"\n  passwrd = "abcde${i}"\n }\n}\n`,
  ).join("");
const MANY = 'logs.process "p" {\n  forward_to = []\n}\n';

/**
 * @type {readonly (readonly [name: string, path: string, body: unknown, statuses: readonly number[]])[]}
 */
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
  ["a configuration of half a megabyte of components", "api/validate", { text: MANY.repeat(10_000) }, [200]],
  ["a configuration of thousands of misspelt secrets", "api/validate", { text: misspeltOf(4_000) }, [200]],
  ["a configuration of half a megabyte of brackets", "api/validate", { text: "[".repeat(MOST) }, [200]],
  ["a configuration of half a megabyte of quotes", "api/validate", { text: '"'.repeat(240_000) }, [200]],
  ["half a megabyte of stages for a component", "api/validate", into("stage.decolorize { }\n"), [200]],
  [
    "half a megabyte of stages that are off for a component",
    "api/validate",
    into("// sluice:off\n// stage.cri { }\n// sluice:on\n"),
    [200],
  ],
  ["half a megabyte of comments for a component", "api/validate", into("// token = s3cr3t\n"), [200]],
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
  ],
  ["a draft of 5,500 secrets", "api/shadow", { text: CONFIG + secretsOf(5_500) }, [200, 400]],
  [
    "a draft whose pattern takes much to compile",
    "api/validate",
    {
      text: `${CONFIG}logs.process "x" {\n forward_to = []\n ${'stage.regex {\n expression = "(?P<x>(?:[a-z]{1,100}){1,9})"\n}\n'.repeat(500)}}`,
    },
    [200],
  ],
];

/**
 * Configurations that take much to read, to build or to start: what is deployed does not keep others waiting.
 * @type {readonly (readonly [what: string, text: () => string])[]}
 */
const LARGE_CONFIGS = [
  [
    "5,000 line filters",
    () => CONFIG + stageIn(matching(Array.from({ length: 5000 }, (_, i) => ` |~ "a${i}b+"`).join(""))),
  ],
  ["400 listeners", () => listenersOf(400)],
  ["1,000 processes", () => processesOf(1000)],
  [
    "50,000 buckets",
    () =>
      CONFIG +
      stageIn(
        `stage.metrics {\n metric.histogram {\n  name = "h"\n  source = "x"\n  buckets = [${repeated(50_000, (i) => `${i},`)}]\n }\n}\n`,
      ),
  ],
  ["6,000 rules of relabelling", () => CONFIG + rules(6000)],
  ["3,000 endpoints with a secret each", () => CONFIG + secretsOf(3000)],
];

/** @param {number} count */
const listenersOf = (count) =>
  CONFIG + repeated(count, (i) => intake("logs.process.sink.receiver").replace('"in"', `"in${i}"`));
/** @param {number} count */
const processesOf = (count) =>
  CONFIG + repeated(count, (i) => stageIn(`stage.regex {\n expression = "(?P<a>x${i}+)"\n}\n`, `p${i}`));
/**
 * @param {number} count
 * @param {(i: number) => string} text
 */
const repeated = (count, text) => Array.from({ length: count }, (_, i) => text(i)).join("");
/** @param {string} filters */
const matching = (filters) =>
  `stage.match {\n selector = ${JSON.stringify(`{job="a"}${filters}`)}\n action = "drop"\n}\n`;
/** @param {string} stage */
const stageIn = (stage, label = "x") => `logs.process "${label}" {\n forward_to = []\n${stage}}\n`;
/** @param {number} count */
const rules = (count) =>
  `logs.relabel "r" {\n forward_to = []\n${repeated(count, (i) => `rule {\n regex = "a${i}[0-9]+"\n action = "drop"\n source_labels = ["job"]\n}\n`)}}\n`;

/** @type {readonly import("./attempt.mjs").Attack[]} */
const deploys = LARGE_CONFIGS.map(([what, text]) => ({
  name: `api: a deployment of ${what}`,
  async run(t) {
    const victim = await t.victim(CONFIG);
    const steps = [
      ["api/validate", text()],
      ["api/deploy", text()],
      ["api/deploy", CONFIG],
    ];
    const { result, refused } = await whilePushing(victim, async () => {
      /** @type {number[]} */
      const statuses = [];
      for (const [path, config] of steps) statuses.push((await ask(victim, "POST", path, { text: config })).status);
      return statuses;
    });
    t.expect(result.join() === "200,200,200", `answered ${result.join()}`);
    t.expect(refused === 0, `${refused} honest pushes were not taken`);
  },
}));

/** @type {readonly import("./attempt.mjs").Attack[]} */
const amidDeploys = [
  {
    name: "api: eight large deployments at once, which wait for one another",
    async run(t) {
      const victim = await t.victim(CONFIG);
      const texts = Array.from({ length: 8 }, (_, i) => `${listenersOf(100)}// ${i}\n`);
      const { result, refused } = await whilePushing(victim, () =>
        Promise.all(texts.map((text) => ask(victim, "POST", "api/deploy", { text }))),
      );
      const statuses = result.map(({ status }) => status);
      t.expect(
        statuses.every((status) => status === 200),
        `answered ${statuses}`,
      );
      t.expect(refused === 0, `${refused} honest pushes were not taken`);
      /** @type {{ components: readonly { details: { listening?: string } }[] }} */
      const { components } = JSON.parse((await ask(victim, "GET", "api/status")).text);
      const listening = components.filter(({ details }) => details.listening !== undefined).length;
      t.expect(listening === 101, `${listening} listeners are open instead of 101`);
    },
  },
  {
    name: "api: SIGTERM in the middle of deployments",
    async run(t) {
      for (const wait of [0, 20, 60, 150]) {
        const victim = await t.victim(CONFIG);
        const answers = Promise.allSettled(
          [1_000, 900, 800].map((count) => ask(victim, "POST", "api/deploy", { text: processesOf(count) })),
        );
        await timeout(wait);
        const begun = performance.now();
        const { code, signal } = await victim.stop();
        const took = performance.now() - begun;
        t.expect(code === 0, `it ended with ${code ?? signal} after ${wait} ms`);
        t.expect(took < 10_000, `the stop took ${took.toFixed(0)} ms`);
        await answers;
      }
    },
  },
];

/** @param {string} stage */
function bodyOf(stage) {
  return `${CONFIG}logs.process "x" {\n forward_to = []\n${stage.repeat(Math.floor((MOST * 0.9) / (stage.length + 1)))}}\n`;
}

/**
 * A draft whose stages go into a component of what runs.
 * @param {string} lines
 */
function into(lines) {
  const text = `${lines.repeat(Math.floor((MOST * 0.9) / (lines.length + 4)))}stage.decolorize { }\n`;
  return { text, into: "logs.process.sink" };
}

/** @param {number} count */
function secretsOf(count) {
  const endpoint = () =>
    `endpoint {\n url = "http://127.0.0.1:9"\n bearer_token = "${randomBytes(12).toString("hex")}"\n}\n`;
  return `logs.write "s" {\n${Array.from({ length: count }, endpoint).join("")}}\n`;
}

/** @type {readonly import("./attempt.mjs").Attack[]} */
const requests = REQUESTS.map(([name, path, body, statuses], i) => ({
  name: `api: ${name}`,
  quick: i === 0,
  async run(t) {
    const victim = await (i === 0 ? t.any(CONFIG) : t.victim(CONFIG));
    const { result, refused, longest } = await whilePushing(victim, () => ask(victim, "POST", path, body));
    t.expect(statuses.includes(result.status), `answered ${result.status} ${result.text.slice(0, 100)}`);
    t.expect(!/\n\s+at /.test(result.text), "the answer holds a stack trace");
    t.expect(refused === 0, `${refused} honest pushes were not taken`);
    t.expect(longest < 2000, `a push waited ${longest.toFixed(0)} ms`);
    t.note(`${result.status}, ${result.text.length} bytes`);
  },
}));

/** More than any route takes. */
const LARGE = Buffer.from(`{"a": "${"x".repeat(17_000_000)}"}`);

/**
 * What browsers say of pages of others.
 * @type {readonly Readonly<Record<string, string>>[]}
 */
const FOREIGN = [
  { Origin: "http://evil.example" },
  { Origin: "null" },
  { Origin: "http://localhost.evil.example" },
  { "Sec-Fetch-Site": "cross-site" },
  { "Sec-Fetch-Site": "same-site" },
];

/** @typedef {{ paths: Readonly<Record<string, Readonly<Record<string, { requestBody?: unknown }>>>> }} OpenApi */

/**
 * Bodies that are no requests, what they may be answered, and headers.
 * @type {readonly (readonly [body: string | Buffer, wanted: readonly number[], headers?: Readonly<Record<string, string>>])[]}
 */
const NO_REQUESTS = [
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
  [LARGE, [413]],
];

/** @type {readonly import("./attempt.mjs").Attack[]} */
export const attacks = [
  ...requests,
  ...deploys,
  ...amidDeploys,
  {
    name: "api: bodies that are no requests, on every route",
    quick: true,
    async run(t) {
      const victim = await t.any(CONFIG);
      /** @type {OpenApi} */
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
        for (const [body, wanted, headers] of NO_REQUESTS) {
          const { status, text } = await ask(victim, "POST", path, body, headers).catch((error) => ({
            // It may end the connection before all of a large body is there.
            status: body.length > 1e6 ? 413 : 0,
            text: String(error instanceof Error ? (error.cause ?? error) : error),
          }));
          // Of a version that is none, and of one that runs already, nothing in the body is asked for.
          const fine = wanted.includes(status) || (path.includes("1") && [200, 404].includes(status));
          t.expect(fine, `POST /${path} of ${body.toString().slice(0, 40)}: ${status} ${text.slice(0, 100)}`);
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
        t.expect((await ask(victim, "GET", `api/versions/1?${query}`)).status === 400, query);
      for (const id of ["__proto__", "constructor", "toString", "..%2f..", "%00"])
        t.expect((await ask(victim, "GET", `api/components/${id}`)).status === 404, `component ${id}`);
    },
  },
  {
    name: "api: pages of others that would change something",
    quick: true,
    async run(t) {
      const victim = await t.any(CONFIG);
      /** @type {OpenApi} */
      const { paths } = JSON.parse((await ask(victim, "GET", "api/openapi.json")).text);
      for (const [template, methods] of Object.entries(paths)) {
        if (methods.post === undefined && methods.delete === undefined) continue;
        const path = template.slice(1).replace(/\{\w+\}/g, "1");
        const method = methods.post === undefined ? "DELETE" : "POST";
        for (const headers of FOREIGN) {
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
      /** @type {{ lokis: readonly { name: string }[] }} */
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
];
