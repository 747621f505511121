// Clients that send malformed profiles, or more of them at a time than there is room for.
import { readdirSync, readFileSync } from "node:fs";
import { connect } from "node:net";
import { until } from "./victim.mjs";

/** @typedef {{ connections: number, connections_waiting: number, bytes_in_flight: number }} Details */

const receiver = (http = "") => `profiles.receive_http "in" {
  http {
    listen_address = "127.0.0.1"
    listen_port    = 0
    ${http}
  }
  forward_to = []
}
`;
const COMPONENT = "profiles.receive_http.in";
const INGEST = "POST /ingest?name=a HTTP/1.1\r\nHost: localhost\r\n";
const ONE = `${INGEST}Connection: close\r\nContent-Length: 7\r\n\r\nprofile`;

/**
 * Connects, sends, and gives what was received until the connection ended or the time was over.
 * @param {string} address
 * @param {string | Buffer} bytes
 * @param {{ patience?: number, opened?: () => void }} options
 * @returns {Promise<string>}
 */
function say(address, bytes, { patience = 60_000, opened = () => {} } = {}) {
  const [host, port] = address.split(":");
  return new Promise((resolve) => {
    const socket = connect(Number(port), host, () => {
      opened();
      socket.write(bytes);
    });
    let text = "";
    const timer = setTimeout(() => socket.destroy(), patience);
    socket.setEncoding("latin1");
    socket.on("data", (data) => {
      text += data;
    });
    socket.on("error", () => {});
    socket.on("close", () => {
      clearTimeout(timer);
      resolve(text);
    });
  });
}

/** @param {number | undefined} pid */
const descriptors = (pid) => readdirSync(`/proc/${pid}/fd`).length;
/** @param {import("./victim.mjs").Victim} victim */
const details = async (victim) => {
  /** @type {{ components: readonly { id: string, details: Details }[] }} */
  const { components } = await (await fetch(`${victim.url}api/status`)).json();
  const found = components.find(({ id }) => id === COMPONENT);
  if (found === undefined) throw new Error(`the server has no ${COMPONENT}`);
  return found.details;
};

/**
 * Whether nothing is left of what clients did.
 * @param {import("./attempt.mjs").Attempt} t
 * @param {import("./victim.mjs").Victim} victim
 * @param {number} before
 */
async function expectNothingLeft(t, victim, before) {
  const clean = await until(async () => {
    const { connections, connections_waiting: waiting, bytes_in_flight: bytes } = await details(victim);
    return connections + waiting + bytes === 0 && descriptors(victim.pid) <= before;
  });
  t.expect(
    clean,
    `something is left: ${JSON.stringify(await details(victim))}, ${descriptors(victim.pid) - before} descriptors`,
  );
  t.expect((await say(victim.addresses[COMPONENT], ONE)).startsWith("HTTP/1.1 200 "), "it takes no profile any more");
}

/** Descriptors that this process may have, and that its children inherit. */
function descriptorLimit() {
  const [, soft] = /^Max open files +(\d+)/m.exec(readFileSync("/proc/self/limits", "utf8")) ?? [];
  return Number(soft ?? 1024);
}

const WANTED = 3000;
/** For everything else that a process has open. */
const SPARE = 200;

/** @type {import("./attempt.mjs").Attack} */
const crowd = {
  name: "profiles: 3,000 connections where 100 are served at a time",
  async run(t) {
    const count = Math.min(WANTED, descriptorLimit() - SPARE);
    const victim = await t.victim(receiver("conn_limit = 100"));
    const before = descriptors(victim.pid);
    const address = victim.addresses[COMPONENT];
    let most = 0;
    let waited = 0;
    let done = false;
    const looking = (async () => {
      while (!done) {
        const { connections, connections_waiting: waiting } = await details(victim);
        most = Math.max(most, connections);
        waited = Math.max(waited, waiting);
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    })();
    // These hold all places until as many wait as may come.
    const [host, port] = address.split(":");
    const holding = Array.from({ length: 100 }, () => connect(Number(port), host));
    await until(async () => (await details(victim)).connections === 100);
    let opened = 0;
    const all = Array.from({ length: count - 100 }, () => say(address, ONE, { opened: () => opened++ }));
    await until(async () => (await details(victim)).connections_waiting === count - 100);
    for (const socket of holding) socket.destroy();
    const answers = await Promise.all(all);
    done = true;
    await looking;
    const served = answers.filter((answer) => answer.startsWith("HTTP/1.1 200 ")).length;
    t.expect(opened === count - 100, `${count - 100 - opened} were refused`);
    t.expect(served === count - 100, `${count - 100 - served} were not served`);
    t.expect(most <= 100, `${most} were served at a time`);
    t.note(`${count} connections, ${waited} waited`);
    await expectNothingLeft(t, victim, before);
  },
};

/** @param {string} pieces */
const chunked = (pieces) => `${INGEST}Connection: close\r\nTransfer-Encoding: chunked\r\n\r\n${pieces}`;
/**
 * Two bytes are a series.
 * @param {number} count
 */
const emptySeries = (count) => {
  const head = `POST /push.v1.PusherService/Push HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: application/proto\r\nContent-Length: ${2 * count}\r\n\r\n`;
  return Buffer.concat([Buffer.from(head), Buffer.alloc(2 * count, Buffer.from([0x0a, 0]))]);
};

/** @type {readonly (readonly [name: string, make: () => string | Buffer, begins: string])[]} */
const BYTES = [
  ["a body of 500,000 chunks of a byte", () => chunked(`${"1\r\nx\r\n".repeat(500_000)}0\r\n\r\n`), "HTTP/1.1 200 "],
  ["a chunk with an extension of 10 MB", () => chunked(`1;${"x".repeat(10_000_000)}\r\nx\r\n0\r\n\r\n`), "HTTP/1.1 "],
  ["headers of 10 MB", () => `${INGEST}X: ${"x".repeat(10_000_000)}\r\n\r\n`, "HTTP/1.1 431 "],
  [
    "100,000 headers",
    () => `${INGEST}${"X: y\r\n".repeat(100_000)}Connection: close\r\nContent-Length: 0\r\n\r\n`,
    "HTTP/1.1 ",
  ],
  [
    "a name of nearly a megabyte",
    () =>
      `POST /ingest?name=${"%FF".repeat(330_000)} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`,
    "HTTP/1.1 200 ",
  ],
  [
    "a name with 40,000 labels",
    () =>
      `POST /ingest?name=a{${Array.from({ length: 40_000 }, (_, i) => `${i}=v`).join(",")}} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`,
    "HTTP/1.1 200 ",
  ],
  ["a push of a million empty series", () => emptySeries(1_000_000), "HTTP/1.1 413 "],
  ["HTTP/2's preface", () => "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", "HTTP/1.1 400 "],
];

/** @type {readonly import("./attempt.mjs").Attack[]} */
const bytes = BYTES.map(([name, make, begins]) => ({
  name: `profiles: ${name}`,
  quick: name.startsWith("headers"),
  async run(t) {
    const victim = await t.victim(receiver());
    const before = descriptors(victim.pid);
    const address = victim.addresses[COMPONENT];
    const sent = make();
    for (let round = 0; round < 3; round++) {
      const answer = await say(address, sent);
      t.expect(answer === "" || answer.startsWith(begins), `it answers ${JSON.stringify(answer.slice(0, 200))}`);
      t.expect(!/\n +at /.test(answer), "it shows where it failed");
      if (round === 0) t.note(answer.slice(0, 12));
    }
    await expectNothingLeft(t, victim, before);
  },
}));

/** @type {readonly import("./attempt.mjs").Attack[]} */
export const attacks = [crowd, ...bytes];
