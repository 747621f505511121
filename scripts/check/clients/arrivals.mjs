// A server at the far end that keeps what it receives, and says which profiles these are: their labels and bodies.
import { createServer } from "node:http";
import { fromBinary } from "@bufbuild/protobuf";
import { PushRequestSchema } from "../../../apps/server/dist/src/gen/push/v1/push_pb.js";
import { listen } from "../../base/listen.mjs";

/**
 * @typedef {{ path: string, contentType: string, labels: Readonly<Record<string, string>>, body: Uint8Array }} Arrived
 * @typedef {{ url: string, contentType: string, body: Buffer }} Request
 */

/**
 * Labels of a name such as `app{region=eu,shard=7}`, with what it begins with as `__name__`.
 * @param {string} name
 */
function labelsOfName(name) {
  const [, app, pairs = ""] = /^([^{]*)(?:\{(.*)\})?$/s.exec(name) ?? [];
  const labels = pairs.split(",").filter((pair) => pair !== "");
  return Object.fromEntries([["__name__", app], ...labels.map((pair) => pair.split(/=(.*)/s, 2))]);
}

/**
 * Of a form its part `profile`, of anything else all of it.
 * @param {string} contentType
 * @param {Buffer} body
 */
async function ingestedBody(contentType, body) {
  if (!contentType.startsWith("multipart/form-data")) return body;
  const form = await new Response(new Uint8Array(body), { headers: { "content-type": contentType } }).formData();
  const part = form.get("profile");
  if (part === null || typeof part === "string") throw new Error("the form has no file `profile`");
  return Buffer.from(await part.arrayBuffer());
}

/**
 * Profiles of a request: path, type, labels, body.
 * @param {Request} request
 * @returns {Promise<Arrived[]>}
 */
async function profilesOf({ url, contentType, body }) {
  const { pathname, searchParams } = new URL(url, "http://stub");
  if (pathname === "/ingest") {
    const labels = labelsOfName(searchParams.get("name") ?? "");
    return [{ path: pathname, contentType, labels, body: await ingestedBody(contentType, body) }];
  }
  return fromBinary(PushRequestSchema, body).series.flatMap(({ labels, samples }) =>
    samples.map(({ rawProfile }) => ({
      path: pathname,
      contentType,
      labels: Object.fromEntries(labels.map(({ name, value }) => [name, value])),
      body: rawProfile,
    })),
  );
}

export class Arrivals {
  /** @type {Request[]} */
  #requests = [];
  #server;
  url;

  /**
   * @param {import("node:http").Server} server
   * @param {string} url
   */
  constructor(server, url) {
    this.#server = server;
    this.url = url;
    server.on("request", async (request, response) => {
      /** @type {Buffer[]} */
      const chunks = [];
      try {
        for await (const chunk of request) chunks.push(chunk);
      } catch {
        return;
      }
      const contentType = request.headers["content-type"] ?? "";
      const { url = "/" } = request;
      this.#requests.push({ url, contentType, body: Buffer.concat(chunks) });
      response.writeHead(200, url.startsWith("/ingest") ? {} : { "Content-Type": "application/proto" }).end();
    });
  }

  static async listen() {
    const server = createServer();
    return new Arrivals(server, `http://127.0.0.1:${await listen(server)}`);
  }

  /** What has arrived since it was last asked. */
  async take() {
    return (await Promise.all(this.#requests.splice(0).map(profilesOf))).flat();
  }

  close() {
    this.#server.closeAllConnections();
    return new Promise((resolve) => this.#server.close(resolve));
  }
}
