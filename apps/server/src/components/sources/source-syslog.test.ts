import { execFileSync, spawnSync } from "node:child_process";
import { createSocket } from "node:dgram";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect as connectTls, type TLSSocket } from "node:tls";
import { type ComponentArgs, type logsSourceSyslog, SECOND } from "@sluice/engine";
import { afterEach, describe, expect, it, onTestFinished } from "vitest";
import { TEST_CERTIFICATE, type TestCertificate } from "../../testing/certificate.ts";
import { EXPIRED_CERTIFICATE } from "../../testing/expired-certificate.ts";
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
import { SyslogSource } from "./source-syslog.ts";

type Args = ComponentArgs<typeof logsSourceSyslog>;
const argsOf = (listeners: string) =>
  componentOf("logs.source.syslog", `logs.source.syslog "in" {\n${listeners}\n forward_to = []\n}`).args as Args;
const RULES = `logs.relabel "r" {
  forward_to = []
  rule {
    source_labels = ["__syslog_message_hostname", "__syslog_connection_ip_address", "__syslog_message_sd_a_b_c"]
    target_label  = "host"
  }
  rule {
    source_labels = ["__syslog_message_severity"]
    regex         = "debug"
    action        = "drop"
  }
}`;
const listener = (more = "", address = "127.0.0.1:0") => `listener {\n address = "${address}"\n ${more}\n}`;

const sources: SyslogSource[] = [];
afterEach(async () => {
  for (const source of sources.splice(0)) await source.drain(Promise.resolve());
});

interface Started {
  readonly source: SyslogSource;
  readonly next: CollectingReceiver;
  readonly context: TestContext;
  readonly port: number;
}

async function start(listeners = listener()): Promise<Started> {
  const next = new CollectingReceiver();
  const context = testContext("logs.source.syslog.in");
  const source = new SyslogSource(argsOf(listeners), next, context);
  sources.push(source);
  await source.start();
  return { source, next, context, port: portOf(source) };
}

const portOf = (source: SyslogSource): number => {
  const [first] = source.details().listeners as { listening: string }[];
  return Number(first?.listening.split(":").at(-1));
};
const counts = ({ context }: Started) => {
  const values = valuesOf(context.metrics.collect(0n));
  return ["entries", "parsing_errors", "empty_messages", "dropped_datagrams"].map(
    (name) => values[`logs_source_syslog_${name}_total`],
  );
};
const client = (port: number): Promise<Socket> =>
  new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => resolve(socket));
    socket.on("error", () => {});
  });
const closed = (socket: Socket) => new Promise((resolve) => socket.resume().once("close", resolve));
const NEW = (text: string) => `<34>1 2026-01-15T07:00:00Z host app 12 - - ${text}`;

it("opens nothing after its end, which comes amid the opening", async () => {
  const context = testContext("logs.source.syslog.in");
  const source = new SyslogSource(argsOf(listener()), new CollectingReceiver(), context);
  const starting = source.start();
  // Until the attempt has begun; the system answers later than that.
  for (let i = 0; i < 4; i++) await Promise.resolve();
  await source.drain(Promise.resolve());
  await starting;
  expect([source.details().listeners, context.scheduler.pending]).toEqual([[], 0]);
});

describe("over TCP", () => {
  it("takes messages by lines and by length, with the labels of the listener", async () => {
    const started = await start(listener('labels = { job = "syslog", __x = "no", gone = "" }'));
    const { next, port } = started;
    (await client(port)).end(`${NEW("one")}\n${NEW("two")}`);
    await until(() => next.lines.length === 2);
    const counted = NEW("a\nb");
    (await client(port)).end(`${counted.length} ${counted}`);
    await until(() => next.lines.length === 3);
    expect(next.entries.map(({ labels, line, timestamp }) => `${labels} ${line} ${timestamp}`)).toEqual(
      ["one", "two", "a\nb"].map((line) => `{job="syslog"} ${line} ${START}`),
    );
    expect(counts(started)).toEqual([3, 0, 0, 0]);
  });

  it("takes messages of any kind where no format is asked for", async () => {
    const zeros = 'syslog_format = "raw"\nraw_format_options {\n use_null_terminator_delimiter = true\n}';
    const { next, port } = await start(listener(zeros));
    (await client(port)).end("CEF:0|a\nb|c\0<34>2026 two\0");
    await until(() => next.lines.length === 2);
    expect(next.lines).toEqual(["CEF:0|a\nb|c", "2026 two"]);
  });

  it("understands devices of Cisco as they are configured", async () => {
    const { next, port } = await start(
      listener('syslog_format = "rfc3164"\nrfc3164_cisco_components {\n enable_all = true\n}'),
    );
    (await client(port)).end("<189>237: 000485: router1: *Jan  8 19:46:03.295: %SYS-5-CONFIG_I: Configured\n");
    await until(() => next.lines.length === 1);
    expect(next.lines).toEqual(["Configured"]);
  });

  it("keeps the time and the whole message if configured so", async () => {
    const { next, port } = await start(listener("use_incoming_timestamp = true\nuse_rfc5424_message = true"));
    (await client(port)).end(`${NEW("one")}\n`);
    await until(() => next.lines.length === 1);
    expect(next.entries[0]).toMatchObject({ line: NEW("one"), timestamp: START - 3600n * SECOND });
  });

  it("makes labels of fields by rules, and leaves out what they drop", async () => {
    const text = `logs.source.syslog "in" {
      ${listener("label_structured_data = true")}
      relabel_rules = logs.relabel.r.rules
      forward_to = []
    }\n${RULES}`;
    const next = new CollectingReceiver();
    const context = testContext("logs.source.syslog.in");
    const source = new SyslogSource(componentOf("logs.source.syslog", text).args as Args, next, context);
    sources.push(source);
    await source.start();
    (await client(portOf(source))).end(`${NEW("one")}\n<191>1 - - - - - - no\n<34>1 - h - - - [a@b c="d"] two\n`);
    await until(() => next.lines.length === 2);
    expect(next.entries.map(({ labels, line }) => `${labels} ${line}`)).toEqual([
      '{host="host;127.0.0.1;"} one',
      '{host="h;127.0.0.1;d"} two',
    ]);
    expect(valuesOf(context.metrics.collect(0n)).logs_source_syslog_relabel_dropped_total).toBe(1);
  });

  it("keeps messages of RFC 5424 without a text where that is asked for, and counts them all the same", async () => {
    const started = await start(listener("rfc5424_allow_empty_msg = true"));
    const { next, port } = started;
    (await client(port)).end(`${NEW("one")}\n${NEW("")}\n${NEW("two")}\n`);
    await until(() => next.lines.length === 3);
    expect(next.lines).toEqual(["one", "", "two"]);
    expect(counts(started)).toEqual([3, 0, 1, 0]);
  });

  it("leaves out what is malformed, empty and too long, counts it, and logs none of it", async () => {
    const started = await start(listener("max_message_length = 100"));
    const { next, port, context } = started;
    (await client(port)).end(`${NEW("one")}\n<34>secret\n${NEW("")}\n${NEW("x".repeat(100))}\n${NEW("two")}\n`);
    await until(() => next.lines.length === 2);
    expect(next.lines).toEqual(["one", "two"]);
    expect(counts(started)).toEqual([2, 2, 1, 0]);
    expect(JSON.stringify(context.logged)).not.toContain("secret");
    expect(context.logged.filter(({ level }) => level === "warn")).toHaveLength(1);
  });

  it("closes a connection that is none of syslog, and keeps the others", async () => {
    const started = await start();
    const { next, port } = started;
    const good = await client(port);
    const bad = await client(port);
    bad.write("GET / HTTP/1.1\r\n\r\n");
    await closed(bad);
    good.end(`${NEW("one")}\n`);
    await until(() => next.lines.length === 1);
    expect(counts(started)).toEqual([1, 1, 0, 0]);
  });

  it("closes a connection on which nothing comes, and not one that waits for room", async () => {
    const { next, port, context, source } = await start(listener('idle_timeout = "10s"'));
    const served = () => (source.details().listeners as { connections: number }[])[0]!.connections;
    const idle = await client(port);
    await until(() => served() === 1);
    await context.scheduler.advance(9n * SECOND);
    expect(served()).toBe(1);
    await context.scheduler.advance(2n * SECOND);
    await closed(idle);
    next.blocked = true;
    const slowed = await client(port);
    slowed.write(`${NEW("one")}\n`);
    await until(() => valuesOf(context.metrics.collect(0n)).logs_source_syslog_entries_total === 1);
    await context.scheduler.advance(60n * SECOND);
    expect(served()).toBe(1);
    next.blocked = false;
    slowed.end(`${NEW("two")}\n`);
    await until(() => next.lines.length === 2);
  });

  it("reads nothing while there is no room, and hands on what it has before it ends", async () => {
    const { next, port, source, context } = await start();
    next.blocked = true;
    (await client(port)).write(`${NEW("one")}\n${NEW("two")}\n`);
    await until(() => valuesOf(context.metrics.collect(0n)).logs_source_syslog_entries_total === 2);
    expect(await source.drain(Promise.resolve())).toBe(2);
    const drained = source.drain(never);
    next.blocked = false;
    expect(await drained).toBe(0);
    expect(next.lines).toEqual(["one", "two"]);
  });

  it("speaks TLS where it has a certificate", async () => {
    const tls = `tls_config {\n cert_pem = ${JSON.stringify(TEST_CERTIFICATE.cert)}\n key_pem = ${JSON.stringify(TEST_CERTIFICATE.key)}\n}`;
    const started = await start(listener(tls));
    const { next, port } = started;
    const plain = await client(port);
    plain.write(`${NEW("plain")}\n`);
    await closed(plain);
    const secure = connectTls({ port, host: "127.0.0.1", ca: TEST_CERTIFICATE.cert }, () =>
      secure.end(`${NEW("one")}\n`),
    );
    await until(() => next.lines.length === 1);
    expect(next.lines).toEqual(["one"]);
    expect(counts(started)).toEqual([1, 1, 0, 0]);
  });
});

it("shows another certificate once its files are others, and keeps its connections", async () => {
  const folder = mkdtempSync(join(tmpdir(), "sluice-syslog-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const write = ({ cert, key }: TestCertificate) => {
    writeFileSync(join(folder, "c.pem"), cert);
    writeFileSync(join(folder, "k.pem"), key);
  };
  write(TEST_CERTIFICATE);
  const files = `tls_config {\n cert_file = "${folder}/c.pem"\n key_file = "${folder}/k.pem"\n}`;
  const { next, port, context, source } = await start(listener(files));
  const shownBy = (socket: TLSSocket) => socket.getPeerX509Certificate()?.toString();
  const open = () =>
    new Promise<TLSSocket>((resolve) => {
      const socket = connectTls({ port, host: "127.0.0.1", rejectUnauthorized: false }, () => resolve(socket));
    });
  const kept = await open();
  write({ cert: EXPIRED_CERTIFICATE.cert, key: "no key" });
  await context.scheduler.advance(30n * SECOND);
  await expect.poll(() => source.health.state).toBe("unhealthy");
  const old = await open();
  write(EXPIRED_CERTIFICATE);
  await context.scheduler.advance(30n * SECOND);
  await expect.poll(() => source.health.state).toBe("healthy");
  const young = await open();
  expect([kept, old, young].map(shownBy)).toEqual([
    TEST_CERTIFICATE.cert,
    TEST_CERTIFICATE.cert,
    EXPIRED_CERTIFICATE.cert,
  ]);
  for (const [i, socket] of [kept, old, young].entries()) socket.end(`${NEW(String(i))}\n`);
  await until(() => next.lines.length === 3);
  expect(next.lines.toSorted()).toEqual(["0", "1", "2"]);
});

describe("over UDP", () => {
  const udp = listener(
    'protocol = "udp"\nsyslog_format = "rfc3164"\nuse_incoming_timestamp = true\nrfc3164_default_to_current_year = true',
  );
  const send = (port: number, ...messages: string[]) => {
    const socket = createSocket("udp4");
    let left = messages.length;
    for (const message of messages) socket.send(message, port, "127.0.0.1", () => --left === 0 && socket.close());
  };

  it("takes a message from each datagram", async () => {
    const started = await start(udp);
    const { next, port } = started;
    send(port, "<13>Jan 14 08:00:00 h app[1]: one\n", "nonsense", "x".repeat(9000));
    await until(() => counts(started)[1] === 2 && next.lines.length === 1);
    expect(next.entries[0]).toMatchObject({ line: "one", timestamp: START - 86_400n * SECOND });
  });

  it("keeps 1 MiB while there is no room, and counts what is dropped", async () => {
    const started = await start(udp);
    const { next, port } = started;
    next.blocked = true;
    const message = `<13>Jan 15 08:00:00 h app: ${"x".repeat(8000)}`;
    send(port, "<13>Jan 15 08:00:00 h app: first");
    await until(() => counts(started)[0] === 1);
    let sent = 0;
    // One at a time, since the system drops what comes too fast.
    const handled = () => {
      const { listeners } = started.source.details() as { listeners: { datagrams_waiting: number }[] };
      return listeners[0]!.datagrams_waiting + counts(started)[3]!;
    };
    for (; counts(started)[3] === 0; sent++) {
      send(port, message);
      await until(() => handled() === sent + 1);
    }
    next.blocked = false;
    await until(() => next.lines.length === sent);
    expect(sent).toBeGreaterThan(100);
    expect(sent).toBeLessThan(130);
  });
});

describe("where it listens", () => {
  it("says why it cannot, and tries again", async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
    const { port } = other.address() as { port: number };
    const { source, context } = await start(listener("", `127.0.0.1:${port}`));
    expect(source.health).toEqual({
      state: "unhealthy",
      message: `127.0.0.1 port ${port} is in use by another program`,
    });
    await new Promise((resolve) => other.close(resolve));
    await context.scheduler.advance(SECOND);
    await until(() => source.health.state === "healthy");
    expect(portOf(source)).toBe(port);
  });

  it("changes what it makes of messages without closing connections", async () => {
    const { next, port, source } = await start(listener('labels = { v = "1" }'));
    const socket = await client(port);
    socket.write(`${NEW("one")}\n`);
    await until(() => next.lines.length === 1);
    await source.update(argsOf(listener('labels = { v = "2" }')))();
    socket.write(`${NEW("two")}\n`);
    await until(() => next.lines.length === 2);
    expect(next.entries.map(({ labels }) => String(labels))).toEqual(['{v="1"}', '{v="2"}']);
    socket.destroy();
  });

  it("opens a new address before it counts, and gives it back where the update does not take effect", async () => {
    const { next, source } = await start();
    const free = createServer();
    await new Promise<void>((resolve) => free.listen(0, "127.0.0.1", resolve));
    const { port } = free.address() as { port: number };
    const wanted = argsOf(`${listener()}\n${listener("", `127.0.0.1:${port}`)}`);
    expect(await source.reserve(wanted, () => false)).toMatchObject({
      ok: false,
      message: expect.stringMatching(/in use/),
    });
    await new Promise((resolve) => free.close(resolve));
    const reserved = await source.reserve(wanted, () => false);
    const early = await client(port);
    early.write(`${NEW("early")}\n`);
    if (!reserved.ok) throw new Error(reserved.message);
    await source.update(wanted)();
    await until(() => next.lines.length === 1);
    await source.update(argsOf(listener()))();
    await closed(early);
    const again = await source.reserve(wanted, () => false);
    if (!again.ok) throw new Error(again.message);
    await again.release();
    expect(await source.reserve(wanted, () => false)).toMatchObject({ ok: true });
  });
});

describe("the program logger", () => {
  const there = spawnSync("logger", ["--version"]).stdout?.toString().includes("util-linux") === true;

  it.skipIf(!there)(`sends messages${there ? "" : " (not tried: util-linux's logger is not here)"}`, async () => {
    const started = await start(listener('labels = { job = "l" }'));
    const { next, port } = started;
    const to = ["--server", "127.0.0.1", "--port", String(port), "--tcp", "--tag", "prog", "--rfc5424"];
    execFileSync("logger", [...to, "by lines"]);
    execFileSync("logger", [...to, "--octet-count", "by length"]);
    await until(() => next.lines.length === 2);
    expect(next.lines).toEqual(["by lines", "by length"]);
    const old = await start(listener('syslog_format = "rfc3164"\nprotocol = "udp"'));
    execFileSync("logger", ["--server", "127.0.0.1", "--port", String(old.port), "--udp", "--rfc3164", "by datagram"]);
    await until(() => old.next.lines.length === 1 || counts(old)[1]! > 0);
    expect(old.next.lines).toEqual(["by datagram"]);
  });
});
