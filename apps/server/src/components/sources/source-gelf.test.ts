import { createSocket } from "node:dgram";
import { gzipSync } from "node:zlib";
import { type ComponentArgs, type logsSourceGelf, SECOND } from "@sluice/engine";
import { afterEach, describe, expect, it } from "vitest";
import {
  CollectingReceiver,
  componentOf,
  never,
  START,
  type TestContext,
  testContext,
  until,
  valuesOf,
} from "../../testing/fixtures.ts";
import { GelfSource, sourceGelfRecord } from "./source-gelf.ts";

type Args = ComponentArgs<typeof logsSourceGelf>;
const nodeOf = (more = "", address = "127.0.0.1:0") =>
  componentOf(
    "logs.source.gelf",
    `logs.relabel "r" {
  forward_to = []
  rule {
    source_labels = ["__gelf_message_host", "__gelf_message_level", "__gelf_message_version", "__gelf_message_facility"]
    target_label  = "from"
  }
  rule {
    source_labels = ["__gelf_message_host"]
    regex         = "noise"
    action        = "drop"
  }
}
logs.source.gelf "in" {\n listen_address = "${address}"\n forward_to = []\n${more}\n}`,
  );
const argsOf = (more?: string, address?: string) => nodeOf(more, address).args as Args;

const sources: GelfSource[] = [];
afterEach(async () => {
  for (const source of sources.splice(0)) await source.drain(Promise.resolve());
});

interface Started {
  readonly source: GelfSource;
  readonly next: CollectingReceiver;
  readonly context: TestContext;
  send(...datagrams: (string | Buffer)[]): Promise<void>;
  values(): Readonly<Record<string, number>>;
}

async function start(more?: string): Promise<Started> {
  const next = new CollectingReceiver();
  const context = testContext("logs.source.gelf.in");
  const source = new GelfSource(argsOf(more), next, context);
  sources.push(source);
  await source.start();
  return {
    source,
    next,
    context,
    send: (...all) => send(portOf(source), all),
    values: () => valuesOf(context.metrics.collect(0n)),
  };
}

const portOf = (source: GelfSource) => Number(/:(\d+)$/.exec(String(source.details().listening))![1]);

async function send(port: number, datagrams: readonly (string | Buffer)[]): Promise<void> {
  const socket = createSocket("udp4");
  for (const one of datagrams)
    await new Promise<void>((resolve, reject) =>
      socket.send(one, port, "127.0.0.1", (error) => (error ? reject(error) : resolve())),
    );
  socket.close();
}

const message = (text: string, more: object = {}) =>
  JSON.stringify({ version: "1.1", host: "h", short_message: text, level: 3, ...more });
const textOf = (line: string) => (JSON.parse(line) as { short_message: string }).short_message;

function chunked(whole: Buffer, size: number): Buffer[] {
  const count = Math.ceil(whole.length / size);
  return Array.from({ length: count }, (_, i) =>
    Buffer.concat([
      Buffer.from([0x1e, 0x0f, 1, 2, 3, 4, 5, 6, 7, 8, i, count]),
      whole.subarray(i * size, (i + 1) * size),
    ]),
  );
}

describe("logs.source.gelf", () => {
  it("receives plain, compressed and chunked messages", async () => {
    const at = await start();
    const long = message("x".repeat(5000));
    await at.send(message("plain"), gzipSync(message("gzip")), ...chunked(Buffer.from(long), 700).reverse());
    await until(() => at.next.entries.length === 3);
    expect(at.next.lines.map(textOf)).toEqual(["plain", "gzip", "x".repeat(5000)]);
    expect(at.next.entries[0]).toMatchObject({ timestamp: START });
    expect(at.next.entries[0]!.labels.toRecord()).toEqual({ job: "logs.source.gelf.in" });
    expect(at.values()).toMatchObject({ gelf_target_entries_total: 3, gelf_target_parsing_errors_total: 0 });
  });

  it("gives rules the message's fields, and keeps its time if it is to", async () => {
    const at = await start("relabel_rules = logs.relabel.r.rules\nuse_incoming_timestamp = true");
    await at.send(message("a", { timestamp: 2, facility: "f" }), message("b", { host: "noise" }), message("c"));
    await until(() => at.next.entries.length === 2);
    expect(at.next.entries.map(({ labels, timestamp }) => [labels.toRecord(), timestamp])).toEqual([
      [{ job: "logs.source.gelf.in", from: "h;error;1.1;f" }, 2n * SECOND],
      [{ job: "logs.source.gelf.in", from: "h;error;1.1;" }, START],
    ]);
    expect(at.values()).toMatchObject({ gelf_target_relabel_dropped_total: 1 });
  });

  it("counts what is malformed, and what is incomplete after five seconds", async () => {
    const at = await start();
    await at.send("no json", gzipSync("{}").subarray(0, 8), ...chunked(Buffer.from(message("a")), 10).slice(1));
    await at.send(message("last"));
    await until(() => at.next.entries.length === 1);
    expect(at.values().gelf_target_parsing_errors_total).toBe(2);
    expect(at.source.details()).toMatchObject({ incomplete_messages: 1 });
    await at.context.scheduler.advance(5n * SECOND);
    expect(at.values().gelf_target_parsing_errors_total).toBe(3);
    expect(at.source.details()).toMatchObject({ incomplete_messages: 0 });
    expect(at.context.scheduler.pending).toBe(0);
  });

  it("holds entries while the next component is full, and drops datagrams beyond", async () => {
    const at = await start();
    at.next.blocked = true;
    const large = message("x".repeat(30_000));
    for (let i = 0; i < 60; i++) {
      await at.send(large);
      await until(() => {
        const { gelf_target_dropped_datagrams_total: dropped = 0, gelf_target_entries_total: taken = 0 } = at.values();
        return Number(at.source.details().datagrams_waiting) + dropped + taken === i + 1;
      });
    }
    const dropped = at.values().gelf_target_dropped_datagrams_total!;
    expect(dropped).toBeGreaterThan(10);
    at.next.blocked = false;
    await until(() => at.next.entries.length === 60 - dropped);
    expect(await at.source.drain(never)).toBe(0);
  });

  it("takes other rules over in place, and not another address", async () => {
    const at = await start();
    sourceGelfRecord.update(at.source, nodeOf("relabel_rules = logs.relabel.r.rules"))!();
    await at.send(message("a"));
    await until(() => at.next.entries.length === 1);
    expect(at.next.entries[0]!.labels.get("from")).toBe("h;error;1.1;");
    expect(sourceGelfRecord.update(at.source, nodeOf("", "127.0.0.1:1"))).toBeUndefined();
  });

  it("gets its address before its configuration counts, and says who has it", async () => {
    const first = await start();
    const context = testContext("logs.source.gelf.second", { addresses: first.context.addresses });
    const args = argsOf("", `127.0.0.1:${portOf(first.source)}`);
    const next = new CollectingReceiver();
    const second = new GelfSource(args, next, context);
    sources.push(second);
    const refused = await second.reserve(args, () => false);
    expect(refused).toMatchObject({ ok: false, message: expect.stringContaining("logs.source.gelf.in") });
    expect(await second.reserve(args, () => true)).toMatchObject({ ok: true, late: true });
    await first.source.drain(Promise.resolve());
    const got = await second.reserve(args, () => false);
    if (!got.ok) throw new Error(got.message);
    await send(Number(args.listen_address.split(":")[1]), [message("early")]);
    await second.start();
    await send(portOf(second), [message("late")]);
    await until(() => next.entries.length === 2);
    expect(next.lines.map(textOf)).toEqual(["early", "late"]);
  });

  it("keeps trying while its address is taken, and says so", async () => {
    const first = await start();
    const context = testContext("logs.source.gelf.second", { addresses: first.context.addresses });
    const second = new GelfSource(argsOf("", `127.0.0.1:${portOf(first.source)}`), new CollectingReceiver(), context);
    sources.push(second);
    await second.start();
    expect(second.health).toMatchObject({ state: "unhealthy" });
    await first.source.drain(Promise.resolve());
    await context.scheduler.advance(SECOND);
    await until(() => second.details().listening !== undefined);
    expect(second.health).toMatchObject({ state: "healthy" });
  });
});
