// One of the servers of `bench/profiles.mjs`, in a process of its own: `sluice URL URL`, with receivers that forward to
// none, one and both of these addresses; `bare`; `naive`; or `upstream`, which accepts everything. Reports its addresses,
// and on request the processor time and memory that it has used.
import { createServer } from "node:http";
import { listen } from "../../base/listen.mjs";

const [what, ...targets] = process.argv.slice(2);

/**
 * @typedef {import("node:http").RequestListener} Take
 * @typedef {Readonly<Record<string, string>>} Addresses By name.
 * @typedef {{ cpu: number, user: number, rss: number, heapUsed: number, external: number }} Usage
 */

/** @param {Take} take */
const serve = async (take) => `http://127.0.0.1:${await listen(createServer(take))}`;

/** @type {Readonly<Record<string, () => Promise<Addresses>>>} */
const SERVERS = {
  async sluice() {
    const { receiverText, startReceivers } = await import("../../check/profiles-server.mjs");
    const texts = [receiverText("none", []), receiverText("one", targets.slice(0, 1)), receiverText("two", targets)];
    const { addresses } = await startReceivers(texts.join("\n"), (line) => console.error(line));
    return addresses;
  },

  /** Collects a body and answers, and nothing else: the cost of the platform alone. */
  async bare() {
    /** @type {Take} */
    const take = (request, response) => {
      /** @type {Buffer[]} */
      const parts = [];
      request.on("data", (part) => parts.push(part));
      request.on("end", () => response.writeHead(200, { "Content-Length": 0 }).end());
    };
    return { none: await serve(take) };
  },

  /** The unmodified middleware of Express and Connect, which forgets what it reads. */
  async naive() {
    const { default: express } = await import("express");
    const { connectNodeAdapter } = await import("@connectrpc/connect-node");
    const { PusherService } = await import("../../../apps/server/dist/src/gen/push/v1/push_pb.js");
    const app = express();
    app.post("/ingest", express.raw({ type: () => true, limit: "64mb" }), (_request, response) => {
      response.status(200).end();
    });
    /** @param {import("@connectrpc/connect").ConnectRouter} router */
    const routes = (router) => router.service(PusherService, { push: () => ({}) });
    app.use(connectNodeAdapter({ routes }));
    return { none: await serve(app) };
  },

  async upstream() {
    /** @type {Take} */
    const take = (request, response) => {
      request.resume().on("end", () => {
        const type = request.url?.startsWith("/ingest") ? {} : { "Content-Type": "application/proto" };
        response.writeHead(200, { ...type, "Content-Length": 0 }).end();
      });
    };
    return { first: await serve(take), second: await serve(take) };
  },
};

/** @param {Addresses | Usage} message */
const report = (message) => process.send?.(message);

process.on("message", () => {
  const { user, system } = process.cpuUsage();
  const { rss, heapUsed, external } = process.memoryUsage();
  report({ cpu: user + system, user, rss, heapUsed, external });
});
process.on("disconnect", () => process.exit(0));
report(await SERVERS[what]());
