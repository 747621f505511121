/**
 * What the preview says is what the server does: the workloads of the benchmark, pushed to a running server in batches,
 * come out of `logs.write` equal, per stream and in order, to the outputs of `sluice preview --json`.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { LabelSet, parseRfc3339, TENANT_LABEL } from "@sluice/engine";
import { encodePushBody, type PushEncoding } from "@sluice/server";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type ReceivedEntry, startLokiReceiver, streamKey } from "./testing/loki-receiver.ts";
import { runInProcess } from "./testing/run-in-process.ts";
import { startSluice } from "./testing/sluice-process.ts";

const BENCH = fileURLToPath(new URL("../../../packages/engine/bench/", import.meta.url));
const ENTRIES = 2000;
const BATCH = 200;

interface GeneratedEntry {
  readonly labels: Record<string, string>;
  readonly line: string;
}

interface OutputRecord {
  readonly type: string;
  readonly entry: {
    line: string;
    timestamp: string;
    labels: Record<string, string>;
    structured_metadata: [string, string][];
  };
}

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "sluice-workloads-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe.each<[string, PushEncoding]>([
  ["nginx", "protobuf"],
  ["nginx", "json"],
  ["logfmt", "protobuf"],
  ["kubernetes", "protobuf"],
])("the %s workload, sent and received as %s", (workload, encoding) => {
  it("comes out of the server as the preview says", { timeout: 60_000 }, async () => {
    const { entries, stages, expected } = await preview(workload);

    const receiver = await startLokiReceiver();
    const config = join(folder, "config.alloy");
    writeFileSync(config, configuration(stages, receiver.url, encoding));
    const server = await startSluice(config);
    for (let from = 0; from < entries.length; from += BATCH) {
      const batch = entries.slice(from, from + BATCH);
      await push(server.pushAddress, batch, encoding);
      expectBalance(await (await fetch(`${server.url}metrics`)).text(), from + batch.length);
    }
    const stopped = await server.stop();
    await receiver.close();

    expect(stopped.code).toBe(0);
    expect([...receiver.streams.keys()].sort()).toEqual([...expected.keys()].sort());
    for (const [key, list] of expected) expect(receiver.streams.get(key), key).toEqual(list);
  });
});

interface Previewed {
  readonly entries: readonly GeneratedEntry[];
  readonly stages: string;
  readonly expected: ReadonlyMap<string, readonly ReceivedEntry[]>;
}

/** What the preview makes of a workload's entries. */
async function preview(workload: string): Promise<Previewed> {
  const input = execFileSync(process.execPath, [join(BENCH, "generate.mjs"), workload, String(ENTRIES)], {
    encoding: "utf8",
    maxBuffer: 1 << 28,
  });
  const samples = join(folder, "samples.jsonl");
  writeFileSync(samples, input);
  const entries = input
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as GeneratedEntry);
  // The server uses real time, and a block must not end because the machine was busy.
  const stages = readFileSync(join(BENCH, `${workload}.alloy`), "utf8").replace(/(max_wait_time = )"3s"/, '$1"1h"');
  const file = join(folder, "stages.alloy");
  writeFileSync(file, stages);
  const previewed = await runInProcess("preview", file, "--input", samples, "--json", "--outputs");
  expect(previewed.code).toBe(0);
  return { entries, stages, expected: expectedStreams(previewed.stdout) };
}

function configuration(stages: string, url: string, encoding: PushEncoding): string {
  return `logs.source.api "in" {
  http {
    listen_address = "127.0.0.1"
    listen_port    = 0
  }
  forward_to = [logs.process.main.receiver]
}

logs.process "main" {
  forward_to = [logs.write.out.receiver]

${stages}
}

logs.write "out" {
  endpoint {
    url        = ${JSON.stringify(url)}
    batch_wait = "20ms"
    encoding   = "${encoding}"
  }
}
`;
}

/** At every moment each entry that was pushed is somewhere, and each that came out of the stages too. */
function expectBalance(metrics: string, pushed: number): void {
  // In sum: some count by tenant.
  const read = (name: string) => {
    const series = [...metrics.matchAll(new RegExp(`^logs_${name}\\{.*\\} (\\S+)$`, "gm"))];
    return series.length === 0 ? Number.NaN : series.reduce((sum, [, value]) => sum + Number(value), 0);
  };
  const process = (name: string) => read(`process_entries_${name}`);
  expect(process("queued") + process("in_total"), metrics).toBe(pushed);
  expect(process("out_total") + process("dropped_total") + process("held"), metrics).toBe(process("in_total"));
  const written = read("write_sent_entries_total") + read("write_entries_queued") + read("write_dropped_entries_total");
  expect(written + process("outgoing"), metrics).toBe(process("emitted_total"));
}

/** The preview's outputs after what `logs.write` does itself: the tenant goes to the header, `__…` labels go. */
function expectedStreams(jsonLines: string): Map<string, ReceivedEntry[]> {
  const streams = new Map<string, ReceivedEntry[]>();
  for (const line of jsonLines.trimEnd().split("\n")) {
    const record = JSON.parse(line) as OutputRecord;
    if (record.type !== "output") continue;
    const { labels, structured_metadata: metadata, timestamp } = record.entry;
    const shown = Object.fromEntries(Object.entries(labels).filter(([name]) => !name.startsWith("__")));
    const key = streamKey(labels[TENANT_LABEL] ?? "", shown);
    const list = streams.get(key) ?? [];
    list.push({ timestamp: String(parseRfc3339(timestamp)), line: record.entry.line, metadata });
    streams.set(key, list);
  }
  return streams;
}

async function push(address: string, entries: readonly GeneratedEntry[], encoding: PushEncoding): Promise<void> {
  const streams = new Map<string, { labels: LabelSet; entries: { timestamp: bigint; line: string; metadata: [] }[] }>();
  for (const { labels, line } of entries) {
    const key = JSON.stringify(labels);
    const stream = streams.get(key) ?? { labels: LabelSet.of(labels), entries: [] };
    stream.entries.push({ timestamp: 1n, line, metadata: [] });
    streams.set(key, stream);
  }
  const { body, headers } = await encodePushBody([...streams.values()], encoding);
  const response = await fetch(`http://${address}/loki/api/v1/push`, {
    method: "POST",
    headers,
    body: body as Uint8Array<ArrayBuffer>,
  });
  expect(response.status).toBe(204);
}
