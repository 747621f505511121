// An upstream that remembers what it took: entries by their ids, in the order of each stream.
import { createServer } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { listen } from "../base/listen.mjs";
import { IdCounts } from "./id-counts.mjs";
import { Watch } from "./waiting.mjs";

const ID = /\bid=(\d+)\b/g;
/** How long a slow one takes to answer. Milliseconds. */
const SLOW = 250;
/** How the name of a stream begins that a picky one refuses. */
const BAD = "app\0bad";

/**
 * How it behaves. `reset`: connections end at once. `late`: it takes the push, and the answer is lost. `cut`: the answer ends
 * in the middle, of a push that it took and of one that it did not, in turn. `silent`: it never answers. `picky`: it refuses a
 * push with an entry of `app="bad"` whole, with 400.
 * @typedef {"up" | "reset" | "500" | "429" | "silent" | "late" | "slow" | "cut" | "picky"} Mode
 *
 * An endpoint for `logs.write` with `encoding = "json"`.
 * @typedef {Awaited<ReturnType<typeof startUpstream>>} Upstream
 *
 * @typedef {{ streams: { stream: Record<string, string>, values: [string, string][] }[] }} Push
 */

/**
 * What is in a request: lines with the name of their stream.
 * @typedef {(body: Buffer, request: import("node:http").IncomingMessage) => readonly (readonly [stream: string, line: string])[]} Read
 *
 * A push of logs as JSON.
 * @type {Read}
 */
const readPush = (body) => {
  /** @type {Push} */
  const { streams } = JSON.parse(body.toString());
  return streams.flatMap(({ stream, values }) => {
    const key = Object.entries(stream).sort().flat().join("\0");
    return values.map(([, line]) => /** @type {const} */ ([key, line]));
  });
};

/**
 * `parts`: of how many lines a block has to consist that begins with `START`. `tls`: a certificate and its key. `accepted`: the
 * status of what it takes, and its type.
 * @param {{ parts?: number, tls?: { cert: string, key: string }, read?: Read, accepted?: { status: number, type: string } }} [options]
 */
export async function startUpstream({ parts = 0, tls, read = readPush, accepted = { status: 204, type: "" } } = {}) {
  const taken = new IdCounts();
  /** @type {Map<string, number>} */
  const last = new Map();
  /** @type {string[]} */
  const disorder = [];
  /** @type {string[]} */
  const torn = [];
  /** @type {Mode} */
  let mode = "up";
  /** Requests that it behaved badly to. */
  let troubled = 0;
  /** @type {Set<import("node:net").Socket>} */
  const sockets = new Set();
  const watch = new Watch();

  /** @param {string} stream @param {string} line */
  const take = (stream, line) => {
    const ids = [...line.matchAll(ID)].map((match) => Number(match[1]));
    if (parts > 0 && /^\s|^START/.test(line) && (ids.length !== parts || !line.startsWith("START"))) torn.push(line);
    for (const id of ids) {
      if (taken.add(id) > 1) continue;
      const before = last.get(stream) ?? -1;
      if (id < before) disorder.push(`${stream}: ${id} behind ${before}`);
      else last.set(stream, id);
    }
  };

  /** @param {import("node:http").ServerResponse} response */
  const accept = (response) => {
    const { status, type } = accepted;
    response.writeHead(status, type === "" ? {} : { "Content-Type": type }).end();
  };

  /** @type {import("node:http").RequestListener} */
  const answer = (request, response) => {
    if (mode !== "up") {
      troubled++;
      watch.look();
    }
    if (mode === "reset") {
      request.socket.destroy();
      return;
    }
    /** @type {Buffer[]} */
    const body = [];
    request.on("error", () => {});
    request.on("data", (part) => body.push(part));
    request.on("end", () => {
      const [asked, nth] = [mode, troubled];
      if (asked === "silent") return;
      if (asked === "500" || asked === "429") {
        response.writeHead(Number(asked), asked === "429" ? { "Retry-After": "1" } : {}).end("not now");
        return;
      }
      const takes = asked !== "cut" || nth % 2 === 0;
      const lines = read(Buffer.concat(body), request);
      if (asked === "picky" && lines.some(([stream]) => stream.startsWith(BAD))) {
        response.writeHead(400).end("a stream is not as it should be");
        return;
      }
      if (takes) for (const [stream, line] of lines) take(stream, line);
      watch.look();
      // Taken, and the answer is lost: the sender cannot know.
      if (asked === "late") request.socket.destroy();
      else if (asked === "cut") {
        response.writeHead(takes ? 200 : 500, { "Content-Length": "100" });
        response.write("an answer that", () => request.socket.destroy());
      } else if (asked === "slow") setTimeout(accept, SLOW, response);
      else accept(response);
    });
  };
  const server = tls === undefined ? createServer(answer) : createTlsServer(tls, answer);
  server.on(tls === undefined ? "connection" : "secureConnection", (socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    socket.on("error", () => {});
  });
  // Who does not trust the certificate ends it there.
  server.on("tlsClientError", () => {
    troubled++;
    watch.look();
  });
  const port = await listen(server);
  return {
    port,
    /** How often each id came. */
    taken,
    /** Ids that came for the first time behind a later one of their stream. */
    disorder,
    /** Lines that hold a part of a block. */
    torn,
    /** Resolves when that holds, which is looked at when something comes. @param {() => boolean} holds */
    until: (holds) => watch.until(holds),
    get troubled() {
      return troubled;
    },
    /** @param {Mode} next */
    behave(next) {
      mode = next;
      if (next === "reset") for (const socket of sockets) socket.destroy();
    },
    /** Another certificate for connections from now on. @param {{ cert: string, key: string }} next */
    certify(next) {
      if ("setSecureContext" in server) server.setSecureContext(next);
      for (const socket of sockets) socket.destroy();
    },
    /** @returns {Promise<void>} */
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
}
