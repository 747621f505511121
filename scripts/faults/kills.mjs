// `kill -9` at random moments under load: what was acknowledged has to arrive at each endpoint, in order, and blocks whole.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import {
  blockLines,
  createPoster,
  createWriter,
  Ids,
  jsonPush,
  otlpExport,
  plainLines,
  protobufPush,
} from "./clients.mjs";
import { freePort, startServer } from "./server.mjs";
import { startUpstream } from "./upstream.mjs";

/** Lines of a block. */
const PARTS = 5;
/** How long everything may take to arrive once nothing is killed any more. Milliseconds. */
const SETTLE = 120_000;

/**
 * @param {{ kills: number, rate: number, random: () => number, log: (line: string) => void }} options
 */
export async function tryKills({ kills, rate, random, log }) {
  const folder = mkdtempSync(join(tmpdir(), "sluice-faults-"));
  const [near, far] = await Promise.all([startUpstream({ parts: PARTS }), startUpstream({ parts: PARTS })]);
  const [api, otlp] = await Promise.all([freePort(), freePort()]);
  const tailed = join(folder, "app.log");
  writeFileSync(tailed, "");
  const file = join(folder, "config.alloy");
  writeFileSync(file, configOf({ api, otlp, tailed, near: near.port, far: far.port }));

  const ids = new Ids();
  const push = { ids, port: api, path: "/loki/api/v1/push", accepts: 204 };
  /** @param {string} name */
  const plain = (name) => (/** @type {readonly number[]} */ some) => plainLines(some, name);
  const clients = [
    createPoster({
      ...push,
      name: "json",
      type: "application/json",
      batch: 200,
      lines: plain("json"),
      body: (lines) => jsonPush({ app: "json" }, lines),
    }),
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
    createWriter({ name: "file", ids, path: tailed, batch: 100 }),
  ];
  const running = clients.map((client) => client.run(rate / clients.length));

  let away = false;
  const flapping = setInterval(() => {
    away = !away;
    far.behave(away ? "reset" : "up");
  }, 1500);
  let replayed = 0;
  let server = await startServer(file, folder);
  for (let kill = 1; kill <= kills; kill++) {
    await sleep(300 + random() * 1200);
    replayed += await server.metric("logs_journal_replayed_entries_total");
    await server.kill();
    server = await startServer(file, folder);
    if (kill % 10 === 0) log(`  ${kill} kills`);
  }
  for (const client of clients) client.stop();
  await Promise.all(running);
  clearInterval(flapping);
  far.behave("up");

  const acknowledged = new Set(clients.flatMap((client) => [...client.acknowledged]));
  const repeated = new Set(clients.flatMap((client) => [...client.repeated]));
  // Lines of the file are read again from the last position that was kept.
  const fromFile = clients.find(({ name }) => name === "file")?.acknowledged ?? new Set();
  const missingAt = (/** @type {import("./upstream.mjs").Upstream} */ upstream) =>
    [...acknowledged].filter((id) => !upstream.taken.has(id));
  const until = performance.now() + SETTLE;
  while (performance.now() < until && missingAt(near).length + missingAt(far).length > 0) await sleep(200);
  replayed += await server.metric("logs_journal_replayed_entries_total");
  const code = await server.stop();
  await Promise.all([near.close(), far.close()]);

  /** @param {import("./upstream.mjs").Upstream} upstream */
  const report = (upstream) => {
    let twice = 0;
    let extra = 0;
    for (const [id, times] of upstream.taken) {
      if (times === 1) continue;
      extra += times - 1;
      if (!repeated.has(id) && !fromFile.has(id)) twice += times - 1;
    }
    return { missing: missingAt(upstream), twice, extra, disorder: upstream.disorder, torn: upstream.torn };
  };
  const [ofNear, ofFar] = [report(near), report(far)];
  const problems = [];
  for (const [name, one] of /** @type {const} */ ([
    ["near", ofNear],
    ["far", ofFar],
  ])) {
    if (one.missing.length > 0) {
      const by = clients.map((c) => `${c.name} ${one.missing.filter((id) => c.acknowledged.has(id)).length}`);
      problems.push(`${name}: ${one.missing.length} acknowledged entries are missing (${by.join(", ")})`);
    }
    if (one.disorder.length > 0) problems.push(`${name}: out of order: ${one.disorder.slice(0, 3).join("; ")}`);
    if (one.torn.length > 0) problems.push(`${name}: ${one.torn.length} torn blocks: ${JSON.stringify(one.torn[0])}`);
  }
  const twice = ofNear.twice + ofFar.twice;
  if (twice > replayed) problems.push(`${twice} entries came twice, and ${replayed} were counted as replayed`);
  if (code !== 0) problems.push(`the server ended with ${code}: ${server.log.slice(-500)}`);
  if (problems.length === 0) rmSync(folder, { recursive: true, force: true });
  else problems.push(`data in ${folder}`);
  return {
    figures: `${acknowledged.size} acknowledged, ${ofNear.missing.length + ofFar.missing.length} missing, ${twice} twice of ${replayed} replayed, ${ofNear.extra + ofFar.extra - twice} sent twice by clients or read twice from the file`,
    problems,
  };
}

/** @param {{ api: number, otlp: number, tailed: string, near: number, far: number }} where */
const configOf = ({ api, otlp, tailed, near, far }) => `
logs.source.api "in" {
  http {
    listen_address = "127.0.0.1"
    listen_port    = ${api}
  }
  use_incoming_timestamp = true
  forward_to             = [logs.journal.intake.receiver]
}
logs.source.otlp "in" {
  http {
    listen_address = "127.0.0.1"
    listen_port    = ${otlp}
  }
  forward_to = [logs.journal.intake.receiver]
}
logs.source.file "app" {
  targets    = [{ __path__ = ${JSON.stringify(tailed)}, app = "file" }]
  forward_to = [logs.journal.intake.receiver]
}
logs.journal "intake" {
  forward_to = [logs.process.near.receiver, logs.process.far.receiver]
}
${["near", "far"].map((name) => pipeline(name, name === "near" ? near : far)).join("")}`;

/** @param {string} name @param {number} port */
const pipeline = (name, port) => `
logs.process "${name}" {
  forward_to = [logs.write.${name}.receiver]
  stage.match {
    selector = "{app=\\"blocks\\"}"
    stage.multiline {
      firstline     = "^START"
      max_wait_time = "10s"
    }
  }
  stage.limit {
    rate  = 100000
    burst = 5000
  }
}
logs.write "${name}" {
  endpoint {
    url                = "http://127.0.0.1:${port}/push"
    encoding           = "json"
    batch_wait         = "100ms"
    min_backoff_period = "50ms"
    max_backoff_period = "500ms"
  }
}
`;
