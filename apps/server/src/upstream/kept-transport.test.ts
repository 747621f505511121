/** Connections whose TLS settings are in files that change while they are used. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SECOND } from "@sluice/engine";
import { afterEach, expect, it } from "vitest";
import { FileGate } from "../platform/file-gate.ts";
import { ManualScheduler } from "../platform/scheduler.ts";
import { TEST_CERTIFICATE } from "../testing/certificate.ts";
import { EXPIRED_CERTIFICATE } from "../testing/expired-certificate.ts";
import { START } from "../testing/fixtures.ts";
import { StubUpstream } from "../testing/stub-upstream.ts";
import { exchange } from "./exchange.ts";
import { KeptTransport } from "./kept-transport.ts";

const endings: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end();
});

const NONE = { text: "", file: "" };

async function start(files: Readonly<Record<string, string>>) {
  const { cert, key } = TEST_CERTIFICATE;
  const stub = await StubUpstream.start((response) => response.end("fine"), { cert, key });
  endings.push(() => stub.close());
  const baseDir = mkdtempSync(join(tmpdir(), "sluice-tls-"));
  endings.push(() => rmSync(baseDir, { recursive: true }));
  const write = (name: string, text: string) => writeFileSync(join(baseDir, name), text);
  for (const [name, text] of Object.entries(files)) write(name, text);
  const named = (name: string) => (name in files ? { text: "", file: name } : NONE);
  const tls = {
    ca: named("ca.pem"),
    cert: named("cert.pem"),
    key: named("key.pem"),
    serverName: "",
    insecure: false,
    minVersion: "",
  };
  const kept = new KeptTransport({ home: stub.url, tls, proxy: undefined, files: new FileGate(baseDir) });
  endings.push(() => kept.retire());
  /** The answer, or why there is none. */
  const ask = async (): Promise<string> => {
    const options = {
      transport: await kept.get(),
      scheduler: new ManualScheduler(START),
      timeout: 10n * SECOND,
      followRedirects: false,
      signal: new AbortController().signal,
    };
    const result = await exchange({ method: "GET", url: stub.url, headers: {}, body: undefined }, options);
    return result.kind === "answer" ? result.answer.text : result.kind === "broken" ? result.error : result.kind;
  };
  return { kept, ask, write, remove: (name: string) => rmSync(join(baseDir, name)) };
}

it("uses the authority that its file holds at each request", async () => {
  const { ask, write } = await start({ "ca.pem": EXPIRED_CERTIFICATE.cert });
  expect(await ask()).toMatch(/self-signed/);
  write("ca.pem", TEST_CERTIFICATE.cert);
  expect(await ask()).toBe("fine");
  write("ca.pem", EXPIRED_CERTIFICATE.cert);
  expect(await ask()).toMatch(/self-signed/);
});

it("goes on with what it had while a file cannot be used, and says so", async () => {
  const { ask, write, remove, kept } = await start({ "ca.pem": TEST_CERTIFICATE.cert });
  expect([await ask(), kept.problem]).toEqual(["fine", undefined]);
  write("ca.pem", TEST_CERTIFICATE.cert.slice(0, 100));
  expect([await ask(), kept.problem]).toEqual(["fine", expect.stringMatching(/^tls_config: goes on with/)]);
  remove("ca.pem");
  expect([await ask(), kept.problem]).toEqual(["fine", expect.stringMatching(/cannot read ca\.pem/)]);
  write("ca.pem", TEST_CERTIFICATE.cert);
  expect([await ask(), kept.problem]).toEqual(["fine", undefined]);
});

it("takes a client's certificate over once its key has come, too", async () => {
  const { cert, key } = TEST_CERTIFICATE;
  const { ask, write, kept } = await start({ "ca.pem": cert, "cert.pem": cert, "key.pem": key });
  const before = await kept.get();
  write("cert.pem", EXPIRED_CERTIFICATE.cert);
  expect([await ask(), await kept.get()]).toEqual(["fine", before]);
  expect(kept.problem).toMatch(/goes on with/);
  write("key.pem", EXPIRED_CERTIFICATE.key);
  expect(await kept.get()).not.toBe(before);
  expect(kept.problem).toBeUndefined();
});

it("cannot begin without its files, and can as soon as they are there", async () => {
  const { ask, write, remove } = await start({ "ca.pem": "" });
  remove("ca.pem");
  await expect(ask()).rejects.toThrow(/ca\.pem/);
  write("ca.pem", "nonsense");
  expect(await ask()).not.toBe("fine");
  write("ca.pem", TEST_CERTIFICATE.cert);
  expect(await ask()).toBe("fine");
});
