/** Clients that are slow, or ask for more than they read. */
import type { ServerResponse } from "node:http";
import { describe, expect, it, vi } from "vitest";
import { client, closed, defer, endListeners, everythingSaid, GET, listenWith } from "../testing/listen-fixture.ts";
import type { Handler } from "./answers.ts";
import { MAX_WAITING } from "./connections/connections.ts";
import type { ListenLimits } from "./listen.ts";

endListeners();

async function answerTo(parts: readonly string[], limits: ListenLimits): Promise<string> {
  const listener = await listenWith({ limits });
  const socket = client(listener);
  let sent = 0;
  const timer = setInterval(() => socket.write(parts[sent++ % parts.length]!), 5);
  const text = await everythingSaid(socket);
  clearInterval(timer);
  return text;
}

it("does not wait for headers that come a byte at a time", async () => {
  const answer = await answerTo(["GET / HTTP/1.1\r\n", ...Array(1000).fill("X-A: b\r\n")], { headersTimeout: 80 });
  expect(answer).toMatch(/^HTTP\/1\.1 408 /);
});

function beBusy(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}

it("does not blame a client for the time that the server itself was busy", async () => {
  const GET = "GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";
  let begun = 0;
  const listener = await listenWith({
    limits: { headersTimeout: 50, maxConnections: 1 },
    count: (change) => {
      // What the second client has sent is there, and not read yet.
      if (change > 0 && ++begun === 2) queueMicrotask(() => beBusy(150));
    },
  });
  const first = client(listener);
  const second = client(listener);
  second.write(GET);
  await vi.waitFor(() => expect([listener.connections, listener.waiting]).toEqual([1, 1]));
  const said = everythingSaid(second);
  first.end(GET);
  expect(await said).toMatch(/^HTTP\/1\.1 200 /);
});

it("does not wait for a body that nobody reads and that does not end", async () => {
  const head = "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\n";
  const answer = await answerTo([head, ...Array(1000).fill("x")], { requestTimeout: 1000 });
  expect(answer).toMatch(/^HTTP\/1\.1 200 /);
});

it("does not keep a connection that only says blank lines", async () => {
  const get = "GET / HTTP/1.1\r\nHost: x\r\n\r\n";
  const answer = await answerTo([get, ...Array(1000).fill("\r\n")], { idleTimeout: 500, headersTimeout: 500 });
  expect(answer).toMatch(/^HTTP\/1\.1 200 /);
});

describe("many requests sent ahead on one connection", () => {
  async function send(count: number, handler: Handler, limits: ListenLimits = {}) {
    const listener = await listenWith({ handler, limits });
    const socket = client(listener);
    socket.pause();
    socket.write(GET.repeat(count));
    return { socket, listener };
  }

  it("are answered one after the other, in their order", async () => {
    let underWay = 0;
    let most = 0;
    let count = 0;
    const { socket } = await send(20, (_request, response) => {
      most = Math.max(most, ++underWay);
      const number = ++count;
      response.once("finish", () => {
        underWay--;
      });
      setImmediate(() => response.end(`<${number}>`));
    });
    let text = "";
    socket.on("data", (chunk) => {
      text += chunk;
      if (text.includes("<20>")) socket.end();
    });
    socket.resume();
    await closed(socket);
    expect(text.match(/<\d+>/g)).toEqual(Array.from({ length: 20 }, (_, i) => `<${i + 1}>`));
    expect(most).toBe(1);
  });

  it("end it when they are too many", async () => {
    const begun: ServerResponse[] = [];
    const { socket } = await send(MAX_WAITING + 2, (_request, response) => void begun.push(response));
    socket.resume();
    await closed(socket);
    expect(begun.length).toBe(1);
  });

  it("end it when their answers are not read", async () => {
    const ended = defer();
    const { socket } = await send(
      2,
      (_request, response) => void response.once("close", () => ended.resolve()).end(Buffer.alloc(64 << 20)),
      { stallTimeout: 80 },
    );
    await ended.promise;
    socket.destroy();
  });

  it("end it when their answers are not read, though they grow on", async () => {
    const ended = defer();
    let growing: NodeJS.Timeout | undefined;
    const { socket } = await send(
      2,
      (_request, response) => {
        response.once("close", () => ended.resolve()).write(Buffer.alloc(64 << 20));
        growing = setInterval(() => response.write("more"), 5);
      },
      { stallTimeout: 80 },
    );
    await ended.promise;
    clearInterval(growing);
    socket.destroy();
  });
});
