// Previews on the server that exceed their bounds, while others push.
import { intake, SINK } from "./upstream.mjs";
import { whilePushing } from "./victim.mjs";

/**
 * @param {number} count
 * @param {string} line
 */
const streams = (count, line) => [
  { stream: { job: "x" }, values: Array.from({ length: count }, (_, i) => [String(i + 1), line]) },
];
/** @param {string} text */
const template = (text) => `stage.template {\n  source = "x"\n  template = ${JSON.stringify(text)}\n}\n`;

/** @type {readonly (readonly [name: string, body: unknown])[]} */
const REQUESTS = [
  [
    "100 lines through an expensive template",
    { config: template('{{ range until 300000 }}{{ sha256sum "x" | trunc 1 }}{{ end }}'), streams: streams(100, "x") },
  ],
  [
    "300 stages × 2,000 entries",
    { config: 'stage.static_labels {\n  values = { a = "b" }\n}\n'.repeat(300), streams: streams(2000, "x") },
  ],
  [
    "a template that derives passwords",
    {
      config: template(
        '{{ range until 100000 }}{{ derivePassword 1 "long" "password" "user" "example.com" }}{{ end }}',
      ),
      streams: streams(1000, "x"),
    },
  ],
  [
    "a template that hashes with bcrypt",
    { config: template('{{ range until 100000 }}{{ bcrypt "password" }}{{ end }}'), streams: streams(1000, "x") },
  ],
  [
    "2,000 lines of which each becomes 16 MB",
    { config: template('{{ repeat 1000 "x" | repeat 1000 | repeat 16 }}'), streams: streams(2000, "x") },
  ],
  [
    "a pattern of much work on long lines",
    {
      config: 'stage.regex {\n  expression = "(?:a{1,50}){1,20}(?P<x>b)"\n}\n',
      streams: streams(2000, "a".repeat(1500)),
    },
  ],
  ["4 MB of configuration", { config: "stage.decolorize { }\n".repeat(180_000), streams: streams(1, "x") }],
  ["4 MB of brackets", `{"config": ${"[".repeat(4_000_000)}`],
];

/**
 * @param {import("./victim.mjs").Victim} victim
 * @param {unknown} body
 */
const ask = async (victim, body) => {
  const response = await fetch(`${victim.url}api/preview`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: typeof body === "string" ? body : JSON.stringify(body),
    signal: AbortSignal.timeout(60_000),
  });
  return { status: response.status, text: await response.text() };
};

const CONFIG = intake("logs.process.sink.receiver") + SINK;

/** @param {string} name */
const isQuick = (name) => name.startsWith("300 stages");

/** @type {readonly import("./attempt.mjs").Attack[]} */
const single = REQUESTS.map(([name, body]) => ({
  name: `preview: ${name}`,
  quick: isQuick(name),
  async run(t) {
    const victim = await (isQuick(name) ? t.any(CONFIG) : t.victim(CONFIG));
    const { result, taken, longest } = await whilePushing(victim, () => ask(victim, body));
    t.expect([200, 400, 413, 422].includes(result.status), `answered ${result.status}`);
    t.expect(
      result.status === 200 || !/\n\s+at /.test(JSON.parse(result.text).error),
      "the answer holds a stack trace",
    );
    t.expect(taken > 0, "no push got through meanwhile");
    t.expect(longest < 2000, `a push waited ${longest.toFixed(0)} ms`);
    t.expect(
      (await ask(victim, { config: "stage.decolorize { }", streams: streams(1, "x") })).status === 200,
      "the next preview fails",
    );
    t.note(`${result.status}, ${result.text.length} bytes`);
  },
}));

/** @type {readonly import("./attempt.mjs").Attack[]} */
export const attacks = [
  ...single,
  {
    name: "preview: twenty at once",
    async run(t) {
      const victim = await t.victim(CONFIG);
      const [, body] = REQUESTS[0];
      const { result, taken } = await whilePushing(victim, () =>
        Promise.all(Array.from({ length: 20 }, () => ask(victim, body))),
      );
      const statuses = result.map(({ status }) => status);
      t.expect(
        statuses.filter((status) => status === 429).length === 15,
        `of twenty, fifteen should be 429: ${statuses}`,
      );
      t.expect(taken > 0, "no push got through meanwhile");
    },
  },
];
