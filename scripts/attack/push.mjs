// Bodies that are small on the wire and large inside, and clients that never finish one.
import { connect } from "node:net";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { compress } from "snappy";
import { intake, SINK } from "./upstream.mjs";
import { until, whilePushing } from "./victim.mjs";

const squeeze = promisify(gzip);

/**
 * A protobuf field of a length that is known.
 * @param {number} tag
 * @param {Uint8Array} content
 */
export function field(tag, content) {
  const size = [];
  let rest = content.length;
  for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) size.push((rest % 0x80) | 0x80);
  return Buffer.concat([Buffer.from([tag, ...size, rest]), content]);
}

const LABELS = field(0x0a, Buffer.from('{job="x"}'));
/**
 * A push of one stream with `count` entries that hold nothing: two bytes each.
 * @param {number} count
 */
const emptyEntries = (count) =>
  field(0x0a, Buffer.concat([LABELS, Buffer.alloc(count * 2, Buffer.from([0x12, 0x00]))]));
/**
 * A push of `count` streams that hold nothing but their labels.
 * @param {number} count
 */
const emptyStreams = (count) => Buffer.alloc(count * (LABELS.length + 2), field(0x0a, LABELS));
/**
 * One entry with `count` pairs of metadata.
 * @param {number} count
 */
const muchMetadata = (count) => {
  const pair = field(0x1a, Buffer.concat([field(0x0a, Buffer.from("a")), field(0x12, Buffer.from("b"))]));
  return field(0x0a, Buffer.concat([LABELS, field(0x12, Buffer.alloc(count * pair.length, pair))]));
};
/** @param {number} count */
const manyLabels = (count) =>
  field(0x0a, field(0x0a, Buffer.from(`{${Array.from({ length: count }, (_, i) => `l${i}="v"`).join(",")}}`)));

const PROTOBUF = { "Content-Type": "application/x-protobuf" };
const JSON_BODY = { "Content-Type": "application/json" };
const GZIPPED = { "Content-Encoding": "gzip" };

/**
 * @param {number} count
 * @param {string} value
 */
const values = (count, value) =>
  `{"streams":[{"stream":{"job":"x"},"values":[${`${value},`.repeat(count - 1)}${value}]}]}`;

/**
 * `refused`: too large for the defaults, so that it must be 413.
 * @type {readonly (readonly [name: string, make: () => Promise<Buffer>, headers: Readonly<Record<string, string>>, refused?: boolean])[]}
 */
const BODIES = [
  [
    "gzip of snappy of 50 million empty entries",
    async () => squeeze(await compress(emptyEntries(50_000_000))),
    { ...PROTOBUF, ...GZIPPED },
    true,
  ],
  ["snappy of a million empty entries", () => compress(emptyEntries(1_000_000)), PROTOBUF],
  ["snappy of 5 million empty streams", () => compress(emptyStreams(5_000_000)), PROTOBUF, true],
  ["snappy of an entry with 8 million pairs of metadata", () => compress(muchMetadata(8_000_000)), PROTOBUF, true],
  ["snappy of a stream with 300,000 labels", () => compress(manyLabels(300_000)), PROTOBUF],
  [
    "gzipped JSON of 4 million empty entries",
    () => squeeze(values(4_000_000, '["1",""]')),
    { ...JSON_BODY, ...GZIPPED },
    true,
  ],
  [
    "gzipped JSON of 90 MB in long lines",
    () => squeeze(values(90, `["1","${"x".repeat(1_000_000)}"]`)),
    { ...JSON_BODY, ...GZIPPED },
  ],
  ["gzipped JSON nested 40 million deep", () => squeeze("[".repeat(40_000_000)), { ...JSON_BODY, ...GZIPPED }, true],
  ["gzipped JSON of 90 MB of blanks", () => squeeze(`${" ".repeat(90_000_000)}{}`), { ...JSON_BODY, ...GZIPPED }],
];

/** @type {readonly import("./attempt.mjs").Attack[]} */
const bodies = BODIES.map(([name, make, headers, refused]) => ({
  name: `push: ${name}`,
  quick: name.includes("50 million"),
  async run(t) {
    const body = new Uint8Array(await make());
    const victim = await t.victim(intake("logs.process.sink.receiver") + SINK);
    /** @type {number[]} */
    const statuses = [];
    const { taken, refused: unheard } = await whilePushing(victim, async () => {
      for (let round = 0; round < 2; round++) {
        const response = await fetch(`http://${Object.values(victim.addresses)[0]}/loki/api/v1/push`, {
          method: "POST",
          headers,
          body,
        });
        const text = await response.text();
        statuses.push(response.status);
        t.expect(
          response.status !== 500 && text.split("\n").length <= 2,
          `answered ${response.status} ${text.slice(0, 200)}`,
        );
      }
    });
    t.expect(unheard === 0, `${unheard} honest pushes were not taken`);
    t.expect(taken > 0, "no honest push got through");
    t.expect(!refused || statuses.every((status) => status === 413 || status === 400), `answered ${statuses}, not 413`);
    t.note(`${body.length} bytes: ${[...new Set(statuses)]}`);
  },
}));

/**
 * Opens `count` connections that send `head` and then nothing.
 * @param {string} address
 * @param {number} count
 * @param {string} head
 */
function openHalf(address, count, head) {
  const [host, port] = address.split(":");
  /** @returns {Promise<import("node:net").Socket>} */
  const openOne = () =>
    new Promise((resolve) => {
      const socket = connect(Number(port), host, () => {
        socket.write(head);
        resolve(socket);
      });
      socket.on("error", () => resolve(socket));
    });
  return Promise.all(Array.from({ length: count }, openOne));
}

/** @type {readonly import("./attempt.mjs").Attack[]} */
const slow = [
  {
    name: "slow: 64 clients that send half a body",
    quick: true,
    async run(t) {
      const victim = await t.any(intake("logs.process.sink.receiver") + SINK);
      const head =
        "POST /loki/api/v1/push HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 5000\r\n\r\n{";
      const sockets = await openHalf(victim.addresses["logs.source.api.in"], 64, head);
      try {
        for (let i = 0; i < 5; i++) t.expect((await victim.push(["hello"])) === 204, "an honest push was refused");
      } finally {
        for (const socket of sockets) socket.destroy();
      }
    },
  },
  {
    name: "slow: half a body, half a header, a byte a second: closed by the time-out",
    async run(t) {
      const victim = await t.victim(intake("logs.process.sink.receiver") + SINK);
      const address = victim.addresses["logs.source.api.in"];
      const request = "POST /loki/api/v1/push HTTP/1.1\r\nHost: localhost\r\n";
      const halfBody = await openHalf(
        address,
        20,
        `${request}Content-Type: application/json\r\nContent-Length: 5000\r\n\r\n{`,
      );
      const halfHead = await openHalf(address, 20, request);
      const trickle = await openHalf(address, 20, request);
      const drip = setInterval(() => {
        for (const socket of trickle) if (!socket.destroyed) socket.write("X");
      }, 1000);
      const all = [...halfBody, ...halfHead, ...trickle];
      let closed = 0;
      for (const socket of all) {
        socket.resume();
        socket.on("close", () => closed++);
      }
      const begun = performance.now();
      await until(() => closed === all.length, 60_000);
      clearInterval(drip);
      for (const socket of all) socket.destroy();
      t.expect(closed === all.length, `${all.length - closed} of ${all.length} were still open after a minute`);
      t.note(`all closed after ${((performance.now() - begun) / 1000).toFixed(0)} s`);
    },
  },
];

/**
 * One line that costs a stage more than its bytes.
 * @type {readonly (readonly [name: string, stage: string, make: () => string])[]}
 */
const STAGES = [
  ["split_json of 30 million elements", "stage.split_json { }", () => `[${"1,".repeat(30_000_000)}1]`],
  ["split_json of one element that holds 30 million", "stage.split_json { }", () => `[[${"1,".repeat(30_000_000)}1]]`],
  ["pack of 60 MB of control characters", "stage.pack {\n  labels = []\n}", () => "\u0001".repeat(60_000_000)],
];

/** @type {readonly import("./attempt.mjs").Attack[]} */
const longLines = STAGES.map(([name, stage, make]) => ({
  name: `push: ${name}`,
  async run(t) {
    const line = Buffer.from(make());
    const entry = field(0x0a, Buffer.concat([LABELS, field(0x12, field(0x12, line))]));
    const body = new Uint8Array(await squeeze(await compress(entry)));
    const victim = await t.victim(
      `${intake("logs.process.long.receiver")}logs.process "long" {\n  forward_to = []\n  ${stage}\n}\n`,
    );
    const begun = performance.now();
    const { status } = await fetch(`http://${Object.values(victim.addresses)[0]}/loki/api/v1/push`, {
      method: "POST",
      headers: { ...PROTOBUF, ...GZIPPED },
      body,
    });
    t.expect(status === 204, `it answers ${status}`);
    t.expect((await victim.push(["hello"])) === 204, "it does not answer any more");
    t.expect(performance.now() - begun < 10_000, "it stood still");
    t.expect(victim.end === undefined, "it ended");
  },
}));

/** @type {readonly import("./attempt.mjs").Attack[]} */
export const attacks = [...bodies, ...longLines, ...slow];
