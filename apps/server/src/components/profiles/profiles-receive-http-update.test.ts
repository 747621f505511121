/** Changes of a configuration around a receiver of profiles that runs. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type Diagnostic, loadConfig, profilesWrite, SECOND } from "@sluice/engine";
import { afterEach, expect, it } from "vitest";
import { defineRunning } from "../../core/component-record.ts";
import { AT_ONCE } from "../../core/entries/profiles-receiver.ts";
import { HEALTHY } from "../../core/health.ts";
import { Runtime } from "../../core/runtime/runtime.ts";
import { ManualScheduler } from "../../platform/scheduler.ts";
import { collectingLog, never, settle } from "../../testing/fixtures.ts";
import { Client } from "../../testing/wire-connection.ts";
import { profilesReceiveHttpRecord } from "./profiles-receive-http.ts";

/** The names of the components that got something, in order. */
const got: string[] = [];
const keeping = defineRunning({
  spec: profilesWrite,
  build: ({ context }) => {
    const keep = async () => {
      got.push(context.id);
      return AT_ONCE;
    };
    return {
      start: async () => {},
      drain: async () => 0,
      health: HEALTHY,
      profiles: { ingest: keep, append: keep },
    };
  },
});

let runtime: Runtime | undefined;
const clients: Client[] = [];
afterEach(async () => {
  for (const client of clients.splice(0)) client.close();
  await runtime?.stop(never, never);
  runtime = undefined;
  got.length = 0;
});

function load(http: string, forwardTo: string, more = "") {
  const sinks = ["one", "two"].map((name) => `profiles.write "${name}" {}`).join("\n");
  const config = loadConfig(
    `profiles.receive_http "in" {\n http {\n listen_address = "127.0.0.1"\n ${http}\n }\n forward_to = [${forwardTo}]\n ${more}\n}\n${sinks}\n`,
  );
  if (!config.ok) throw new Error(config.diagnostics[0]!.message);
  return config;
}

async function start(
  http: string,
  forwardTo: string,
  more?: string,
  scheduler = new ManualScheduler(),
): Promise<Runtime> {
  const created = await Runtime.create(load(http, forwardTo, more), {
    records: [profilesReceiveHttpRecord, keeping],
    configFile: "config.alloy",
    scheduler,
    log: collectingLog([]),
    print: () => undefined,
    dataDir: "/nonexistent",
    seed: 1,
  });
  if (!created.ok) throw new Error(JSON.stringify(created));
  runtime = created.runtime;
  await runtime.start();
  return runtime;
}

const status = () => runtime!.status().find(({ id }) => id === "profiles.receive_http.in")!;
const port = () => Number(/:(\d+)$/.exec(String(status().details.listening))?.[1]);
function client(): Client {
  const made = new Client(port());
  clients.push(made);
  return made;
}
const INGEST = "POST /ingest?name=a HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\n\r\nx";
const [ONE, TWO] = ["profiles.write.one.receiver", "profiles.write.two.receiver"];

it("other receivers get the next request, and its connection stays", async () => {
  await start("listen_port = 0", ONE!);
  const one = client();
  expect(await one.send(INGEST).answer()).toMatchObject({ status: 200 });
  await runtime!.apply(load("listen_port = 0", `${TWO}, ${ONE}`));
  expect(await one.send(INGEST).answer()).toMatchObject({ status: 200 });
  expect(got).toEqual(["profiles.write.one", "profiles.write.two", "profiles.write.one"]);
});

it("what takes time to be taken over is there when the change is done", async () => {
  await start("listen_port = 0", ONE!);
  const free = createServer();
  await new Promise<void>((resolve) => free.listen(0, "127.0.0.1", resolve));
  const other = (free.address() as AddressInfo).port;
  await new Promise((resolve) => free.close(resolve));
  await runtime!.apply(load(`listen_port = ${other}`, TWO!));
  expect(port()).toBe(other);
  expect(await client().send(INGEST).answer()).toMatchObject({ status: 200 });
  expect(got).toEqual(["profiles.write.two"]);
});

it("a port in use changes nothing, and the error is at the port", async () => {
  await start("listen_port = 0", ONE!);
  const before = port();
  const taken = createServer();
  await new Promise<void>((resolve) => taken.listen(0, "127.0.0.1", resolve));
  const one = client();
  expect(await one.send(INGEST).answer()).toMatchObject({ status: 200 });
  const asked = load(`listen_port = ${(taken.address() as AddressInfo).port}`, TWO!);
  const result = await runtime!.apply(asked);
  expect(result).toMatchObject({
    ok: false,
    diagnostics: [{ code: "cannot-listen", message: expect.stringMatching(/is in use by another program$/) }],
  });
  const { span } = (result as { diagnostics: readonly Diagnostic[] }).diagnostics[0]!;
  expect(asked.file.text.slice(span!.start, span!.end)).toMatch(/^listen_port = \d+$/);
  expect([port(), status().health]).toMatchObject([before, HEALTHY]);
  expect(await one.send(INGEST).answer()).toMatchObject({ status: 200 });
  expect(got).toEqual(["profiles.write.one", "profiles.write.one"]);
  await new Promise((resolve) => taken.close(resolve));
});

it("a certificate that cannot be read changes nothing", async () => {
  await start("listen_port = 0", ONE!);
  const before = port();
  const tls = 'listen_port = 0\n tls {\n cert_file = "none.crt"\n key_file = "none.key"\n }';
  expect(await runtime!.apply(load(tls, TWO!))).toMatchObject({
    ok: false,
    diagnostics: [{ message: expect.stringMatching(/^profiles\.receive_http\.in: .*none\.crt/) }],
  });
  expect([port(), status().health]).toMatchObject([before, HEALTHY]);
  expect(await client().send(INGEST).answer()).toMatchObject({ status: 200 });
  expect(got).toEqual(["profiles.write.one"]);
});

it("waits at its end for requests no longer than graceful_shutdown_timeout", async () => {
  const scheduler = new ManualScheduler();
  const ending = await start(
    'listen_port = 0\n server_read_timeout = "0s"',
    "",
    'graceful_shutdown_timeout = "3s"',
    scheduler,
  );
  client().send("POST /ingest?name=a HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nabc");
  await expect.poll(() => status().details.bytes_in_flight).toBeGreaterThan(0);
  let stopped = false;
  const stopping = ending.stop(never, never).then(() => {
    stopped = true;
  });
  await settle();
  await scheduler.advance(2n * SECOND);
  await settle();
  expect(stopped).toBe(false);
  await scheduler.advance(2n * SECOND);
  await stopping;
  runtime = undefined;
});
