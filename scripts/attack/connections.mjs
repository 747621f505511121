// Clients that keep others out: by silent or half-silent connections, by bodies without an end, by leaving all at once, by
// guessing tokens.
import { writeFileSync } from "node:fs";
import { request } from "node:http";
import { connect } from "node:net";
import { intake, SINK } from "./upstream.mjs";
import { timeout, until } from "./victim.mjs";

const CONFIG = intake("logs.process.sink.receiver") + SINK;
const PROBES = ["/-/healthy", "/-/ready", "/metrics"];
/** Everything below 127.0.0.0/8 is an address of this machine on Linux; elsewhere there is one. */
const ADDRESSES =
  process.platform === "linux" ? Array.from({ length: 100 }, (_, i) => `127.0.1.${i + 1}`) : ["127.0.0.1"];
const HONEST = process.platform === "linux" ? "127.0.0.9" : "127.0.0.1";

/**
 * Opens `count` connections from these addresses in turn, and says `head` on each.
 * @param {string | number} port
 * @param {number} count
 * @param {string} head
 * @param {readonly string[]} addresses
 */
async function open(port, count, head, addresses) {
  /**
   * @param {string} localAddress
   * @returns {Promise<import("node:net").Socket>}
   */
  const openOne = (localAddress) =>
    new Promise((resolve) => {
      const socket = connect({ port: Number(port), host: "127.0.0.1", localAddress }, () => {
        if (head !== "") socket.write(head);
        resolve(socket);
      });
      socket.on("error", () => resolve(socket));
      socket.resume();
    });
  const sockets = await Promise.all(Array.from({ length: count }, (_, i) => openOne(addresses[i % addresses.length])));
  return {
    get left() {
      return sockets.filter((one) => !one.destroyed).length;
    },
    close() {
      for (const one of sockets) one.destroy();
    },
    reset() {
      for (const one of sockets) one.resetAndDestroy();
    },
  };
}

/**
 * Asks on a connection of its own; gives the status and what was said, or the status 0 where there is no answer.
 * @param {string | number} port
 * @param {string} path
 * @param {{ localAddress?: string, method?: string, headers?: Readonly<Record<string, string>>, body?: string }} options
 * @returns {Promise<{ status: number, text: string }>}
 */
function ask(port, path, { localAddress = HONEST, method = "GET", headers = {}, body } = {}) {
  return new Promise((resolve) => {
    const asked = request(
      { host: "127.0.0.1", port, path, method, headers, localAddress, agent: false },
      (response) => {
        /** @type {Buffer[]} */
        const chunks = [];
        response.on("data", (chunk) => chunks.push(chunk));
        response.on("end", () => resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString() }));
      },
    );
    asked.setTimeout(10_000, () => asked.destroy());
    asked.on("error", () => resolve({ status: 0, text: "" }));
    asked.end(body);
  });
}

/** @type {readonly (readonly [name: string, addresses: readonly string[], head: string])[]} */
const SILENT = [
  ["of one address", ["127.0.1.1"], ""],
  ["of a hundred addresses", ADDRESSES, ""],
  ["of a hundred addresses that ask half a question", ADDRESSES, "GET /api/status HTTP/1.1\r\nHost: localhost\r\n"],
  ["of a hundred addresses that have asked once", ADDRESSES, "GET /-/healthy HTTP/1.1\r\nHost: localhost\r\n\r\n"],
];

/** @type {readonly import("./attempt.mjs").Attack[]} */
const page = SILENT.map(([name, addresses, head]) => ({
  name: `connections: 600 ${name} to the page`,
  quick: head === "" && addresses.length > 1,
  async run(t) {
    const victim = await t.victim(CONFIG);
    const { port } = new URL(victim.url);
    const silent = await open(port, 600, head, addresses);
    try {
      for (const path of [...PROBES, "/api/status", "/"]) {
        const { status } = await ask(port, path);
        t.expect(status === 200, `${path} answers ${status}`);
        const same = await ask(port, path, { localAddress: addresses[0] });
        t.expect(same.status === 200, `${path} answers ${same.status} to an address that has silent connections`);
      }
      t.note(`${silent.left} left`);
    } finally {
      silent.close();
    }
  },
}));

/** @type {readonly import("./attempt.mjs").Attack[]} */
const listeners = [
  {
    name: "connections: 300 requests to the page that do not end",
    async run(t) {
      const victim = await t.victim(CONFIG);
      const { port } = new URL(victim.url);
      const head =
        "POST /api/validate HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 5000\r\n\r\n{";
      const busy = await open(port, 300, head, ADDRESSES.slice(0, 3));
      try {
        for (const path of PROBES) {
          const { status } = await ask(port, path);
          t.expect(status === 200, `${path} answers ${status}`);
        }
        const { status } = await ask(port, "/api/status");
        t.expect(status === 503, `the API answers ${status} where there is no room`);
      } finally {
        busy.close();
      }
      const again = await until(async () => (await ask(port, "/api/status")).status === 200, 5000);
      t.expect(again === true, "the API does not answer after they have gone");
    },
  },
  {
    name: "connections: 60 silent ones to listeners that serve 20",
    quick: true,
    async run(t) {
      const limited = CONFIG.replace("listen_port    = 0", "listen_port = 0\n    conn_limit = 20");
      t.expect(limited !== CONFIG, "the configuration has no listener");
      const victim = await t.victim(limited);
      const [, port] = victim.addresses["logs.source.api.in"].split(":");
      const silent = await open(port, 60, "", ADDRESSES);
      try {
        const body = JSON.stringify({ streams: [{ stream: { a: "b" }, values: [["1", "x"]] }] });
        const headers = { "Content-Type": "application/json" };
        const { status } = await ask(port, "/loki/api/v1/push", { method: "POST", headers, body });
        t.expect(status === 204, `a push is answered ${status}`);
      } finally {
        silent.close();
      }
    },
  },
  {
    name: "connections: 1,200 silent ones of two addresses to syslog",
    async run(t) {
      const victim = await t.victim(
        `${CONFIG}logs.source.syslog "s" {\n  listener {\n    address = "127.0.0.1:0"\n  }\n  forward_to = [logs.process.sink.receiver]\n}\n`,
      );
      /** @type {{ components: readonly { id: string, details: unknown }[] }} */
      const status = JSON.parse((await ask(new URL(victim.url).port, "/api/status")).text);
      const syslog = status.components.find(({ id }) => id === "logs.source.syslog.s");
      const [, port = ""] = /:(\d+)"/.exec(JSON.stringify(syslog?.details)) ?? [];
      for (const head of ["", "<13>1 - - - - - - once\n"]) {
        const silent = await open(port, 1200, head, ADDRESSES.slice(0, 2));
        const entries = async () => (await victim.metric("logs_source_syslog_entries_total")) ?? 0;
        await until(async () => head === "" || (await entries()) >= 768, 20_000);
        const before = await entries();
        const honest = await open(port, 1, "<13>1 - - - - - - hello\n", [HONEST]);
        t.expect(
          (await until(async () => (await entries()) > before, 15_000)) === true,
          `a message does not arrive beside ${silent.left} connections that ${head === "" ? "say nothing" : "have said one thing"}`,
        );
        silent.close();
        honest.close();
      }
    },
  },
  {
    name: "connections: 5,000 half-sent pushes that are reset at once",
    // The platform alone takes a tenth of a second to close so many, in one go: it writes a stack trace for each.
    holds: 250,
    async run(t) {
      const victim = await t.victim(CONFIG);
      const [, port] = victim.addresses["logs.source.api.in"].split(":");
      const head =
        "POST /loki/api/v1/push HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 5000\r\n\r\n{";
      const half = [];
      for (let i = 0; i < 10; i++) half.push(await open(port, 500, head, ADDRESSES));
      await until(async () => (await victim.metric("logs_source_api_tcp_connections")) === 5000, 10_000);
      await timeout(500);
      await victim.forget();
      for (const one of half) one.reset();
      const gone = await until(async () => (await victim.metric("logs_source_api_tcp_connections")) === 0, 10_000);
      t.expect(gone === true, "they are still counted");
      t.expect((await victim.push(["hello"])) === 204, "it does not answer any more");
    },
  },
];

/**
 * Resolves when more may be written, or the connection is closed.
 * @param {import("node:net").Socket} socket
 * @returns {Promise<void>}
 */
function drained(socket) {
  return new Promise((resolve) => {
    const go = () => {
      socket.off("drain", go).off("close", go);
      resolve();
    };
    socket.on("drain", go).on("close", go);
  });
}

const PUSH = "/loki/api/v1/push";
/**
 * Says a body without an end where there is an answer after its beginning; gives the bytes that are taken.
 * @param {import("./attempt.mjs").Attempt} t
 * @param {string | number} port
 * @param {string} path
 * @param {number} limit
 */
async function endless(t, port, path, limit) {
  const socket = connect(Number(port), "127.0.0.1");
  let answer = "";
  socket.on("data", (data) => {
    answer += data;
  });
  socket.on("error", () => {});
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`,
  );
  const piece = Buffer.concat([Buffer.from("100000\r\n"), Buffer.alloc(0x100000, " "), Buffer.from("\r\n")]);
  let sent = 0;
  while (!socket.destroyed && sent < limit * 3) {
    const more = socket.write(piece);
    sent += piece.length;
    if (!more) await Promise.race([drained(socket), timeout(200)]);
  }
  const closed = await until(() => socket.destroyed, 2000);
  t.expect(/^HTTP\/1\.1 4\d\d /.test(answer), `${path} answers ${JSON.stringify(answer.slice(0, 40))}`);
  t.expect(closed === true, `${path} takes ${Math.round(sent / 2 ** 20)} MiB after its answer and goes on`);
  socket.destroy();
}

/** @type {readonly import("./attempt.mjs").Attack[]} */
const bodies = [
  {
    name: "connections: bodies that go on after their answer",
    async run(t) {
      const victim = await t.victim(
        `${CONFIG.replace("http {", 'max_send_message_size = "1MiB"\n  http {')}
logs.source.otlp "otlp" {\n  http {\n    listen_address = "127.0.0.1"\n    listen_port = 0\n  }\n  max_request_body_size = "1MiB"\n  forward_to = [logs.process.sink.receiver]\n}
profiles.receive_http "profiles" {\n  http {\n    listen_address = "127.0.0.1"\n    listen_port = 0\n  }\n  forward_to = []\n}\n`,
      );
      const MIB = 2 ** 20;
      const ports = Object.fromEntries(
        Object.entries(victim.addresses).map(([id, address]) => [id, address.split(":")[1]]),
      );
      const { port } = new URL(victim.url);
      await endless(t, ports["logs.source.api.in"], PUSH, 40 * MIB);
      await endless(t, ports["logs.source.api.in"], "/nothing/here", 40 * MIB);
      await endless(t, ports["logs.source.otlp.otlp"], "/v1/logs", 40 * MIB);
      await endless(t, ports["profiles.receive_http.profiles"], "/nothing/here", 40 * MIB);
      await endless(t, port, "/api/validate", 60 * MIB);
      await endless(t, port, "/api/nothing", 60 * MIB);
    },
  },
];

const TOKEN = "the-right-token-of-this-server";
/** @type {readonly import("./attempt.mjs").Attack[]} */
const guesses = [
  {
    name: "connections: 3,000 guesses of a token from a hundred addresses",
    async run(t) {
      const file = `${t.folder}/token`;
      writeFileSync(file, TOKEN);
      const victim = await t.victim(CONFIG, { args: ["--token-file", file], token: TOKEN });
      const { port } = new URL(victim.url);
      /**
       * @param {string} token
       * @param {string} localAddress
       */
      const show = (token, localAddress) =>
        ask(port, "/api/status", { localAddress, headers: { Authorization: `Bearer ${token}` } });
      let wrong = 0;
      for (let round = 0; round < 60; round++) {
        const all = await Promise.all(
          Array.from({ length: 50 }, (_, i) => show(`guess-number-${round}-${i}`, ADDRESSES[i % ADDRESSES.length])),
        );
        wrong += all.filter(({ status }) => status === 401).length;
        t.expect(
          all.every(({ status }) => status === 401 || status === 429),
          `guesses are answered ${all.map(({ status }) => status)}`,
        );
        const right = await show(TOKEN, ADDRESSES[round % ADDRESSES.length]);
        t.expect(right.status === 200, `the right token is answered ${right.status} in round ${round}`);
      }
      t.expect(wrong <= 200, `${wrong} guesses were answered that they are wrong`);
      const lines = victim.stderr.split("\n").filter((line) => line.includes("wrong token"));
      t.expect(lines.length < 30, `${lines.length} lines of the log`);
    },
  },
];

/** @type {readonly import("./attempt.mjs").Attack[]} */
const crossSite = [
  {
    name: "connections: pages of other sites that push to listeners of the loopback",
    quick: true,
    async run(t) {
      const listen = 'http {\n    listen_address = "127.0.0.1"\n    listen_port = 0\n  }';
      const victim = await t.victim(
        `${CONFIG}logs.source.otlp "otlp" {\n  ${listen}\n  forward_to = [logs.process.sink.receiver]\n}
profiles.receive_http "profiles" {\n  ${listen}\n  forward_to = []\n}\n`,
      );
      /** @param {string} id */
      const port = (id) => victim.addresses[id].split(":")[1];
      const body = JSON.stringify({ streams: [{ stream: { a: "b" }, values: [["1", "x"]] }] });
      const json = { "Content-Type": "application/json" };
      /** @type {readonly (readonly [id: string, path: string, content: string, headers: Readonly<Record<string, string>>, taken: number])[]} */
      const requests = [
        ["logs.source.api.in", PUSH, body, json, 204],
        ["logs.source.api.in", "/loki/api/v1/raw", "x\n", { "Content-Type": "text/plain" }, 204],
        ["logs.source.otlp.otlp", "/v1/logs", "{}", json, 200],
        ["profiles.receive_http.profiles", "/ingest?name=a", "a;b 1\n", { "Content-Type": "text/plain" }, 200],
      ];
      /** @type {readonly Readonly<Record<string, string>>[]} */
      const others = [
        { "Sec-Fetch-Site": "cross-site", Origin: "https://evil.example" },
        { "Sec-Fetch-Site": "cross-site" },
        { "Sec-Fetch-Site": "same-site", Origin: "http://127.0.0.2:3000" },
        { Origin: "https://evil.example" },
        { Origin: "null" },
      ];
      /** @type {readonly Readonly<Record<string, string>>[]} */
      const own = [
        {},
        { "Sec-Fetch-Site": "none" },
        { "Sec-Fetch-Site": "same-site", Origin: "http://127.0.0.1:3000" },
        { Origin: "http://127.0.0.1:3000" },
      ];
      for (const [id, path, content, headers, taken] of requests) {
        /** @param {Readonly<Record<string, string>>} more */
        const send = async (more) =>
          (await ask(port(id), path, { method: "POST", body: content, headers: { ...headers, ...more } })).status;
        for (const more of others) {
          const status = await send(more);
          t.expect(status === 403, `${path} answers ${status} to ${JSON.stringify(more)}`);
        }
        for (const more of own) {
          const status = await send(more);
          t.expect(status === taken, `${path} answers ${status} to ${JSON.stringify(more)}`);
        }
      }
    },
  },
];

/** @type {readonly import("./attempt.mjs").Attack[]} */
export const attacks = [...crossSite, ...page, ...listeners, ...bodies, ...guesses];
