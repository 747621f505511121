/** `POST /api/preview` with a worker of the test's own: what goes out, and what is bounded while clients are slow. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { request as httpRequest, type Server } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import express from "express";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { ManualScheduler } from "../platform/scheduler.ts";
import { PREVIEW_LIMITS } from "../preview/preview-answer.ts";
import { PreviewPool } from "../preview/preview-pool.ts";
import { collectingLog, START, valuesOf } from "../testing/fixtures.ts";
import { PreviewRoute, type PreviewRouteLimits } from "./preview.ts";

/** Answers with the body, or with as many bytes as it says, or never. */
const PROGRAM = `
process.on("message", ({ body }) => {
  const text = Buffer.from(body).toString();
  if (text === '"spin"') for (;;);
  const size = Number(text);
  process.send({ part: size > 0 ? Buffer.alloc(size, 32) : Buffer.from(text) });
  process.send({ status: 200, outcome: "answered" });
});
process.send("ready");
`;

let folder = "";
let program: URL;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "sluice-preview-"));
  writeFileSync(join(folder, "worker.mjs"), PROGRAM);
  program = pathToFileURL(join(folder, "worker.mjs"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const cleanUps: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0)) await cleanUp();
});

const ROOMY: PreviewRouteLimits = { arriving: 1 << 25, transfer: 30_000_000_000n, unread: 1 << 26 };

async function setUp(limits: Partial<PreviewRouteLimits> = {}) {
  const scheduler = new ManualScheduler(START);
  const pool = new PreviewPool({ scheduler, log: collectingLog([]), limits: PREVIEW_LIMITS, program });
  const desk = new PreviewRoute(pool, scheduler, { ...ROOMY, ...limits });
  const app = express();
  app.post("/api/preview", (request, response) => desk.answer(request, response));
  const server: Server = app.listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as AddressInfo;
  cleanUps.push(async () => {
    await pool.stop();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const ask = async (body: string, type = "application/json", signal?: AbortSignal) => {
    const response = await fetch(`http://127.0.0.1:${port}/api/preview`, {
      method: "POST",
      headers: { "Content-Type": type },
      body,
      signal: signal ?? null,
    });
    return { status: response.status, headers: response.headers, text: await response.text() };
  };
  /** Polls what the server itself says until it is so. */
  const until = async (name: string, value: number) => {
    while (valuesOf(pool.metrics())[name] !== value) await new Promise((resolve) => setImmediate(resolve));
  };
  return { pool, port, scheduler, ask, until };
}

/** A connection that begins a request and sends half of its body. */
function halfBody(port: number): Promise<Socket> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => {
      socket.write(
        "POST /api/preview HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{",
        () => resolve(socket),
      );
    });
  });
}

describe("POST /api/preview", () => {
  it("passes on what the worker says", async () => {
    const { ask } = await setUp();
    const { status, headers, text } = await ask('{"a":1}');
    expect([status, text]).toEqual([200, '{"a":1}']);
    expect(headers.get("content-type")).toBe("application/json; charset=utf-8");
    expect(headers.get("cache-control")).toBe("no-store");
  });

  it("refuses other content types, which a foreign page could send unasked", async () => {
    const { ask } = await setUp();
    expect(await ask("{}", "text/plain")).toMatchObject({
      status: 415,
      text: '{"error":"Content-Type must be application/json"}',
    });
  });

  it("refuses too large a body", async () => {
    const { ask } = await setUp();
    const { status, text } = await ask("x".repeat(5_000_000));
    expect([status, text]).toEqual([413, '{"error":"body is larger than 4194304 bytes"}']);
  });

  it("answers while a preview spins, and turns the sixth away with Retry-After before its body has come", async () => {
    const { port, ask, until, scheduler } = await setUp();
    const spinning = ask('"spin"');
    const waiting = [1, 2, 3, 4].map((n) => ask(`{"n":${n}}`));
    await until("sluice_previews_waiting", 4);
    const status = await new Promise((resolve) => {
      const sixth = httpRequest({ port, method: "POST", path: "/api/preview" }, (response) => {
        resolve([response.statusCode, response.headers["retry-after"]]);
        sixth.destroy();
      });
      sixth.setHeader("Content-Type", "application/json").setHeader("Content-Length", "1000000");
      sixth.on("error", () => {});
      sixth.write("{");
    });
    expect(status).toEqual([429, "10"]);
    await scheduler.advance(10_000_000_000n);
    expect((await spinning).status).toBe(422);
    expect((await Promise.all(waiting)).map(({ text }) => text)).toEqual(['{"n":1}', '{"n":2}', '{"n":3}', '{"n":4}']);
  });

  it("ends the preview of a client that goes away", async () => {
    const { ask, until } = await setUp();
    const client = new AbortController();
    const left = ask('"spin"', "application/json", client.signal).catch(() => "gone");
    const next = ask("{}");
    await until("sluice_previews_waiting", 1);
    client.abort();
    expect(await left).toBe("gone");
    expect((await next).status).toBe(200);
    await until("sluice_previews_total{outcome=gone}", 1);
  });

  it("lets half bodies neither hold others up nor stay", async () => {
    const { port, ask, pool, scheduler } = await setUp({ arriving: 4 });
    const sockets = await Promise.all([halfBody(port), halfBody(port)]);
    const ends = sockets.map(
      (socket) =>
        new Promise<string>((resolve) => {
          let text = "";
          socket.on("data", (chunk) => {
            text += chunk;
          });
          socket.on("close", () => resolve(text));
        }),
    );
    expect((await ask("{}")).status).toBe(200);
    // Both have arrived: their time is what the scheduler waits for, and the warm worker's.
    while (scheduler.pending < 3) await new Promise((resolve) => setImmediate(resolve));
    await scheduler.advance(30_000_000_000n);
    for (const text of await Promise.all(ends)) {
      expect(text).toMatch(/^HTTP\/1\.1 408 /);
      expect(text).toMatch(/\{"error":"the body took longer than 30 seconds"\}$/);
    }
    expect(valuesOf(pool.metrics())["sluice_previews_total{outcome=refused}"]).toBe(2);
  });

  it("takes no more bodies at a time than it has room for", async () => {
    const { port, ask } = await setUp({ arriving: 2 });
    const sockets = await Promise.all([halfBody(port), halfBody(port)]);
    // Both have arrived once a third is refused; until then it is answered.
    let status = 200;
    while (status === 200) status = (await ask("{}")).status;
    expect(status).toBe(429);
    for (const socket of sockets) socket.destroy();
    while (status === 429) status = (await ask("{}")).status;
    expect(status).toBe(200);
  });

  it("begins no preview while answers that nobody reads fill the room for them", async () => {
    const { port, ask, until } = await setUp({ unread: 1_000_000 });
    const socket = connect(port, "127.0.0.1");
    socket.pause();
    socket.write(
      "POST /api/preview HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 8\r\n\r\n30000000",
    );
    await until("sluice_previews_total{outcome=answered}", 1);
    expect((await ask("{}")).status).toBe(429);
    socket.destroy();
    let { status } = await ask("{}");
    while (status === 429) ({ status } = await ask("{}"));
    expect(status).toBe(200);
  });

  it("gives up a client that does not read its answer", async () => {
    const { port, until, ask, scheduler } = await setUp({ unread: 1_000_000 });
    const socket = connect(port, "127.0.0.1");
    socket.pause();
    socket.write(
      "POST /api/preview HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 8\r\n\r\n30000000",
    );
    await until("sluice_previews_total{outcome=answered}", 1);
    expect((await ask("{}")).status).toBe(429);
    await scheduler.advance(30_000_000_000n);
    let { status } = await ask("{}");
    while (status === 429) ({ status } = await ask("{}"));
    expect(status).toBe(200);
    socket.destroy();
  });
});
