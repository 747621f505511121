// A journal that is full by `max_size`, and a disk that is: pushes are refused and told when to come again, health says why, nothing
// that was acknowledged is dropped, and all goes on by itself once there is room.
import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createPusher, createWriter, Ids } from "./clients.mjs";
import { IdCounts } from "./id-counts.mjs";
import {
  allArrived,
  describeMissing,
  inScratch,
  journal,
  journalToUpstream,
  problemsAtEnd,
  pushSource,
  writer,
} from "./scratch.mjs";
import { endServers, freePort, startServer } from "./server.mjs";
import { mountSmallDisk } from "./small-disk.mjs";
import { startUpstream } from "./upstream.mjs";
import { askUntil, inTime } from "./waiting.mjs";

const RATE = 5000;
/** Behind each line, so that little is written until it is full. */
const FILL = ` ${"x".repeat(4000)}`;
const MEGABYTES = 16;
const REFUSALS = 5;
const MORE = 1000;

/** @typedef {ReturnType<typeof createPusher>} Pusher */

/** Gives what is wrong with how a full intake answers. @param {readonly Pusher[]} clients */
function judgeRefusals(clients) {
  const problems = [];
  for (const { name, answers, hasty } of clients) {
    const others = [...answers.keys()].filter((status) => ![204, 429, 503].includes(status));
    if (others.length > 0) problems.push(`${name}: pushes were answered with ${others.join(", ")}`);
    if (hasty > 0) problems.push(`${name}: ${hasty} refusals did not say when to come again`);
  }
  return problems;
}

/** @param {Pusher} client */
const refusals = ({ answers }) => (answers.get(429) ?? 0) + (answers.get(503) ?? 0);

/** Waits for refusals, one after the other. @param {Pusher} client */
const untilRefused = (client) => {
  const before = refusals(client);
  return inTime(client.until(() => refusals(client) >= before + REFUSALS));
};

/** @param {Pusher} client */
const untilTaken = (client) => {
  const before = client.acknowledged.size;
  return inTime(client.until(() => client.acknowledged.size >= before + MORE));
};

/** By `max_size`. */
export const tryFullJournal = () =>
  inScratch(async (folder) => {
    const upstream = await startUpstream();
    upstream.behave("reset");
    const port = await freePort();
    const file = join(folder, "config.alloy");
    writeFileSync(file, journalToUpstream(port, upstream.port, "16MiB"));
    const server = await startServer(file, folder);
    const client = createPusher({ name: "json", ids: new Ids(), port, fill: FILL });
    const running = client.run(RATE);
    const problems = [];
    if (!(await untilRefused(client))) problems.push("nothing was refused");
    const health = await server.healthOf("logs.journal.intake");
    if (health?.state !== "unhealthy" || !/max_size/.test(health.message))
      problems.push(`its health: ${JSON.stringify(health)}`);
    const refused = refusals(client);
    upstream.behave("up");
    if (!(await untilTaken(client))) problems.push("nothing is taken once there is room");
    client.stop();
    await running;
    await inTime(allArrived([client], [upstream]));
    const missing = describeMissing("upstream", [client], upstream);
    if (missing !== undefined) problems.push(missing);
    const well = await askUntil(
      () => server.healthOf("logs.journal.intake"),
      (one) => one?.state === "healthy",
    );
    if (well === undefined) problems.push("it is not said to be healthy again");
    problems.push(...judgeRefusals([client]));
    problems.push(...(await problemsAtEnd(server)));
    await upstream.close();
    return {
      figures: `${client.acknowledged.size} acknowledged, ${refused} pushes refused while it was full`,
      problems,
    };
  });

/** A full file system, under a journal, positions, versions and a file that is written. */
export const tryFullDisk = () =>
  inScratch(async (folder) => {
    const small = join(folder, "small");
    const disk = mountSmallDisk(small, MEGABYTES);
    if ("problem" in disk) return { figures: "not tried", problems: [], skipped: disk.problem };
    try {
      return await tryOn(disk, folder, small);
    } finally {
      await endServers(folder);
      disk.unmount();
    }
  });

/**
 * @param {Exclude<ReturnType<typeof mountSmallDisk>, { problem: string }>} disk
 * @param {string} folder
 * @param {string} small
 */
async function tryOn(disk, folder, small) {
  const upstream = await startUpstream();
  // Is never away, so that positions move all the time.
  const steady = await startUpstream();
  const [journaled, straight] = [await freePort(), await freePort()];
  const tailed = join(folder, "app.log");
  writeFileSync(tailed, "");
  const archive = join(small, "archive.log");
  const text = configOf({ journaled, straight, tailed, archive, upstream: upstream.port, steady: steady.port });
  const file = join(folder, "config.alloy");
  writeFileSync(file, text);
  const options = { data: join(small, "data") };
  let server = await startServer(file, folder, options);
  const ids = new Ids();
  const client = createPusher({ name: "json", ids, port: journaled, fill: FILL });
  // Its entries go to the file alone, so few that it does not fill up the disk by itself.
  const archived = createPusher({ name: "archived", ids, port: straight, batch: 5 });
  const writing = createWriter({ name: "file", ids, path: tailed, batch: 20 });
  const running = [client.run(RATE), archived.run(50), writing.run(500)];
  const problems = [];
  /** @returns {Promise<{ problem?: string, versions: unknown[] }>} */
  const versions = async () => (await fetch(`${server.url}api/versions`)).json();

  await inTime(upstream.until(() => upstream.taken.size > MORE));
  const kept = (await versions()).versions.length;
  upstream.behave("reset");
  disk.fill();
  if (!(await untilRefused(client))) problems.push("nothing was refused");
  /** @param {string} id @param {string} state */
  const reaches = (id, state) =>
    askUntil(
      () => {
        // What is taken back leaves some room.
        if (state === "unhealthy") disk.fill();
        return server.healthOf(id);
      },
      (one) => one?.state === state,
    );
  for (const id of ["logs.journal.intake", "logs.write.file.archive", "logs.source.file.app"]) {
    const health = await reaches(id, "unhealthy");
    if (health === undefined || !/space/.test(health.message))
      problems.push(
        `${id}: its health does not say that the disk is full: ${JSON.stringify(await server.healthOf(id))}`,
      );
  }
  // A version that cannot be kept is not said to be.
  writeFileSync(file, `// another\n${text}`);
  const reloaded = await server.reload();
  const { problem, versions: now } = await versions();
  const told = reloaded.status !== 200 || now.length > kept || problem !== undefined;
  if (!told) problems.push(`a version is not kept, and nobody says so: ${reloaded.text.slice(0, 200)}`);
  const refused = refusals(client);

  // Something may have been removed meanwhile.
  disk.fill();
  upstream.behave("up");
  disk.empty();
  if (!(await untilTaken(client))) problems.push("nothing is taken once there is room");
  for (const id of ["logs.journal.intake", "logs.write.file.archive", "logs.source.file.app"])
    if ((await reaches(id, "healthy")) === undefined)
      problems.push(`${id}: it is not healthy once there is room: ${JSON.stringify(await server.healthOf(id))}`);
  for (const one of [client, archived, writing]) one.stop();
  await Promise.all(running);
  await inTime(Promise.all([allArrived([client], [upstream]), allArrived([writing], [steady])]));
  const missing = [describeMissing("upstream", [client], upstream), describeMissing("steady", [writing], steady)];
  problems.push(...missing.filter((one) => one !== undefined));

  // Positions were kept: little is read again.
  const repeatedBefore = repeats(steady, writing);
  problems.push(...(await problemsAtEnd(server)));
  server = await startServer(file, folder, options);
  const [last] = ids.take(1);
  appendFileSync(tailed, `file id=${last} the last\n`);
  await inTime(steady.until(() => steady.taken.has(last)));
  if (repeats(steady, writing) > repeatedBefore) problems.push("the file was read again from an old position");
  problems.push(...(await problemsAtEnd(server)));

  // Each line of the file is whole, and none is missing.
  const found = new IdCounts();
  const lines = readFileSync(archive, "utf8").split("\n").slice(0, -1);
  for (const line of lines) {
    try {
      found.add(Number(/\bid=(\d+)/.exec(JSON.parse(line).line)?.[1]));
    } catch {
      problems.push(`the file has a torn line: ${line.slice(0, 100)}`);
    }
  }
  const lost = archived.acknowledged.without(found);
  if (lost.length > 0) problems.push(`the file lacks ${lost.length} acknowledged entries`);
  problems.push(...judgeRefusals([client, archived]));
  await Promise.all([upstream.close(), steady.close()]);
  return {
    figures: `${client.acknowledged.size + archived.acknowledged.size + writing.acknowledged.size} taken, ${refused} pushes refused while it was full, ${lines.length} lines in the file`,
    problems,
  };
}

/** @param {import("./upstream.mjs").Upstream} upstream @param {import("./clients.mjs").Client} client */
function repeats({ taken }, { acknowledged }) {
  let sum = 0;
  for (const id of acknowledged) sum += taken.timesOf(id) - 1;
  return sum;
}

/** @param {{ journaled: number, straight: number, tailed: string, archive: string, upstream: number, steady: number }} where */
const configOf = ({ journaled, straight, tailed, archive, upstream, steady }) => `
${pushSource(journaled, "logs.journal.intake.receiver")}
${pushSource(straight, "logs.write.file.archive.receiver").replace(`"in"`, `"straight"`)}
logs.source.file "app" {
  targets    = [{ __path__ = ${JSON.stringify(tailed)}, app = "file" }]
  forward_to = [logs.write.steady.receiver]
}
${journal(["logs.write.up.receiver"], `max_size = "64MiB"`)}
logs.write.file "archive" {
  path = ${JSON.stringify(archive)}
}
${writer("up", [upstream])}${writer("steady", [steady])}`;
