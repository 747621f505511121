// Clients that give each entry an id, send it until it is acknowledged, and remember which were.
import { appendFileSync } from "node:fs";
import { Agent, request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { protobufBody } from "../base/push-body.mjs";
import { IdCounts } from "./id-counts.mjs";
import { Watch } from "./waiting.mjs";

/** Pause before a batch is sent again that was not taken. Milliseconds. */
const AGAIN = 25;

/** Ids of all clients: each occurs once. */
export class Ids {
  #next = 0;

  /** @param {number} count */
  take(count) {
    const first = this.#next;
    this.#next += count;
    return Array.from({ length: count }, (_, i) => first + i);
  }
}

/**
 * What a client sends: ids in their order.
 * @typedef {object} Client
 * @property {string} name
 * @property {IdCounts} acknowledged
 * @property {IdCounts} repeated  ids that it sent more than once, since it did not hear that they were taken
 * @property {(rate: number) => Promise<void>} run  until it is stopped; entries a second
 * @property {() => void} stop
 */

/**
 * A client that posts batches, one after the other. `answers`: how often it got each status; 0 is none. `hasty`: how many
 * refusals came without a time after which to ask again.
 * @param {{ name: string, ids: Ids, port: number, path: string, type: string, batch: number, lines: (ids: readonly number[]) => readonly string[], body: (lines: readonly string[]) => string | Buffer, accepts: number }} options
 */
export function createPoster({ name, ids, port, path, type, batch, lines, body, accepts }) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const acknowledged = new IdCounts();
  const repeated = new IdCounts();
  /** @type {Map<number, number>} */
  const answers = new Map();
  const watch = new Watch();
  let hasty = 0;
  let stopped = false;
  /** @param {string | Buffer} content @returns {Promise<number>} */
  const post = (content) =>
    new Promise((resolve) => {
      const headers = { "Content-Type": type, "Content-Length": Buffer.byteLength(content) };
      const sent = request({ agent, host: "127.0.0.1", port, path, method: "POST", headers }, (answer) => {
        answer.resume();
        const refused = answer.statusCode === 429 || answer.statusCode === 503;
        if (refused && answer.headers["retry-after"] === undefined) hasty++;
        answer.on("end", () => resolve(answer.statusCode ?? 0));
        answer.on("error", () => resolve(0));
      });
      sent.on("error", () => resolve(0));
      sent.setTimeout(15_000, () => sent.destroy());
      sent.end(content);
    });
  return {
    name,
    acknowledged,
    repeated,
    answers,
    get hasty() {
      return hasty;
    },
    /** Resolves when that holds, which is looked at with each answer. @param {() => boolean} holds */
    until: (holds) => watch.until(holds),
    /** @param {number} rate */
    async run(rate) {
      const began = performance.now();
      for (let sent = 0; !stopped; sent += batch) {
        const some = ids.take(batch);
        const content = body(lines(some));
        for (;;) {
          const status = await post(content);
          if (status === accepts) {
            for (const id of some) acknowledged.add(id);
          } else if (!stopped) for (const id of some) repeated.add(id);
          answers.set(status, (answers.get(status) ?? 0) + 1);
          watch.look();
          if (status === accepts || stopped) break;
          await sleep(AGAIN);
        }
        const early = began + ((sent + batch) * 1000) / rate - performance.now();
        if (early > 0) await sleep(early);
      }
      agent.destroy();
    },
    stop() {
      stopped = true;
    },
  };
}

/**
 * A client of the push API that sends lines of one stream, as JSON.
 * @param {{ name: string, ids: Ids, port: number, batch?: number, labels?: Readonly<Record<string, string>>, fill?: string }} options
 * `fill`: behind each line.
 */
export const createPusher = ({ name, ids, port, batch = 100, labels = {}, fill = "" }) =>
  createPoster({
    name,
    ids,
    port,
    path: "/loki/api/v1/push",
    accepts: 204,
    type: "application/json",
    batch,
    lines: (some) => plainLines(some, name).map((line) => line + fill),
    body: (lines) => jsonPush({ app: name, ...labels }, lines),
  });

/** @param {readonly number[]} ids @param {string} name */
export const plainLines = (ids, name) => ids.map((id) => `${name} id=${id} GET /items/${id % 97} 200 ${id % 1000}ms`);

/**
 * Blocks of that many lines each.
 * @param {readonly number[]} ids
 * @param {number} parts
 */
export const blockLines = (ids, parts) =>
  ids.map((id, i) => (i % parts === 0 ? `START block id=${id}` : `  at part ${i % parts} id=${id}`));

/** @param {Record<string, string>} labels @param {readonly string[]} lines */
export function jsonPush(labels, lines) {
  const now = `${Date.now()}000000`;
  return JSON.stringify({ streams: [{ stream: labels, values: lines.map((line) => [now, line]) }] });
}

/** @param {Record<string, string>} labels @param {readonly string[]} lines */
export const protobufPush = (labels, lines) => protobufBody(lines.map((line) => ({ labels, line })));

/** @param {string} service @param {readonly string[]} lines */
export function otlpExport(service, lines) {
  const now = `${Date.now()}000000`;
  const resource = { attributes: [{ key: "service.name", value: { stringValue: service } }] };
  const logRecords = lines.map((line) => ({ timeUnixNano: now, body: { stringValue: line } }));
  return JSON.stringify({ resourceLogs: [{ resource, scopeLogs: [{ logRecords }] }] });
}

/**
 * Appends lines to a file: what is written counts as acknowledged.
 * @param {{ name: string, ids: Ids, path: string, batch: number }} options
 * @returns {Client}
 */
export function createWriter({ name, ids, path, batch }) {
  const acknowledged = new IdCounts();
  let stopped = false;
  return {
    name,
    acknowledged,
    repeated: new IdCounts(),
    async run(rate) {
      const began = performance.now();
      for (let sent = 0; !stopped; sent += batch) {
        const some = ids.take(batch);
        appendFileSync(path, `${plainLines(some, name).join("\n")}\n`);
        for (const id of some) acknowledged.add(id);
        const early = began + ((sent + batch) * 1000) / rate - performance.now();
        if (early > 0) await sleep(early);
      }
    },
    stop() {
      stopped = true;
    },
  };
}
