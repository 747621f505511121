// A Loki of the attacks' own, which answers as an attack sets it and keeps what it receives. Pipelines send it JSON.
import { createServer } from "node:http";
import { listen } from "../base/listen.mjs";

/**
 * @typedef {{ method: string | undefined, url: string | undefined, headers: import("node:http").IncomingHttpHeaders }} Asked
 * @typedef {{ status: number, headers?: Readonly<Record<string, string>>, body?: string }} Answer
 * @typedef {(request: Asked) => Answer} Answering
 */

/**
 * Without `answer` everything is 204.
 * @param {Answering} answer
 */
export async function startUpstream(answer = () => ({ status: 204 })) {
  /** @type {string[]} */
  const lines = [];
  /** @type {(Asked & { size: number })[]} */
  const requests = [];
  const server = createServer((request, response) => {
    /** @type {Buffer[]} */
    const chunks = [];
    request.on("data", (chunk) => chunks.push(chunk));
    request.on("end", () => {
      const { method, url, headers } = request;
      const body = Buffer.concat(chunks);
      requests.push({ method, url, headers, size: body.length });
      const { status, headers: answered = {}, body: said = "" } = answer({ method, url, headers });
      if (status === 204 && body.length > 0) {
        for (const { values } of JSON.parse(body.toString()).streams) for (const [, line] of values) lines.push(line);
      }
      response.writeHead(status, answered).end(said);
    });
  });
  const port = await listen(server);
  const origin = `http://127.0.0.1:${port}`;
  return {
    origin,
    url: `${origin}/loki/api/v1/push`,
    /** Every line that was accepted, in the order of arrival. */
    lines,
    requests,
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}

/**
 * A writer to it, ready within a tenth of a second.
 * @param {string} url
 */
export const writer = (url, more = "") => `logs.write "up" {
  endpoint {
    url                = ${JSON.stringify(url)}
    encoding           = "json"
    batch_wait         = "100ms"
    min_backoff_period = "50ms"
    ${more}
  }
}
`;

/**
 * A push API on a free port of the loopback.
 * @param {string} forwardTo
 */
export const intake = (forwardTo, name = "in", more = "") => `logs.source.api "${name}" {
  http {
    listen_address = "127.0.0.1"
    listen_port    = 0
  }
  ${more}
  forward_to = [${forwardTo}]
}
`;

export const SINK = `logs.process "sink" {
  forward_to = []
}
`;
