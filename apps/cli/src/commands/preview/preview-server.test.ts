/** `POST /api/preview` of the real server, with the worker as it is built: previews that ask for too much, and live work meanwhile. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type RunningSluice, startSluice } from "../../testing/sluice-process.ts";

const CONFIG = `logs.source.api "in" {
  http {
    listen_address = "127.0.0.1"
    listen_port    = 0
  }
  forward_to = [logs.echo.out.receiver]
}
logs.echo "out" { }
`;

/** One for all, which also shows that it lives on after each; the last test stops it. */
let server: RunningSluice;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "sluice-preview-"));
  const config = join(folder, "c.alloy");
  writeFileSync(config, CONFIG);
  server = await startSluice(config);
}, 240_000);
afterAll(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const template = (text: string) => `stage.template {\n  source   = "made"\n  template = ${JSON.stringify(text)}\n}\n`;
/** Each entry is more than a second's work. */
const SPINS = template("{{ range until 900 }}{{ range until 1000 }}{{ end }}{{ end }}").repeat(20);
/** Lists of millions, all there at once. */
const FILLS_MEMORY = template(["a", "b", "c", "d"].map((name) => `{{ $${name} := until 990000 }}`).join(""));
const CHEAP = "stage.decolorize { }\n";

async function preview(config: string, entries: number, signal?: AbortSignal) {
  const response = await fetch(`${server.url}api/preview`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({
      config,
      streams: [{ stream: {}, values: Array.from({ length: entries }, () => ["1", "x"]) }],
    }),
    signal: signal ?? null,
  });
  return { status: response.status, text: await response.text() };
}

async function push(): Promise<number> {
  const body = JSON.stringify({ streams: [{ stream: { a: "b" }, values: [["1768464000000000000", "hello"]] }] });
  const headers = { "Content-Type": "application/json" };
  return (await fetch(`http://${server.pushAddress}/loki/api/v1/push`, { method: "POST", headers, body })).status;
}

const metrics = async () => (await fetch(`${server.url}metrics`)).text();

describe("previews on the server", { timeout: 90_000 }, () => {
  it("answers a preview with the built worker", async () => {
    const { status, text } = await preview(CHEAP, 1);
    expect(status).toBe(200);
    expect(JSON.parse(text)).toMatchObject({
      entries: [{ status: "unchanged" }],
      summary: { balance: { in: 1, out: 1 } },
    });
  });

  it("takes live pushes while a preview spins, and ends it with its client", async () => {
    const client = new AbortController();
    const ended: string[] = [];
    const spinning = preview(SPINS, 2000, client.signal).then(
      () => ended.push("spinning"),
      () => ended.push("left"),
    );
    const next = preview(CHEAP, 1).then(({ status }) => ended.push(`next ${status}`));
    while (!(await metrics()).includes("sluice_previews_waiting 1\n"));
    expect(await push()).toBe(204);
    expect((await fetch(`${server.url}api/status`)).status).toBe(200);
    expect(await metrics()).toContain("sluice_previews_waiting 1\n");
    expect(ended).toEqual([]);
    client.abort();
    await Promise.all([spinning, next]);
    expect(ended).toEqual(["left", "next 200"]);
    expect(await metrics()).toContain('sluice_previews_total{outcome="gone"} 1\n');
  });

  it("lives on when a preview runs out of memory", async () => {
    const { status, text } = await preview(FILLS_MEMORY, 1);
    expect(status).toBe(422);
    // On a machine that has much else to do its time may be over first.
    expect(text).toMatch(
      /^\{"error":"the preview (needed more than 256 MiB of memory|took longer than 10 s); [^\n]*"\}$/,
    );
    expect((await preview(CHEAP, 1)).status).toBe(200);
    expect(await push()).toBe(204);
  });

  it("refuses a trace of 300 stages and 2,000 entries in one line", async () => {
    expect(await preview(CHEAP.repeat(300), 2000)).toEqual({
      status: 413,
      text: '{"error":"the answer would be larger than 32 MiB; preview fewer entries or stages"}',
    });
  });

  it("stops at once in the middle of a preview", async () => {
    const spinning = preview(SPINS, 2000);
    const waiting = preview(CHEAP, 1);
    while (!(await metrics()).includes("sluice_previews_waiting 1\n"));
    const { code } = await server.stop();
    expect(code).toBe(0);
    for (const { status, text } of await Promise.all([spinning, waiting]))
      expect([status, text]).toEqual([503, '{"error":"the server is stopping"}']);
  });
});
