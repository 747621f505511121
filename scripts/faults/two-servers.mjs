// Two servers with one data directory: the second does not start where anything durable is configured, and says why.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { createPusher, Ids } from "./clients.mjs";
import { allArrived, describeMissing, inScratch, journal, problemsAtEnd, pushSource, writer } from "./scratch.mjs";
import { freePort, startServer } from "./server.mjs";
import { startUpstream } from "./upstream.mjs";
import { inTime } from "./waiting.mjs";

const WAL = { more: "wal {\n    enabled = true\n  }" };
const REASON = /another server|is used by|in use/i;

/** Configurations that keep something, by what it is. @type {Readonly<Record<string, (port: number, upstream: number) => string>>} */
const DURABLE = {
  journal: (port, upstream) =>
    `${pushSource(port, "logs.journal.intake.receiver")}${journal(["logs.write.up.receiver"])}${writer("up", [upstream])}`,
  wal: (port, upstream) => `${pushSource(port, "logs.write.up.receiver")}${writer("up", [upstream], WAL)}`,
  positions: (port, upstream) =>
    `${pushSource(port, "logs.write.up.receiver")}logs.source.file "app" {
  targets    = [{ __path__ = "app.log" }]
  forward_to = [logs.write.up.receiver]
}
${writer("up", [upstream])}`,
};

export const tryTwoServers = () =>
  inScratch(async (folder) => {
    const upstream = await startUpstream();
    const ids = new Ids();
    const file = (/** @type {string} */ name, /** @type {string} */ text) => {
      const path = join(folder, `${name}.alloy`);
      writeFileSync(path, text);
      return path;
    };
    const problems = [];
    const clients = [];
    let refused = 0;
    for (const [name, configOf] of Object.entries(DURABLE)) {
      const [port, other] = [await freePort(), await freePort()];
      const data = join(folder, name);
      const first = await startServer(file(name, configOf(port, upstream.port)), folder, { data });
      const second = file(`${name}-second`, configOf(other, upstream.port));
      const start = () => startServer(second, folder, { data });
      const said = await start().then(
        async (server) => {
          await server.stop();
          return "";
        },
        (/** @type {Error} */ error) => error.message,
      );
      if (said === "") problems.push(`${name}: a second server started`);
      else if (!REASON.test(said)) problems.push(`${name}: the second server did not say why it ended: ${said}`);
      else refused++;
      // The first goes on, whatever the second tried.
      const client = createPusher({ name, ids, port });
      clients.push(client);
      const running = client.run(5000);
      await inTime(client.until(() => client.acknowledged.size >= 1000));
      client.stop();
      await running;
      await first.kill();
      // What a killed server leaves holds nobody up.
      const third = await start().catch((/** @type {Error} */ error) => {
        problems.push(`${name}: nothing starts after a kill: ${error.message}`);
      });
      if (third === undefined) continue;
      if (name !== "positions" && !(await inTime(allArrived([client], [upstream]))))
        problems.push(describeMissing(name, [client], upstream) ?? "");
      problems.push(...(await problemsAtEnd(third, `${name}: the third server`)));
    }
    await upstream.close();
    return { figures: `${refused} of ${Object.keys(DURABLE).length} second servers refused`, problems };
  });
