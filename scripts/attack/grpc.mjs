// Clients of gRPC: messages that are large inside, calls that never end, calls that are given up, and what is no HTTP/2.
import { once } from "node:events";
import { connect as connectHttp2, constants } from "node:http2";
import { connect } from "node:net";
import { gzipSync } from "node:zlib";
import { field } from "./push.mjs";
import { intake, SINK } from "./upstream.mjs";
import { whilePushing } from "./victim.mjs";

const LISTEN = `listen_address = "127.0.0.1"\n    listen_port = 0`;
const CONFIG = `${intake("logs.process.sink.receiver")}${SINK}logs.source.otlp "otlp" {
  http {
    ${LISTEN}
  }
  grpc {
    ${LISTEN}
  }
  forward_to = [logs.process.sink.receiver]
}
`;
const ADDRESS = "logs.source.otlp.otlp.grpc";
const HEADERS = {
  ":method": "POST",
  ":path": "/opentelemetry.proto.collector.logs.v1.LogsService/Export",
  "content-type": "application/grpc",
  te: "trailers",
};

/** An export of one record with this line. */
const record = (/** @type {string} */ line) =>
  field(0x0a, field(0x12, field(0x12, field(0x2a, field(0x0a, Buffer.from(line))))));

/**
 * @param {Uint8Array} message
 * @param {number} [length] What the prefix says.
 */
function enveloped(message, compressed = false, length = message.length) {
  const prefix = Buffer.alloc(5);
  prefix[0] = compressed ? 1 : 0;
  prefix.writeUInt32BE(length, 1);
  return Buffer.concat([prefix, message]);
}

/** @param {string} address */
async function open(address) {
  const session = connectHttp2(`http://${address}`);
  session.on("error", () => {});
  // Before it knows how many calls it may make at a time, it would make any number.
  await Promise.race([once(session, "remoteSettings"), once(session, "close")]).catch(() => {});
  return session;
}

/**
 * Gives the status of gRPC; `undefined` where there is none.
 * @param {import("node:http2").ClientHttp2Session} session
 * @param {Uint8Array} body
 * @param {Readonly<Record<string, string>>} [headers]
 */
async function call(session, body, headers = {}) {
  const stream = session.request({ ...HEADERS, ...headers });
  /** @type {string | undefined} */
  let status;
  stream.on("error", () => {});
  stream.on("trailers", (trailers) => {
    status = String(trailers["grpc-status"]);
  });
  stream.resume();
  stream.end(body);
  // The platform refuses a stream while those that have just ended are not cleared away.
  await once(stream, "close").catch(() => {});
  return status ?? (stream.rstCode === constants.NGHTTP2_ENHANCE_YOUR_CALM ? "refused" : undefined);
}

/**
 * An export of one more client.
 * @param {import("./attempt.mjs").Attempt} t
 * @param {string} address
 */
async function expectHonest(t, address) {
  const session = await open(address);
  const status = await call(session, enveloped(record("hello")));
  t.expect(status === "0", `an honest export is answered ${status}`);
  session.destroy();
}

/** @type {readonly import("./attempt.mjs").Attack[]} */
export const attacks = [
  {
    name: "grpc: 200 calls with 256 MB of zeros, compressed",
    quick: true,
    async run(t) {
      const victim = await t.victim(CONFIG);
      const bomb = enveloped(gzipSync(Buffer.alloc(2 ** 28)), true);
      const session = await open(victim.addresses[ADDRESS]);
      const { refused } = await whilePushing(victim, async () => {
        const headers = { "grpc-encoding": "gzip" };
        const statuses = await Promise.all(Array.from({ length: 200 }, () => call(session, bomb, headers)));
        const kinds = [...new Set(statuses)];
        t.expect(
          kinds.every((status) => status === "8" || status === "14" || status === "refused"),
          `answered ${kinds}`,
        );
      });
      t.expect(refused === 0, `${refused} honest pushes were not taken`);
      await expectHonest(t, victim.addresses[ADDRESS]);
      session.destroy();
    },
  },
  {
    name: "grpc: 300 connections with 100 calls each that say half a message",
    // The platform makes the streams of all connections on which something has come, before others have their turn.
    holds: 2500,
    async run(t) {
      const victim = await t.victim(CONFIG);
      const address = victim.addresses[ADDRESS];
      const half = enveloped(Buffer.alloc(1000), false, 3_000_000);
      const sessions = await Promise.all(Array.from({ length: 300 }, () => open(address)));
      try {
        const { refused } = await whilePushing(victim, async () => {
          for (const session of sessions) {
            for (let i = 0; i < 100; i++) {
              const stream = session.request(HEADERS);
              stream.on("error", () => {}).resume();
              stream.write(half);
            }
            await new Promise((resolve) => setImmediate(resolve));
          }
        });
        t.expect(refused === 0, `${refused} honest pushes were not taken`);
      } finally {
        for (const session of sessions) session.destroy();
      }
      await expectHonest(t, address);
    },
  },
  {
    name: "grpc: 50,000 calls that are given up at once",
    holds: 400,
    async run(t) {
      const victim = await t.victim(CONFIG);
      const address = victim.addresses[ADDRESS];
      const { refused } = await whilePushing(victim, async () => {
        let session = await open(address);
        for (let i = 0; i < 50_000; i++) {
          if (session.destroyed || session.closed) session = await open(address);
          const stream = session.request(HEADERS);
          stream.on("error", () => {});
          stream.close(8);
          if (i % 100 === 0) await new Promise((resolve) => setImmediate(resolve));
        }
        session.destroy();
      });
      t.expect(refused === 0, `${refused} honest pushes were not taken`);
      await expectHonest(t, address);
    },
  },
  {
    name: "grpc: headers without an end",
    quick: true,
    async run(t) {
      const victim = await t.victim(CONFIG);
      const address = victim.addresses[ADDRESS];
      const [host, port] = address.split(":");
      /** @param {number} type @param {number} stream @param {Buffer} content */
      const frame = (type, stream, content) => {
        const head = Buffer.alloc(9);
        head.writeUIntBE(content.length, 0, 3);
        head[3] = type;
        head.writeUInt32BE(stream, 5);
        return Buffer.concat([head, content]);
      };
      // A header of one byte each way, again and again, which no frame ends.
      const headers = Buffer.alloc(16_000, Buffer.from([0x00, 0x01, 0x61, 0x01, 0x62]));
      const socket = connect(Number(port), host);
      socket.on("error", () => {}).resume();
      socket.write(Buffer.concat([Buffer.from("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"), frame(4, 0, Buffer.alloc(0))]));
      socket.write(frame(1, 1, headers));
      let sent = 0;
      for (; sent < 4000 && !socket.destroyed; sent++)
        if (!socket.write(frame(9, 1, headers)))
          await Promise.race([once(socket, "drain"), once(socket, "close")]).catch(() => {});
      t.expect(socket.destroyed, "64 MB of headers were taken");
      t.note(`ended after ${sent} frames`);
      socket.destroy();
      await expectHonest(t, address);
    },
  },
];
