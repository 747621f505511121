/** The program of a shadow run's process: both configurations on what the server sends, and what differs. */

import { ConfigFiles, LabelSet, messageOf, type StageHost } from "@sluice/engine";
import { filesThrough } from "../host/file-watch.ts";
import { configFolder, nodeStageHost } from "../host/stage-host.ts";
import { FileGate } from "../platform/file-gate.ts";
import { ShadowComparison } from "./shadow-compare.ts";
import type { FromShadow, ShadowText, ToShadow } from "./shadow-messages.ts";
import { SideFull } from "./shadow-side.ts";

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => {});

const send = (message: FromShadow) => process.send?.(message);
let comparison: ShadowComparison | undefined;

async function begin({ active, draft, configFile, rules, now, seed }: Extract<ToShadow, { begin: unknown }>["begin"]) {
  const sides = { active: open(active), draft: open(draft) };
  const hosts = new Map<string, StageHost>();
  for (const name of ["active", "draft"] as const) {
    const { components } = sides[name];
    const files = filesThrough(new FileGate(configFolder(configFile), rules[name]));
    for (const { id, stages } of components) {
      const made = await nodeStageHost(stages, configFile, files);
      if (!made.ok) throw new Error(made.diagnostics[0]!.message);
      hosts.set(`${name} ${id}`, made.host);
    }
  }
  const host = (side: string, { id }: { readonly id: string }) => hosts.get(`${side} ${id}`)!;
  comparison = new ShadowComparison(sides.active, sides.draft, { start: now, seed, host });
  send("begun");
}

const open = ({ text, environment }: ShadowText) =>
  ConfigFiles.one("shadow.alloy", text).open({ library: { env: (name) => environment[name] }, bareStages: false });

function take(message: Exclude<ToShadow, { begin: unknown }>): void {
  if ("report" in message) {
    comparison!.advance(message.report);
    const { user, system } = process.cpuUsage();
    send({ summary: comparison!.summary(), cpu: (user + system) / 1e6, memory: process.memoryUsage().rss });
    return;
  }
  if ("held" in message) {
    comparison!.begunBefore(message.held);
    return;
  }
  let count = 0;
  for (const { entries, ids, now } of message.batches) {
    comparison!.advance(now);
    for (const [labels, line, timestamp, metadata] of entries)
      comparison!.push({ labels: LabelSet.of(labels), line, timestamp, metadata }, ids);
    count += entries.length;
  }
  send({ done: message.bytes, entries: count, inside: comparison!.inside });
}

const fail = (error: unknown): void => {
  const message = messageOf(error);
  send({ failed: message.split("\n", 1)[0]!, exceeded: error instanceof SideFull || error instanceof RangeError });
};

// One after the other: what comes while it begins waits.
let last: Promise<void> = Promise.resolve();
process.on("message", (message: ToShadow) => {
  last = last.then(() => ("begin" in message ? begin(message.begin) : take(message))).catch(fail);
});

send("ready");
