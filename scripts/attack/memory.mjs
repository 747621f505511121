// Data that is small on the wire, counts little, and stays in memory: metadata, labels, objects, series. And answers and
// tenants that would hold up a writer.
import { createServer } from "node:net";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { compress } from "snappy";
import { listen } from "../base/listen.mjs";
import { field } from "./push.mjs";
import { intake, SINK, writer } from "./upstream.mjs";
import { until } from "./victim.mjs";

const squeeze = promisify(gzip);
/**
 * @param {string} labels
 * @param {Buffer[]} entries
 */
const stream = (labels, ...entries) => field(0x0a, Buffer.concat([field(0x0a, Buffer.from(labels)), ...entries]));
const EMPTY = Buffer.from([0x12, 0x00]);
/**
 * @param {string} name
 * @param {string} value
 */
const pair = (name, value) =>
  field(0x1a, Buffer.concat([field(0x0a, Buffer.from(name)), field(0x12, Buffer.from(value))]));
/** An empty line with a megabyte of metadata. */
const LARGE = field(0x12, pair("k", "x".repeat(1_000_000)));
const NOBODY = "http://127.0.0.1:9/loki/api/v1/push";

/** @param {Buffer} content */
const packed = async (content) => new Uint8Array(await squeeze(await compress(content)));

/**
 * @param {import("./victim.mjs").Victim} victim
 * @param {Uint8Array<ArrayBuffer>} body
 */
async function send(victim, body) {
  const response = await fetch(`http://${Object.values(victim.addresses)[0]}/loki/api/v1/push`, {
    method: "POST",
    headers: { "Content-Type": "application/x-protobuf", "Content-Encoding": "gzip" },
    body,
  });
  await response.arrayBuffer();
  return response.status;
}

/** How often it is refused before it is believed. */
const REFUSALS = 3;

/**
 * Pushes again and again to a writer whose endpoint does not answer: sooner or later it must be refused, and stay so.
 * @param {string} name
 * @param {boolean} quick
 * @param {(round: number) => Promise<Uint8Array<ArrayBuffer>>} content
 * @returns {import("./attempt.mjs").Attack}
 */
const piling = (name, quick, content) => ({
  name: `memory: ${name}, and nobody takes them`,
  quick,
  async run(t) {
    const victim = await t.victim(
      `${intake("logs.process.p.receiver")}logs.process "p" {\n forward_to = [logs.write.up.receiver]\n}\n${writer(NOBODY)}`,
    );
    /** @type {number[]} */
    const statuses = [];
    const refusals = () => statuses.filter((status) => status === 429).length;
    for (let i = 0; i < 12 && victim.end === undefined && refusals() < REFUSALS; i++)
      statuses.push(await send(victim, await content(i)));
    t.expect(refusals() >= REFUSALS, `not refused ${REFUSALS} times: ${statuses}`);
    t.note(`answered ${[...new Set(statuses)]}`);
  },
});

/**
 * Pushes of 5,000 label sets each.
 * @param {number} rounds
 * @returns {import("./attempt.mjs").Attack}
 */
const series = (rounds) => ({
  name: `memory: /metrics after ${rounds * 5},000 label sets in four counters`,
  quick: rounds <= 4,
  async run(t) {
    /** @param {number} i */
    const counter = (i) => `metric.counter {\n name = "n${i}"\n match_all = true\n action = "inc"\n }\n`;
    const victim = await t.victim(
      `${intake("logs.process.p.receiver")}logs.process "p" {\n forward_to = []\n stage.metrics {\n${[0, 1, 2, 3].map(counter).join("")} }\n}\n`,
    );
    for (let round = 0; round < rounds; round++) {
      const streams = Array.from({ length: 5000 }, (_, i) => stream(`{a="${round}-${i}"}`, EMPTY));
      const body = await packed(Buffer.concat(streams));
      await until(async () => (await send(victim, body)) === 204);
    }
    const texts = await Promise.all([1, 2].map(async () => (await fetch(`${victim.url}metrics`)).text()));
    // All but what still waits for its stage.
    const least = (4 * 5000 * rounds * 5) / 6;
    for (const text of texts) t.expect(text.split("\n").length > least, `only ${text.split("\n").length} lines`);
  },
});

/** @type {import("./attempt.mjs").Attack} */
const bombs = {
  name: "memory: 100 bodies of a hundred bytes with 99,999 entries each",
  quick: true,
  async run(t) {
    const victim = await t.victim(intake("logs.process.sink.receiver") + SINK);
    const body = await packed(stream('{a="b"}', Buffer.alloc(2 * 99_999, EMPTY)));
    const statuses = await Promise.all(Array.from({ length: 100 }, () => send(victim, body)));
    t.expect(
      statuses.every((status) => status === 204 || status === 429),
      `answered ${[...new Set(statuses)]}`,
    );
    t.expect((await until(async () => (await victim.push(["hello"])) === 204, 10_000)) === true, "nothing got through");
  },
};

/** @type {import("./attempt.mjs").Attack} */
const answers = {
  name: "upstream: a tenant that no header can carry, and answers whose bodies are broken",
  quick: true,
  async run(t) {
    let requests = 0;
    const server = createServer((socket) => {
      socket.on("error", () => {});
      socket.once("data", () => {
        requests++;
        socket.end("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nabc");
      });
    });
    const port = await listen(server);
    const victim = await t.victim(
      `${intake("logs.process.p.receiver")}logs.process "p" {
 forward_to = [logs.write.up.receiver]
 stage.tenant {
  label = "team"
 }
}
${writer(`http://127.0.0.1:${port}/push`)}`,
    );
    for (const team of ["a\nb", "\u2603", "good"]) await victim.push(["hello"], { labels: { team } });
    const sent = await until(async () => (await victim.metric("logs_write_sent_entries_total")) === 2, 10_000);
    t.expect(sent === true, "what can be sent did not arrive");
    t.expect(requests === 2, `${requests} requests for two batches`);
    server.close();
  },
};

const STREAMS = 1600;
/** @param {number} i */
const longLabels = (i) => stream(`{a="?${String(i).padStart(4, "0")}",b="${"x".repeat(60_000)}"}`, EMPTY);
const STREAM = longLabels(0);

/**
 * The same each time.
 * @type {Promise<Uint8Array<ArrayBuffer>> | undefined}
 */
let metadata;
/**
 * The same but for one letter of each stream.
 * @type {Buffer | undefined}
 */
let manyStreams;

/** @type {readonly import("./attempt.mjs").Attack[]} */
export const attacks = [
  piling("empty lines with a megabyte of metadata each", true, () => {
    metadata ??= packed(stream('{a="b"}', Buffer.alloc(90 * LARGE.length, LARGE)));
    return metadata;
  }),
  // Among the units, too: what labels hold, in apps/server/src/loki/push-client.test.ts.
  piling("1,600 streams with 60 KB of labels each", false, (round) => {
    manyStreams ??= Buffer.concat(Array.from({ length: STREAMS }, (_, i) => longLabels(i)));
    const letter = String.fromCharCode(97 + round);
    for (let i = 0; i < STREAMS; i++) manyStreams.write(letter, i * STREAM.length + STREAM.indexOf("?"));
    return packed(manyStreams);
  }),
  bombs,
  series(4),
  series(12),
  answers,
];
