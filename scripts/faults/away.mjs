// An upstream that is away for minutes at full rate: memory stays where it is, the disk grows, and once it is back it gets what
// waits, oldest first, at least at twice the rate at which new entries come.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createPoster, Ids, plainLines, protobufPush } from "./clients.mjs";
import { allArrived, describeMissing, inScratch, journalToUpstream, problemsAtEnd } from "./scratch.mjs";
import { freePort, startServer } from "./server.mjs";
import { startUpstream } from "./upstream.mjs";
import { askUntil, inTime } from "./waiting.mjs";

const CLIENTS = 4;
const MOST_MEMORY = 200e6;
const FASTER = 2;
/** An end of what hangs while it catches up. Milliseconds for each minute away. */
const CATCHING_UP = 300_000;
const LOOK = 500;

/** @param {import("./scratch.mjs").Settings} settings */
export const tryAway = ({ minutes, rate, log }) =>
  inScratch(async (folder) => {
    const upstream = await startUpstream();
    const port = await freePort();
    const file = join(folder, "config.alloy");
    writeFileSync(file, journalToUpstream(port, upstream.port, "16GiB"));
    const server = await startServer(file, folder);
    const ids = new Ids();
    const clients = Array.from({ length: CLIENTS }, (_, i) => {
      const name = `client${i}`;
      return createPoster({
        name,
        ids,
        port,
        path: "/loki/api/v1/push",
        type: "application/x-protobuf",
        batch: 500,
        lines: (some) => plainLines(some, name),
        body: (lines) => protobufPush({ app: name }, lines),
        accepts: 204,
      });
    });
    const running = clients.map((client) => client.run(rate / CLIENTS));
    const problems = [];
    let most = 0;
    const looking = setInterval(() => {
      most = Math.max(most, server.resident() ?? 0);
    }, LOOK);
    const sum = () => clients.reduce((total, { acknowledged }) => total + acknowledged.size, 0);
    const onDisk = () => server.metric("logs_journal_size_bytes");

    if (!(await inTime(upstream.until(() => upstream.taken.size > 1000))))
      problems.push("nothing came before it was away");
    const [small, known] = [await onDisk(), sum()];
    upstream.behave("reset");
    for (let minute = 0; minute < minutes; minute++) {
      await sleep(Math.min(1, minutes - minute) * 60_000);
      log(`away for ${minute + 1} min: ${sum() - known} taken, ${(most / 1e6).toFixed(0)} MB resident at most`);
    }
    const large = await onDisk();
    const [waiting, delivered] = [sum(), upstream.taken.size];
    if (waiting - known < 1000) problems.push(`${waiting - known} entries were taken while it was away`);
    if (large <= small) problems.push(`the journal did not grow: ${small} to ${large} bytes`);

    upstream.behave("up");
    const backlog = clients.map(({ acknowledged }) => ({ acknowledged: acknowledged.copy() }));
    if (!(await inTime(allArrived(backlog, [upstream]), CATCHING_UP * Math.max(1, minutes))))
      problems.push("it did not catch up");
    const [came, taken] = [upstream.taken.size - delivered, sum() - waiting];
    const times = came / Math.max(1, taken);
    if (times < FASTER)
      problems.push(`while it caught up ${came} were delivered and ${taken} taken, ${times.toFixed(1)} times as many`);
    for (const client of clients) client.stop();
    await Promise.all(running);
    clearInterval(looking);
    await inTime(allArrived(clients, [upstream]));
    const missing = describeMissing("upstream", clients, upstream);
    if (missing !== undefined) problems.push(missing);
    if (upstream.disorder.length > 0) problems.push(`not oldest first: ${upstream.disorder.slice(0, 3).join("; ")}`);
    if (most > MOST_MEMORY) problems.push(`${(most / 1e6).toFixed(0)} MB resident`);
    const left = await askUntil(
      () => server.metric("logs_journal_entries"),
      (count) => count === 0,
    );
    if (left !== 0) problems.push("entries stay in the journal that were delivered");
    problems.push(...(await problemsAtEnd(server)));
    await upstream.close();
    const figures = [
      `${sum()} acknowledged`,
      `${waiting - known} while it was away (${Math.round((waiting - known) / minutes / 60)} a second)`,
      `${(large / 1e6).toFixed(1)} MB on disk`,
      most === 0 ? "memory is not known here" : `${(most / 1e6).toFixed(0)} MB resident at most`,
      `caught up ${times.toFixed(1)} times as fast as new ones came`,
    ];
    return { figures: figures.join(", "), problems };
  });
