// Sends requests over a number of connections, on each the next one as soon as the last is answered. It writes prepared
// bytes and hardly reads the answers, so that the server is what is measured.
import { connect } from "node:net";

/**
 * Where an answer ends in what has arrived of it; -1 where it is not all there. Throws unless it says that all is well.
 * @param {string} text
 */
function endOfAnswer(text) {
  const head = text.indexOf("\r\n\r\n");
  if (head < 0) return -1;
  if (!text.startsWith("HTTP/1.1 200 ")) throw new Error(`an answer is ${JSON.stringify(text.slice(0, 300))}`);
  const headers = text.slice(0, head);
  const length = /\r\ncontent-length: *(\d+)/i.exec(headers);
  if (length !== null) return text.length >= head + 4 + Number(length[1]) ? head + 4 + Number(length[1]) : -1;
  if (!/\r\ntransfer-encoding: *chunked/i.test(headers)) return head + 4;
  const last = text.indexOf("\r\n0\r\n\r\n", head + 2);
  return last < 0 ? -1 : last + 7;
}

export class Load {
  /** @type {import("node:net").Socket[]} */
  #sockets = [];
  #running = true;
  /** Requests that were answered. */
  answered = 0;
  /**
   * Resolves when the last has its answer; rejects where one is not as it should be.
   * @type {Promise<unknown>}
   */
  done;

  /**
   * `more` is asked before each request whether there is to be one more.
   * @param {{ address: string, request: Buffer, connections: number, more?: () => boolean }} options
   */
  constructor({ address, request, connections, more = () => true }) {
    const { port, hostname } = new URL(address);
    const place = { port: Number(port), host: hostname, noDelay: true };
    const all = Array.from({ length: connections }, () => this.#run(connect(place), request, more));
    this.done = Promise.all(all).catch((error) => {
      for (const socket of this.#sockets) socket.destroy();
      throw error;
    });
    // Who measures looks at it later.
    this.done.catch(() => {});
  }

  /**
   * One request after the other on a connection.
   * @param {import("node:net").Socket} socket
   * @param {Buffer} request
   * @param {() => boolean} more
   * @returns {Promise<void>}
   */
  #run(socket, request, more) {
    this.#sockets.push(socket);
    return new Promise((resolve, reject) => {
      let text = "";
      const next = () => {
        if (this.#running && more()) socket.write(request);
        else {
          socket.destroy();
          resolve();
        }
      };
      socket.setEncoding("latin1");
      socket.on("connect", next);
      socket.on("error", reject);
      socket.on("close", () => reject(new Error("the server closed a connection")));
      socket.on("data", (chunk) => {
        text += chunk;
        try {
          const end = endOfAnswer(text);
          if (end < 0) return;
          text = text.slice(end);
        } catch (error) {
          return reject(error);
        }
        this.answered++;
        next();
      });
    });
  }

  /** Those under way are still answered. */
  stop() {
    this.#running = false;
    return this.done;
  }
}
