// `kill -9` at random moments under load: what was acknowledged has to arrive at each endpoint, in order, and blocks whole.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import {
  blockLines,
  createPoster,
  createPusher,
  createWriter,
  Ids,
  jsonPush,
  otlpExport,
  plainLines,
  protobufPush,
} from "./clients.mjs";
import {
  allArrived,
  describeMissing,
  holdingPipeline,
  inScratch,
  journal,
  problemsOfBlocks,
  problemsOfOrder,
  pushSource,
  writer,
} from "./scratch.mjs";
import { freePort, startServer } from "./server.mjs";
import { startUpstream } from "./upstream.mjs";
import { inTime } from "./waiting.mjs";

/** Lines of a block. */
const PARTS = 5;
/** Between two changes of an endpoint that is away half of the time, and up to a kill. Milliseconds. */
const FLAP = 1500;
const LONGEST_LIFE = 1500;
/** Of a control, in which entries are lost. Milliseconds. */
const LOST_AFTER = 3000;

/**
 * What is behind the sources: `logs.journal` in front of pipelines, the `wal` of one `logs.write` with two endpoints, or neither,
 * which has to lose entries.
 * @typedef {"journal" | "wal" | "nothing"} Way
 */

/**
 * @param {Way} way
 * @param {import("./scratch.mjs").Settings} settings
 */
export const tryKills = (way, { kills, rate, random, log }) =>
  inScratch(async (folder) => {
    // Without pipelines nothing joins the lines of blocks.
    const parts = way === "wal" ? 0 : PARTS;
    const [near, far] = await Promise.all([startUpstream({ parts }), startUpstream({ parts })]);
    const [api, otlp] = await Promise.all([freePort(), freePort()]);
    const tailed = join(folder, "app.log");
    writeFileSync(tailed, "");
    const file = join(folder, "config.alloy");
    writeFileSync(file, configOf(way, { api, otlp, tailed, near: near.port, far: far.port }));

    const ids = new Ids();
    const clients = createClients({ ids, api, otlp });
    const writing = createWriter({ name: "file", ids, path: tailed, batch: 100 });
    const all = [...clients, writing];
    const each = rate / all.length;
    const running = all.map((client) => client.run(each));

    let away = way === "nothing";
    if (away) far.behave("reset");
    const flapping = setInterval(() => {
      away = way === "nothing" || !away;
      far.behave(away ? "reset" : "up");
    }, FLAP);
    const counter = way === "wal" ? "logs_write_wal_replayed_entries_total" : "logs_journal_replayed_entries_total";
    let replayed = 0;
    let server = await startServer(file, folder);
    for (let kill = 1; kill <= kills; kill++) {
      const [first] = clients;
      const known = first.acknowledged.size;
      if (!(await inTime(first.until(() => first.acknowledged.size > known))))
        return {
          figures: `${kill - 1} kills`,
          problems: [`nothing was acknowledged any more: ${server.log.slice(-500)}`],
        };
      await sleep(random() * LONGEST_LIFE);
      replayed += await server.metric(counter);
      await server.kill();
      server = await startServer(file, folder);
      if (kill % 10 === 0) log(`${kill} kills`);
    }
    for (const client of all) client.stop();
    await Promise.all(running);
    clearInterval(flapping);
    far.behave("up");

    await inTime(allArrived(all, [near, far]), way === "nothing" ? LOST_AFTER : undefined);
    replayed += await server.metric(counter);
    const code = await server.stop();
    await Promise.all([near.close(), far.close()]);

    const missing = [describeMissing("near", all, near), describeMissing("far", all, far)].filter(
      (one) => one !== undefined,
    );
    const acknowledged = all.reduce((sum, one) => sum + one.acknowledged.size, 0);
    if (way === "nothing")
      return {
        figures: `${acknowledged} acknowledged; ${missing.join("; ") || "nothing lost"}`,
        problems: missing.length > 0 ? [] : ["nothing was lost without a journal: the scenario proves nothing"],
      };

    const [ofNear, ofFar] = [near, far].map((upstream) => countRepeats(upstream, clients, writing));
    const problems = [...missing];
    for (const [name, upstream] of Object.entries({ near, far }))
      problems.push(...problemsOfOrder(upstream, `${name}: `), ...problemsOfBlocks(upstream, `${name}: `));
    const twice = ofNear.twice + ofFar.twice;
    if (twice > replayed) problems.push(`${twice} entries came twice, and ${replayed} were counted as replayed`);
    if (code !== 0) problems.push(`the server ended with ${code}: ${server.log.slice(-500)}`);
    return {
      figures: `${kills} kills, ${acknowledged} acknowledged, ${missing.length === 0 ? 0 : "some"} missing, ${twice} twice of ${replayed} replayed, ${ofNear.extra + ofFar.extra - twice} sent twice by clients or read twice from the file`,
      problems,
    };
  });

/**
 * How often entries came again: at all, and where it was not a client that sent them again, nor a file that was read again
 * from the last position that was kept.
 * @param {import("./upstream.mjs").Upstream} upstream
 * @param {readonly import("./clients.mjs").Client[]} clients
 * @param {import("./clients.mjs").Client} writing
 */
function countRepeats({ taken }, clients, writing) {
  let twice = 0;
  let extra = 0;
  for (const id of taken) {
    const more = taken.timesOf(id) - 1;
    extra += more;
    if (!writing.acknowledged.has(id) && !clients.some(({ repeated }) => repeated.has(id))) twice += more;
  }
  return { twice, extra };
}

/** @param {{ ids: Ids, api: number, otlp: number }} where */
function createClients({ ids, api, otlp }) {
  const push = { ids, port: api, path: "/loki/api/v1/push", accepts: 204 };
  /** @param {string} name */
  const plain = (name) => (/** @type {readonly number[]} */ some) => plainLines(some, name);
  return [
    createPusher({ name: "json", ids, port: api, batch: 200 }),
    createPoster({
      ...push,
      name: "protobuf",
      type: "application/x-protobuf",
      batch: 500,
      lines: plain("protobuf"),
      body: (lines) => protobufPush({ app: "protobuf" }, lines),
    }),
    createPoster({
      ...push,
      name: "blocks",
      type: "application/json",
      batch: 40 * PARTS,
      lines: (some) => blockLines(some, PARTS),
      body: (lines) => jsonPush({ app: "blocks" }, lines),
    }),
    createPoster({
      ids,
      name: "otlp",
      port: otlp,
      path: "/v1/logs",
      accepts: 200,
      type: "application/json",
      batch: 200,
      lines: plain("otlp"),
      body: (lines) => otlpExport("otlp", lines),
    }),
  ];
}

/**
 * @param {Way} way
 * @param {{ api: number, otlp: number, tailed: string, near: number, far: number }} where
 */
function configOf(way, { api, otlp, tailed, near, far }) {
  const pipelines = ["logs.process.near.receiver", "logs.process.far.receiver"];
  const next = {
    journal: "logs.journal.intake.receiver",
    wal: "logs.write.both.receiver",
    nothing: pipelines.join(", "),
  }[way];
  const limit = { rate: 100_000, burst: 5000 };
  const behind = [holdingPipeline("near", near, limit), holdingPipeline("far", far, limit)];
  const rest = {
    journal: [journal(pipelines), ...behind],
    // A pipeline is before it: what its stages hold would be lost.
    wal: [writer("both", [near, far], { more: "wal {\n    enabled = true\n  }" })],
    nothing: behind,
  }[way];
  return `${pushSource(api, next)}
logs.source.otlp "in" {
  http {
    listen_address = "127.0.0.1"
    listen_port    = ${otlp}
  }
  forward_to = [${next}]
}
logs.source.file "app" {
  targets    = [{ __path__ = ${JSON.stringify(tailed)}, app = "file" }]
  forward_to = [${next}]
}
${rest.join("")}`;
}
