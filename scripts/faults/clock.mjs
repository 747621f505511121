// A clock that jumps by an hour and back: nothing is held for ever, and nothing dropped.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { blockLines, createPoster, createPusher, createWriter, Ids, jsonPush } from "./clients.mjs";
import {
  allArrived,
  describeMissing,
  holdingPipeline,
  inScratch,
  journal,
  problemsAtEnd,
  problemsOfBlocks,
  problemsOfOrder,
  pushSource,
} from "./scratch.mjs";
import { freePort, startServer } from "./server.mjs";
import { startUpstream } from "./upstream.mjs";
import { inTime } from "./waiting.mjs";

const HOUR = 3_600_000;
/** What the system's clock says, one after the other. */
const SHIFTS = [HOUR, 0, -HOUR, 0, HOUR];
const PARTS = 5;
/** Entries a second of each client, and what has to come after each jump from each of them. */
const RATE = 1000;
const MORE = 500;

/** @param {import("./scratch.mjs").Settings} settings */
export const tryClock = ({ quick }) =>
  inScratch(async (folder) => {
    const upstream = await startUpstream({ parts: PARTS });
    const port = await freePort();
    const tailed = join(folder, "app.log");
    writeFileSync(tailed, "");
    const file = join(folder, "config.alloy");
    writeFileSync(file, configOf(port, tailed, upstream.port));
    const server = await startServer(file, folder, { world: { shift: 0 } });
    const ids = new Ids();
    const clients = [
      createPusher({ name: "json", ids, port }),
      createPoster({
        name: "blocks",
        ids,
        port,
        path: "/loki/api/v1/push",
        type: "application/json",
        batch: 20 * PARTS,
        lines: (some) => blockLines(some, PARTS),
        body: (lines) => jsonPush({ app: "blocks" }, lines),
        accepts: 204,
      }),
      createWriter({ name: "file", ids, path: tailed, batch: 100 }),
    ];
    const running = clients.map((client) => client.run(RATE));
    const problems = [];
    /** What has come of each client. */
    const counts = () =>
      clients.map(({ acknowledged }) => {
        let count = 0;
        for (const id of acknowledged) if (upstream.taken.has(id)) count++;
        return count;
      });
    /** @param {string} when */
    const goesOn = async (when) => {
      const before = counts();
      const came = upstream.until(() => counts().every((count, i) => count >= before[i] + MORE));
      if (!(await inTime(came)))
        problems.push(`${when}: held: ${counts().map((now, i) => `${clients[i].name} ${now - before[i]} more`)}`);
    };
    await goesOn("before");
    for (const shift of quick ? SHIFTS.slice(0, 3) : SHIFTS) {
      await server.changeWorld({ shift });
      await goesOn(`at ${shift / HOUR} h`);
      // What a directory's owner writes down of itself does not look old.
      const second = await startServer(file, folder).catch(() => undefined);
      if (second !== undefined) {
        problems.push(`at ${shift / HOUR} h: a second server took the data directory`);
        await second.stop();
      }
    }
    for (const client of clients) client.stop();
    await Promise.all(running);
    await inTime(allArrived(clients, [upstream]));
    const missing = describeMissing("upstream", clients, upstream);
    if (missing !== undefined) problems.push(missing);
    problems.push(...problemsOfOrder(upstream));
    problems.push(...problemsOfBlocks(upstream));
    const dropped =
      (await server.metric("logs_write_dropped_entries_total")) +
      (await server.metric("logs_process_dropped_lines_total"));
    if (dropped > 0) problems.push(`${dropped} entries were dropped`);
    problems.push(...(await problemsAtEnd(server)));
    await upstream.close();
    const sum = clients.reduce((total, { acknowledged }) => total + acknowledged.size, 0);
    return { figures: `${quick ? 3 : SHIFTS.length} jumps, ${sum} acknowledged, ${dropped} dropped`, problems };
  });

/** @param {number} port @param {string} tailed @param {number} upstream */
const configOf = (port, tailed, upstream) => `${pushSource(port, "logs.journal.intake.receiver")}
logs.source.file "app" {
  targets    = [{ __path__ = ${JSON.stringify(tailed)}, app = "file" }]
  forward_to = [logs.journal.intake.receiver]
}
${journal(["logs.process.up.receiver"])}
${holdingPipeline("up", upstream, { rate: 20_000, burst: 2000 })}`;
