// What is small on the wire and counts little, and stays in memory: metadata, labels, objects, series. And answers and
// tenants that would hold a writer up.
import { createServer } from "node:net";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { compress } from "snappy";
import { field } from "./push.mjs";
import { intake, SINK, writer } from "./upstream.mjs";
import { until } from "./victim.mjs";

const squeeze = promisify(gzip);
const stream = (labels, ...entries) => field(0x0a, Buffer.concat([field(0x0a, Buffer.from(labels)), ...entries]));
const EMPTY = Buffer.from([0x12, 0x00]);
const pair = (name, value) =>
  field(0x1a, Buffer.concat([field(0x0a, Buffer.from(name)), field(0x12, Buffer.from(value))]));
const NOBODY = "http://127.0.0.1:9/loki/api/v1/push";

async function send(victim, content) {
  const response = await fetch(`http://${Object.values(victim.addresses)[0]}/loki/api/v1/push`, {
    method: "POST",
    headers: { "Content-Type": "application/x-protobuf", "Content-Encoding": "gzip" },
    body: await squeeze(await compress(content)),
  });
  await response.arrayBuffer();
  return response.status;
}

/** Pushes again and again to a writer whose endpoint does not answer: sooner or later it must be refused. */
const piling = (name, content) => ({
  name: `memory: ${name}, and nobody takes them`,
  quick: true,
  async run(t) {
    const victim = await t.victim(
      `${intake("logs.process.p.receiver")}logs.process "p" {\n forward_to = [logs.write.up.receiver]\n}\n${writer(NOBODY)}`,
    );
    const statuses = [];
    for (let i = 0; i < 12 && victim.end === undefined; i++) statuses.push(await send(victim, content(i)));
    t.expect(statuses.includes(429), `never refused: ${statuses}`);
    t.note(`answered ${[...new Set(statuses)]}`);
  },
});

const series = {
  name: "memory: /metrics after 60,000 label sets in four counters",
  quick: true,
  async run(t) {
    const counter = (i) => `metric.counter {\n name = "n${i}"\n match_all = true\n action = "inc"\n }\n`;
    const victim = await t.victim(
      `${intake("logs.process.p.receiver")}logs.process "p" {\n forward_to = []\n stage.metrics {\n${[0, 1, 2, 3].map(counter).join("")} }\n}\n`,
    );
    for (let round = 0; round < 12; round++) {
      const content = Buffer.concat(Array.from({ length: 5000 }, (_, i) => stream(`{a="${round}-${i}"}`, EMPTY)));
      await until(async () => (await send(victim, content)) === 204);
    }
    const texts = await Promise.all([1, 2].map(async () => (await fetch(`${victim.url}metrics`)).text()));
    for (const text of texts) t.expect(text.split("\n").length > 200_000, `only ${text.split("\n").length} lines`);
  },
};

const bombs = {
  name: "memory: 200 bodies of a hundred bytes with 99,999 entries each",
  quick: true,
  async run(t) {
    const victim = await t.victim(intake("logs.process.sink.receiver") + SINK);
    const content = stream('{a="b"}', Buffer.alloc(2 * 99_999, EMPTY));
    const statuses = await Promise.all(Array.from({ length: 200 }, () => send(victim, content)));
    t.expect(
      statuses.every((status) => status === 204 || status === 429),
      `answered ${[...new Set(statuses)]}`,
    );
    t.expect((await until(async () => (await victim.push(["hello"])) === 204, 10_000)) === true, "nothing got through");
  },
};

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
    await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
    const victim = await t.victim(
      `${intake("logs.process.p.receiver")}logs.process "p" {
 forward_to = [logs.write.up.receiver]
 stage.tenant {
  label = "team"
 }
}
${writer(`http://127.0.0.1:${server.address().port}/push`)}`,
    );
    for (const team of ["a\nb", "\u2603", "good"]) await victim.push(["hello"], { labels: { team } });
    const sent = await until(async () => (await victim.metric("logs_write_sent_entries_total")) === 2, 10_000);
    t.expect(sent === true, "what can be sent did not arrive");
    t.expect(requests === 2, `${requests} requests for two batches`);
    server.close();
  },
};

export const attacks = [
  piling("empty lines with a megabyte of metadata each", () =>
    stream(
      '{a="b"}',
      Buffer.alloc(0),
      ...Array.from({ length: 90 }, () => field(0x12, pair("k", "x".repeat(1_000_000)))),
    ),
  ),
  piling("1,600 streams with 60 KB of labels each", (round) =>
    Buffer.concat(
      Array.from({ length: 1600 }, (_, i) => stream(`{a="${round}-${i}",b="${"x".repeat(60_000)}"}`, EMPTY)),
    ),
  ),
  bombs,
  series,
  answers,
];
