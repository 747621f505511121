// Asks the API of a server, as hostile programs do.

/** @typedef {import("./victim.mjs").Victim} Victim */
import { connect } from "node:net";
import { intake, SINK } from "./upstream.mjs";

export const CONFIG = intake("logs.process.sink.receiver") + SINK;
export const JSON_BODY = { "Content-Type": "application/json" };

/**
 * @param {unknown} body
 * @returns {body is string | Buffer<ArrayBuffer>}
 */
const isRaw = (body) => typeof body === "string" || Buffer.isBuffer(body);

/**
 * Asks the API; gives status and text. A `body` that is neither text nor bytes is written as JSON.
 * @param {Victim} victim
 * @param {string} method
 * @param {string} path
 * @param {unknown} [body]
 * @param {Readonly<Record<string, string>>} headers
 */
export async function ask(victim, method, path, body, headers = JSON_BODY) {
  const response = await fetch(`${victim.url}${path}`, {
    method,
    ...(body !== undefined && { body: isRaw(body) ? body : JSON.stringify(body), headers }),
    signal: AbortSignal.timeout(60_000),
  });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

/**
 * Opens a stream of events that nobody reads.
 * @param {Victim} victim
 * @param {string} path
 * @param {unknown} [body]
 * @returns {Promise<{ socket: import("node:net").Socket, status: number }>}
 */
export function openUnread(victim, path, body) {
  const { hostname, port } = new URL(victim.url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => {
      const method = body === undefined ? "GET" : "POST";
      const text = body === undefined ? "" : JSON.stringify(body);
      const about = body === undefined ? "" : `Content-Type: application/json\r\nContent-Length: ${text.length}\r\n`;
      socket.write(`${method} /${path} HTTP/1.1\r\nHost: localhost\r\n${about}\r\n${text}`);
    });
    socket.on("error", reject);
    socket.once("readable", () => {
      const [line] = socket.read(64).toString().split("\r\n");
      resolve({ socket, status: Number(line.split(" ")[1]) });
    });
  });
}
