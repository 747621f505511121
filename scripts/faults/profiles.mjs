// `kill -9` of a server that passes profiles on: `profiles.receive_http` answers after the targets of `profiles.write` did, so
// that nothing acknowledged is lost without a journal.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { gunzipSync } from "node:zlib";
import { createPoster, Ids } from "./clients.mjs";
import { describeMissing, inScratch } from "./scratch.mjs";
import { freePort, startServer } from "./server.mjs";
import { startUpstream } from "./upstream.mjs";
import { inTime } from "./waiting.mjs";

/** Up to a kill. Milliseconds. */
const LONGEST_LIFE = 600;

/** A profile's bytes hold its id. @type {import("./upstream.mjs").Read} */
const readProfile = (body, { headers }) => {
  const plain = headers["content-encoding"] === "gzip" ? gunzipSync(body) : body;
  return [["profiles", plain.toString("latin1")]];
};

/** @param {import("./scratch.mjs").Settings} settings */
export const tryProfiles = ({ kills, random }) =>
  inScratch(async (folder) => {
    const accepted = { status: 200, type: "application/proto" };
    const upstreams = await Promise.all([1, 2].map(() => startUpstream({ read: readProfile, accepted })));
    const port = await freePort();
    const file = join(folder, "config.alloy");
    writeFileSync(file, configOf(port, upstreams));
    const ids = new Ids();
    /** @param {string} name @param {string} path @param {string} type @param {(text: string) => string | Buffer} body */
    const client = (name, path, type, body) =>
      createPoster({
        name,
        ids,
        port,
        path,
        type,
        batch: 1,
        lines: ([id]) => [`profile id=${id} `],
        body: ([text]) => body(text),
        accepts: 200,
      });
    const labels = [
      { name: "__name__", value: "process_cpu" },
      { name: "service_name", value: "faults" },
    ];
    const clients = [
      client("ingest", "/ingest?name=faults&format=pprof", "application/octet-stream", (text) => Buffer.from(text)),
      client("push", "/push.v1.PusherService/Push", "application/json", (text) => {
        const samples = [{ ID: "1", rawProfile: Buffer.from(text).toString("base64") }];
        return JSON.stringify({ series: [{ labels, samples }] });
      }),
    ];
    const running = clients.map((one) => one.run(500));
    const [, flapping] = upstreams;
    let away = false;
    const flaps = setInterval(() => {
      away = !away;
      flapping.behave(away ? "500" : "up");
    }, 200);
    let server = await startServer(file, folder);
    const problems = [];
    for (let kill = 1; kill <= kills; kill++) {
      const known = clients.map(({ acknowledged }) => acknowledged.size);
      const again = clients.map((one, i) => one.until(() => one.acknowledged.size > known[i]));
      if (!(await inTime(Promise.all(again)))) {
        const answers = clients.map(({ name, answers }) => `${name} ${JSON.stringify([...answers])}`);
        problems.push(`nothing was acknowledged any more: ${answers.join(", ")} ${server.log.slice(-500)}`);
        break;
      }
      await sleep(random() * LONGEST_LIFE);
      await server.kill();
      server = await startServer(file, folder);
    }
    for (const one of clients) one.stop();
    await Promise.all(running);
    clearInterval(flaps);
    const code = await server.stop();
    await Promise.all(upstreams.map((one) => one.close()));
    // What was acknowledged came before.
    for (const [i, upstream] of upstreams.entries()) {
      const missing = describeMissing(`target ${i + 1}`, clients, upstream);
      if (missing !== undefined) problems.push(missing);
    }
    if (code !== 0) problems.push(`the server ended with ${code}: ${server.log.slice(-500)}`);
    const sum = clients.reduce((total, { acknowledged }) => total + acknowledged.size, 0);
    const twice = clients.reduce((total, { repeated }) => total + repeated.size, 0);
    return { figures: `${kills} kills, ${sum} acknowledged, ${twice} sent again by clients`, problems };
  });

/** @param {number} port @param {readonly import("./upstream.mjs").Upstream[]} upstreams */
const configOf = (port, upstreams) => `
profiles.receive_http "in" {
  http {
    listen_address = "127.0.0.1"
    listen_port    = ${port}
  }
  forward_to = [profiles.write.out.receiver]
}
profiles.write "out" {${upstreams
  .map(
    (upstream) => `
  endpoint {
    url                 = "http://127.0.0.1:${upstream.port}"
    min_backoff_period  = "20ms"
    max_backoff_period  = "100ms"
    max_backoff_retries = 20
  }`,
  )
  .join("")}
}
`;
