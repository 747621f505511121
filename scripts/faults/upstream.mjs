// An upstream that remembers what it took: entries by their ids, in the order of each stream.
import { createServer } from "node:http";
import { listen } from "../base/listen.mjs";

const ID = /\bid=(\d+)\b/g;

/**
 * An endpoint for `logs.write` with `encoding = "json"`.
 * @typedef {object} Upstream
 * @property {number} port
 * @property {Map<number, number>} taken  how often each id came
 * @property {string[]} disorder  ids that came for the first time behind a later one of their stream
 * @property {string[]} torn  lines that hold a part of a block
 * @property {(mode: Mode) => void} behave
 * @property {() => Promise<void>} close
 */
/** @typedef {"up" | "reset" | "500" | "429" | "silent" | "late"} Mode */

/**
 * `parts`: of how many lines a block has to consist that begins with `START`.
 * @param {{ parts?: number }} [options]
 * @returns {Promise<Upstream>}
 */
export async function startUpstream({ parts = 0 } = {}) {
  /** @type {Map<number, number>} */
  const taken = new Map();
  /** @type {Map<string, number>} */
  const last = new Map();
  /** @type {string[]} */
  const disorder = [];
  /** @type {string[]} */
  const torn = [];
  /** @type {Mode} */
  let mode = "up";
  /** @type {Set<import("node:net").Socket>} */
  const sockets = new Set();

  /** @param {string} stream @param {string} line */
  const take = (stream, line) => {
    const ids = [...line.matchAll(ID)].map((match) => Number(match[1]));
    if (parts > 0 && /^\s|^START/.test(line) && (ids.length !== parts || !line.startsWith("START"))) torn.push(line);
    for (const id of ids) {
      const times = (taken.get(id) ?? 0) + 1;
      taken.set(id, times);
      if (times > 1) continue;
      const before = last.get(stream) ?? -1;
      if (id < before) disorder.push(`${stream}: ${id} behind ${before}`);
      else last.set(stream, id);
    }
  };

  const server = createServer((request, response) => {
    if (mode === "reset") {
      request.socket.destroy();
      return;
    }
    /** @type {Buffer[]} */
    const body = [];
    request.on("error", () => {});
    request.on("data", (part) => body.push(part));
    request.on("end", () => {
      if (mode === "silent") return;
      if (mode === "500" || mode === "429") {
        response.writeHead(Number(mode), mode === "429" ? { "Retry-After": "1" } : {}).end("not now");
        return;
      }
      /** @type {{ streams: { stream: Record<string, string>, values: [string, string][] }[] }} */
      const push = JSON.parse(Buffer.concat(body).toString());
      for (const { stream, values } of push.streams) {
        const key = Object.entries(stream).sort().flat().join("\0");
        for (const [, line] of values) take(key, line);
      }
      // Taken, and the answer is lost: the sender cannot know.
      if (mode === "late") request.socket.destroy();
      else response.writeHead(204).end();
    });
  });
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    socket.on("error", () => {});
  });
  const port = await listen(server);
  return {
    port,
    taken,
    disorder,
    torn,
    behave(next) {
      mode = next;
      if (next === "reset") for (const socket of sockets) socket.destroy();
    },
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
}
