// Reloads and deploys under load: a journal's arguments change, receivers are added and replaced, and a journal is removed with
// entries inside, which stay on disk and go on when it comes back.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { createPusher, Ids } from "./clients.mjs";
import {
  allArrived,
  describeMissing,
  inScratch,
  journal,
  problemsAtEnd,
  problemsOfOrder,
  pushSource,
  writer,
} from "./scratch.mjs";
import { freePort, startServer } from "./server.mjs";
import { startUpstream } from "./upstream.mjs";
import { inTime } from "./waiting.mjs";

const RATE = 2000;
const MORE = 1000;
const KEPT = /a journal was removed.*\bentries=(\d+)/;

/** @typedef {import("./id-counts.mjs").IdCounts} IdCounts */
/** @typedef {{ acknowledged: IdCounts }} Acknowledged */

export const tryChanges = () =>
  inScratch(async (folder) => {
    const names = ["near", "far", "third"];
    const all = await Promise.all(names.map(() => startUpstream()));
    const upstreams = Object.fromEntries(names.map((name, i) => [name, all[i]]));
    const { near, far, third } = upstreams;
    const port = await freePort();
    /** @param {readonly string[]} receivers @param {string | undefined} args  of the journal; undefined: there is none */
    const configOf = (receivers, args) => {
      const next = receivers.map((name) => `logs.write.${name}.receiver`);
      const writers = receivers.map((name) => writer(name, [upstreams[name].port]));
      if (args === undefined) return [pushSource(port, next.join(", ")), ...writers].join("");
      return [pushSource(port, "logs.journal.intake.receiver"), journal(next, args), ...writers].join("");
    };
    const file = join(folder, "config.alloy");
    writeFileSync(file, configOf(["near"], ""));
    const server = await startServer(file, folder);
    const client = createPusher({ name: "json", ids: new Ids(), port });
    const running = client.run(RATE);
    /** @type {string[]} */
    const problems = [];
    let changes = 0;
    /** What is acknowledged by now, or only what was since. @param {IdCounts} [since] @returns {Acknowledged} */
    const acknowledged = (since) => ({ acknowledged: client.acknowledged.copy(since) });
    /** @param {string} what */
    const more = async (what) => {
      const known = client.acknowledged.size;
      if (!(await inTime(client.until(() => client.acknowledged.size >= known + MORE))))
        problems.push(`${what}: nothing is taken`);
    };
    /** @param {string} what @param {Acknowledged} wanted @param {readonly import("./upstream.mjs").Upstream[]} some */
    const arrives = async (what, wanted, some) => {
      if (!(await inTime(allArrived([wanted], some)))) problems.push(`${what}: not all arrived`);
    };
    /** @param {string} what @param {string} text @param {"reload" | "deploy"} how */
    const change = async (what, text, how) => {
      if (how === "reload") writeFileSync(file, text);
      const { status, text: said } = await (how === "reload" ? server.reload() : server.deploy(text));
      if (status !== 200) problems.push(`${what}: ${how} was answered with ${status}: ${said}`);
      changes++;
    };

    await more("at first");
    await change("other arguments", configOf(["near"], `max_size = "64MiB"\n  sync = "interval"`), "reload");
    await more("with other arguments");
    await arrives("with other arguments", acknowledged(), [near]);

    await change("a receiver is added", configOf(["near", "far"], `max_size = "64MiB"`), "deploy");
    const beforeFar = client.acknowledged.copy();
    await more("with a receiver more");
    await arrives("with a receiver more", acknowledged(beforeFar), [near, far]);

    await change("a receiver is replaced", configOf(["near", "third"], `max_size = "64MiB"`), "reload");
    const beforeThird = client.acknowledged.copy();
    await more("with another receiver");
    await arrives("with another receiver", acknowledged(beforeThird), [near, third]);
    problems.push(...problemsOfOrder(near));

    near.behave("reset");
    await more("with an endpoint away");
    await change("the journal is removed", configOf(["near", "third"], undefined), "reload");
    const inside = Number(KEPT.exec(server.log)?.[1] ?? 0);
    if (inside === 0) problems.push(`nobody says that entries stay in a journal: ${server.log.slice(-300)}`);
    await more("without a journal");
    const kept = client.acknowledged.without(near.taken).length;
    if (kept === 0) problems.push("nothing was left to deliver: the scenario proves nothing");
    near.behave("up");
    await change("the journal is back", configOf(["near", "third"], ""), "deploy");
    await more("with the journal again");
    client.stop();
    await running;
    await arrives("at the end", client, [near]);
    await arrives("at the end", acknowledged(beforeThird), [third]);
    const missing = describeMissing("near", [client], near);
    if (missing !== undefined) problems.push(missing);
    problems.push(...(await problemsAtEnd(server)));
    await Promise.all(all.map((one) => one.close()));
    return {
      figures: `${changes} changes, ${client.acknowledged.size} acknowledged, ${inside} stayed in a removed journal`,
      problems,
    };
  });
