// Upstreams in trouble, each in its own way, behind one journal: what was acknowledged reaches each of them once it is well,
// except what it refused for its content, which is counted. None of them holds up another.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { EXPIRED_CERTIFICATE, TEST_CERTIFICATE } from "./certificates.mjs";
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
import { askUntil, inTime } from "./waiting.mjs";

/** @typedef {import("./upstream.mjs").Mode} Mode */
/** @type {Readonly<Record<string, Mode>>} */
const TROUBLES = {
  away: "reset",
  busy: "429",
  failing: "500",
  slow: "slow",
  cut: "cut",
  late: "late",
  silent: "silent",
  picky: "picky",
  untrusted: "up",
  unknown: "up",
  well: "up",
};
const NAME = "upstream.faults.test";
/** How often each is asked in its trouble, at least, and how many entries are acknowledged after it. */
const TIMES = 4;
const MORE = 1000;
/** Entries a second of each client. */
const RATE = 1000;

export const tryTroubles = () =>
  inScratch(async (folder) => {
    const upstreams = Object.fromEntries(
      await Promise.all(
        Object.keys(TROUBLES).map(async (name) => {
          const tls = name === "untrusted" ? { tls: EXPIRED_CERTIFICATE } : {};
          return /** @type {const} */ ([name, await startUpstream(tls)]);
        }),
      ),
    );
    for (const [name, mode] of Object.entries(TROUBLES)) upstreams[name].behave(mode);
    const port = await freePort();
    const file = join(folder, "config.alloy");
    writeFileSync(file, configOf(port, upstreams));
    const server = await startServer(file, folder, { world: { unknown: [NAME] } });
    const ids = new Ids();
    const good = createPusher({ name: "good", ids, port });
    const bad = createPusher({ name: "bad", ids, port });
    const clients = [good, bad];
    const running = clients.map((client) => client.run(RATE));
    const problems = [];

    for (const [name, upstream] of Object.entries(upstreams)) {
      if (name === "well" || name === "unknown") continue;
      if (!(await inTime(upstream.until(() => upstream.troubled >= TIMES))))
        problems.push(`${name}: it was asked ${upstream.troubled} times only`);
    }
    // What is wrong with them is known.
    for (const name of ["away", "busy", "failing", "silent", "untrusted", "unknown"]) {
      const health = await askUntil(
        () => server.healthOf(`logs.write.${name}`),
        (one) => one?.state === "unhealthy",
      );
      if (health === undefined) problems.push(`${name}: it is not said to be unhealthy`);
    }
    // They hold up nobody else.
    const known = [...good.acknowledged];
    const isThere = () => known.every((id) => upstreams.well.taken.has(id));
    if (!(await inTime(upstreams.well.until(isThere)))) problems.push("well: held up by others");

    for (const [name, upstream] of Object.entries(upstreams)) if (name !== "picky") upstream.behave("up");
    upstreams.untrusted.certify(TEST_CERTIFICATE);
    await server.changeWorld({});
    const before = good.acknowledged.size;
    await inTime(good.until(() => good.acknowledged.size >= before + MORE));
    for (const client of clients) client.stop();
    await Promise.all(running);

    const { picky, ...others } = upstreams;
    await inTime(Promise.all([allArrived(clients, Object.values(others)), allArrived([good], [picky])]));
    for (const [name, upstream] of Object.entries(upstreams)) {
      const missing = describeMissing(name, name === "picky" ? [good] : clients, upstream);
      if (missing !== undefined) problems.push(missing);
      if (name !== "picky") problems.push(...problemsOfOrder(upstream, `${name}: `));
    }
    const refused = bad.acknowledged.size;
    for (const counter of ["logs_write_dropped_entries_total", "logs_journal_failed_entries_total"]) {
      const counted = await askUntil(
        () => server.metric(counter),
        (count) => count >= refused,
      );
      if (counted !== refused) problems.push(`${counter} is ${counted ?? "less"}, and ${refused} were refused`);
    }
    problems.push(...(await problemsAtEnd(server)));
    await Promise.all(Object.values(upstreams).map((one) => one.close()));
    const asked = Object.entries(upstreams).map(([name, { troubled }]) => `${name} ${troubled}`);
    return {
      figures: `${good.acknowledged.size + refused} acknowledged, ${refused} refused and counted; asked in trouble: ${asked.slice(0, -2).join(", ")}`,
      problems,
    };
  });

/** @param {number} port @param {Readonly<Record<string, import("./upstream.mjs").Upstream>>} upstreams */
function configOf(port, upstreams) {
  const names = Object.keys(upstreams);
  const receivers = names.map((name) => `logs.write.${name}.receiver`);
  const ca = `tls_config {\n      ca_pem = ${JSON.stringify(TEST_CERTIFICATE.cert)}\n    }`;
  const writers = names.map((name) => {
    const { port } = upstreams[name];
    if (name === "untrusted") return writer(name, [`https://127.0.0.1:${port}/push`], { endpoint: ca });
    if (name === "unknown") return writer(name, [`http://${NAME}:${port}/push`]);
    return writer(name, [port], name === "silent" ? { endpoint: `remote_timeout = "1s"` } : {});
  });
  return `${pushSource(port, "logs.journal.intake.receiver")}${journal(receivers)}${writers.join("")}`;
}
