/** The preview of the server, asked over HTTP: the trace's documented form, and every way to be refused. */
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import express from "express";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { answerPreview } from "./preview.ts";

const STAGES = `stage.regex {
  expression = "level=(?P<level>\\\\w+)"
}
stage.drop {
  source = "level"
  value  = "debug"
}
`;
const STREAMS = [
  {
    stream: { app: "shop" },
    values: [
      ["1", "level=info a"],
      ["2", "level=debug b"],
    ],
  },
];

let server: Server;
let url: string;
beforeAll(async () => {
  const app = express();
  app.post("/api/preview", (request, response) => answerPreview(request, response, () => 1_700_000_000_000_000_000n));
  server = app.listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/preview`;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

async function ask(
  body: unknown,
  type = "application/json",
): Promise<{ status: number; answer: Record<string, never> }> {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const response = await fetch(url, { method: "POST", headers: { "Content-Type": type }, body: text });
  return { status: response.status, answer: (await response.json()) as Record<string, never> };
}

describe("POST /api/preview", () => {
  it("answers outputs, entries with every step, and a summary", async () => {
    const { status, answer } = await ask({ config: STAGES, streams: STREAMS, now: "2026-01-15T08:00:00Z" });
    expect(status).toBe(200);
    expect(answer).toMatchObject({
      outputs: [
        {
          type: "output",
          index: 0,
          at: "2026-01-15T08:00:00Z",
          entry: { line: "level=info a", labels: { app: "shop" } },
        },
      ],
      entries: [
        {
          type: "entry",
          index: 0,
          status: "passed",
          outputs: [0],
          steps: [
            { path: "1", stage: "regex", status: "changed" },
            { path: "2", status: "unchanged" },
          ],
        },
        { index: 1, status: "dropped", outputs: [], drops: [{ path: "2", stage: "drop", reason: "drop_stage" }] },
      ],
      summary: { version: 1, balance: { in: 2, out: 1, dropped: 1, held: 0, emitted: 1 } },
    });
  });

  it("chooses a pipeline, also of a configuration that was made for Alloy", async () => {
    const config = `discovery.docker "d" { }\nloki.process "a" {\n  forward_to = []\n}\nloki.process "b" {\n  forward_to = []\n  stage.static_labels {\n    values = { x = "1" }\n  }\n}\n`;
    const { answer } = await ask({ config, streams: STREAMS, pipeline: "loki.process.b" });
    expect(answer).toMatchObject({ outputs: [{ entry: { labels: { app: "shop", x: "1" } } }, {}] });
  });

  it.each([
    ["no JSON", "{", 400, /not JSON/],
    ["no configuration", { streams: [] }, 400, /"config"/],
    ["no streams", { config: STAGES }, 400, /"streams"/],
    ["a bad time", { config: STAGES, streams: [], now: "soon" }, 400, /RFC 3339/],
    ["a bad seed", { config: STAGES, streams: [], seed: 0.5 }, 400, /whole number/],
    ["stages with errors", { config: "stage.regx { }", streams: [] }, 422, /errors/],
    [
      "a pipeline that is not there",
      { config: 'logs.echo "a" { }', streams: [], pipeline: "x" },
      422,
      /no such pipeline/,
    ],
    [
      "a file",
      { config: 'stage.geoip {\n  source = "ip"\n  db = "/etc/passwd"\n  db_type = "city"\n}', streams: [] },
      422,
      /./,
    ],
    [
      "too many entries",
      { config: STAGES, streams: [{ stream: {}, values: Array.from({ length: 2001 }, () => ["1", ""]) }] },
      413,
      /more than 2000/,
    ],
    ["too large a body", { config: STAGES, streams: [], padding: "x".repeat(5_000_000) }, 413, /larger/],
  ])("refuses %s", async (_, body, status, message) => {
    const got = await ask(body);
    expect(got.status).toBe(status);
    expect(got.answer.error).toMatch(message);
  });

  it("says where a configuration is wrong", async () => {
    const { answer } = await ask({ config: "stage.output {\n  nope = 1\n}", streams: [] });
    expect(answer.diagnostics).toMatchObject([{ severity: "error", code: "unknown-argument", line: 2, column: 3 }]);
  });

  it("refuses other content types, which a foreign page could send unasked", async () => {
    expect((await ask({ config: STAGES, streams: [] }, "text/plain")).status).toBe(415);
  });
});
