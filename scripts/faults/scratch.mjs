// What scenarios share: a folder that is kept where something went wrong, and pieces of configurations.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { endServers } from "./server.mjs";

/**
 * What a scenario found. `skipped`: a part that this machine cannot try, and why.
 * @typedef {{ figures: string, problems: string[], skipped?: string | undefined }} Result
 *
 * @typedef {object} Settings
 * @property {boolean} quick
 * @property {number} kills
 * @property {number} rate  entries a second
 * @property {number} minutes  of an outage
 * @property {() => number} random
 * @property {(line: string) => void} log
 */

/**
 * Runs a scenario in a folder of its own, and says where that is if there are problems.
 * @param {(folder: string) => Promise<Result>} scenario
 * @returns {Promise<Result>}
 */
export async function inScratch(scenario) {
  const folder = mkdtempSync(join(tmpdir(), "sluice-faults-"));
  const result = await scenario(folder).finally(() => endServers(folder));
  if (result.problems.length > 0) return { ...result, problems: [...result.problems, `data in ${folder}`] };
  rmSync(folder, { recursive: true, force: true });
  return result;
}

/**
 * `logs.source.api`.
 * @param {number} port
 * @param {string} next
 */
export const pushSource = (port, next) => `
logs.source.api "in" {
  http {
    listen_address = "127.0.0.1"
    listen_port    = ${port}
  }
  use_incoming_timestamp = true
  forward_to             = [${next}]
}
`;

/**
 * `logs.write` to upstreams, with short pauses.
 * @param {string} name
 * @param {readonly (number | string)[]} upstreams  ports of the loopback, or URLs
 * @param {{ endpoint?: string, more?: string }} [options]
 */
export const writer = (name, upstreams, { endpoint = "", more = "" } = {}) => `
logs.write "${name}" {${upstreams
  .map(
    (upstream) => `
  endpoint {
    url                = "${typeof upstream === "number" ? `http://127.0.0.1:${upstream}/push` : upstream}"
    encoding           = "json"
    batch_wait         = "100ms"
    min_backoff_period = "50ms"
    max_backoff_period = "500ms"
    ${endpoint}
  }`,
  )
  .join("")}
  ${more}
}
`;

/**
 * `logs.journal`.
 * @param {readonly string[]} receivers
 * @param {string} [more]
 */
export const journal = (receivers, more = "") => `
logs.journal "intake" {
  forward_to = [${receivers.join(", ")}]
  ${more}
}
`;

/**
 * `logs.process` whose stages hold entries: blocks that are joined, and a limit.
 * @param {string} name
 * @param {number} upstream
 * @param {{ rate: number, burst: number }} limit
 */
export const holdingPipeline = (name, upstream, { rate, burst }) => `
logs.process "${name}" {
  forward_to = [logs.write.${name}.receiver]
  stage.match {
    selector = "{app=\\"blocks\\"}"
    stage.multiline {
      firstline     = "^START"
      max_wait_time = "3s"
    }
  }
  stage.limit {
    rate  = ${rate}
    burst = ${burst}
  }
}
${writer(name, [upstream])}`;

/**
 * `logs.source.api`, a journal and `logs.write`, one behind the other.
 * @param {number} port
 * @param {number} upstream
 * @param {string} size  of the journal
 */
export const journalToUpstream = (port, upstream, size) =>
  [
    pushSource(port, "logs.journal.intake.receiver"),
    journal(["logs.write.up.receiver"], `max_size = "${size}"`),
    writer("up", [upstream]),
  ].join("");

/**
 * Asks a server to stop; gives what is wrong with its end.
 * @param {import("./server.mjs").Server} server
 * @param {string} [name]  of the server
 */
export async function problemsAtEnd(server, name = "the server") {
  return (await server.stop()) === 0 ? [] : [`${name} ended badly: ${server.log.slice(-500)}`];
}

/**
 * What an upstream got out of order, in words.
 * @param {import("./upstream.mjs").Upstream} upstream
 * @param {string} [prefix]
 */
export const problemsOfOrder = ({ disorder }, prefix = "") =>
  disorder.length === 0 ? [] : [`${prefix}out of order: ${disorder.slice(0, 3).join("; ")}`];

/**
 * Blocks that an upstream got in pieces, in words.
 * @param {import("./upstream.mjs").Upstream} upstream
 * @param {string} [prefix]
 */
export const problemsOfBlocks = ({ torn }, prefix = "") =>
  torn.length === 0 ? [] : [`${prefix}${torn.length} torn blocks: ${JSON.stringify(torn[0])}`];

/**
 * How many of what was acknowledged to clients are missing at an upstream, in words; undefined where none is.
 * @param {string} name
 * @param {readonly { name: string, acknowledged: import("./id-counts.mjs").IdCounts }[]} clients
 * @param {import("./upstream.mjs").Upstream} upstream
 */
export function describeMissing(name, clients, upstream) {
  const missing = clients.map((client) => ({ client, ids: client.acknowledged.without(upstream.taken) }));
  const sum = missing.reduce((total, { ids }) => total + ids.length, 0);
  if (sum === 0) return undefined;
  const by = missing.filter(({ ids }) => ids.length > 0).map(({ client, ids }) => `${client.name} ${ids.length}`);
  return `${name}: ${sum} acknowledged entries are missing (${by.join(", ")})`;
}

/**
 * Resolves when all that was acknowledged has come to each of these.
 * @param {readonly { acknowledged: import("./id-counts.mjs").IdCounts }[]} clients
 * @param {readonly import("./upstream.mjs").Upstream[]} upstreams
 */
export const allArrived = (clients, upstreams) =>
  Promise.all(
    upstreams.flatMap(({ taken, until }) =>
      clients.map(({ acknowledged }) => {
        // Each id is looked at until it has come, once.
        const ids = acknowledged[Symbol.iterator]();
        let next = ids.next();
        return until(() => {
          while (!next.done && taken.has(next.value)) next = ids.next();
          return next.done === true;
        });
      }),
    ),
  );
