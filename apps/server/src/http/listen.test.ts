import type { RequestListener, Server, ServerResponse } from "node:http";
import { connect, type Socket } from "node:net";
import { describe, expect, it } from "vitest";
import { never } from "../testing/fixtures.ts";
import { MAX_WAITING } from "./connections.ts";
import { closeServer, listen } from "./listen.ts";

/** Also by a reset, when the server did not wait for what was on its way. */
const closed = (socket: Socket) => new Promise((resolve) => socket.once("close", resolve));

async function answerTo(parts: readonly string[], options: Parameters<typeof listen>[3]): Promise<string> {
  const listening = await listen((_request, response) => void response.end("ok"), "127.0.0.1", 0, options);
  if (!listening.ok) throw new Error(listening.message);
  const socket = connect(listening.address.port, "127.0.0.1");
  let sent = 0;
  const timer = setInterval(() => socket.write(parts[sent++ % parts.length]!), 5);
  socket.on("error", () => {});
  let text = "";
  socket.on("data", (chunk) => {
    text += chunk;
  });
  await closed(socket);
  clearInterval(timer);
  await closeServer(listening.server, never);
  return text;
}

it("does not wait for headers that come a byte at a time", async () => {
  const answer = await answerTo(["GET / HTTP/1.1\r\n", ...Array(1000).fill("X-A: b\r\n")], { headersTimeout: 80 });
  expect(answer).toMatch(/^HTTP\/1\.1 408 /);
});

it("does not wait for a body that nobody reads and that does not end", async () => {
  const head = "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\n";
  const answer = await answerTo([head, ...Array(1000).fill("x")], { requestTimeout: 80 });
  expect(answer).toMatch(/^HTTP\/1\.1 200 /);
});

it("does not keep a connection that only says blank lines", async () => {
  const get = "GET / HTTP/1.1\r\nHost: x\r\n\r\n";
  const answer = await answerTo([get, ...Array(1000).fill("\r\n")], { idleTimeout: 60, headersTimeout: 60 });
  expect(answer).toMatch(/^HTTP\/1\.1 200 /);
});

function defer() {
  let resolve = () => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve: () => resolve() };
}

describe("many requests sent ahead on one connection", () => {
  const GET = "GET / HTTP/1.1\r\nHost: x\r\n\r\n";

  async function send(count: number, handler: RequestListener, options: Parameters<typeof listen>[3] = {}) {
    const listening = await listen(handler, "127.0.0.1", 0, options);
    if (!listening.ok) throw new Error(listening.message);
    const socket = connect(listening.address.port, "127.0.0.1");
    socket.on("error", () => {});
    socket.pause();
    socket.write(GET.repeat(count));
    return { socket, server: listening.server as Server };
  }

  it("are answered one after the other, in their order", async () => {
    let underWay = 0;
    let most = 0;
    let count = 0;
    const { socket, server } = await send(20, (_request, response) => {
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
    await closeServer(server, never);
  });

  it("end it when they are too many", async () => {
    const begun: ServerResponse[] = [];
    const { socket, server } = await send(MAX_WAITING + 2, (_request, response) => void begun.push(response));
    socket.resume();
    await closed(socket);
    expect(begun.length).toBe(1);
    await closeServer(server, never);
  });

  it("end it when their answers are not read", async () => {
    const ended = defer();
    const { socket, server } = await send(
      2,
      (_request, response) => void response.once("close", () => ended.resolve()).end(Buffer.alloc(64 << 20)),
      { stallTimeout: 80 },
    );
    await ended.promise;
    socket.destroy();
    await closeServer(server, never);
  });

  it("do not hold up the stop when their answers are not read", async () => {
    const begun = defer();
    const { socket, server } = await send(2, (_request, response) => {
      response.write(Buffer.alloc(64 << 20));
      begun.resolve();
    });
    await begun.promise;
    await closeServer(server, never);
    socket.destroy();
  });
});
