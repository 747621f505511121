import type { ServerResponse } from "node:http";
import { connect as connectHttp2 } from "node:http2";
import { get as getSecurely } from "node:https";
import { connect, type Socket } from "node:net";
import { afterEach, describe, expect, it, vi } from "vitest";
import { TEST_CERTIFICATE } from "../testing/certificate.ts";
import { never } from "../testing/fixtures.ts";
import type { Handler } from "./answers.ts";
import { readBody } from "./body.ts";
import { BodyError } from "./body-error.ts";
import { MAX_UNREAD, MAX_WAITING } from "./connections.ts";
import { type Listener, type ListenLimits, type ListenOptions, listen } from "./listen.ts";

const open: Listener[] = [];
let failures: unknown[] = [];
afterEach(async () => {
  failures = [];
  await Promise.all(open.splice(0).map((listener) => listener.close(Promise.resolve())));
});

async function listenWith(options: Partial<ListenOptions>): Promise<Listener> {
  const failed = (error: unknown) => void failures.push(error);
  const result = await listen({
    host: "127.0.0.1",
    port: 0,
    handler: (_request, response) => response.end("ok"),
    failed,
    ...options,
  });
  if (!result.ok) throw new Error(result.message);
  open.push(result.listener);
  return result.listener;
}

/** Also by a reset, when the server did not wait for what was on its way. */
const closed = (socket: Socket) => new Promise((resolve) => socket.once("close", resolve));

function client(listener: Listener): Socket {
  const socket = connect(listener.address.port, "127.0.0.1");
  socket.on("error", () => {});
  return socket;
}

/** What the server says until it closes the connection. */
async function everythingSaid(socket: Socket): Promise<string> {
  const chunks: Buffer[] = [];
  socket.on("data", (chunk: Buffer) => chunks.push(chunk));
  await closed(socket);
  return Buffer.concat(chunks).toString("latin1");
}

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

/** Moves the time by which connections are judged. */
function timeMoves() {
  const real = performance.now.bind(performance);
  let ahead = 0;
  vi.spyOn(performance, "now").mockImplementation(() => real() + ahead);
  return (ms: number) => {
    ahead += ms;
  };
}

/** Resolves when connections have been looked at, where a time of a second is to be kept: every hundred milliseconds. */
const looked = () => new Promise((resolve) => setTimeout(resolve, 250));

function defer() {
  let resolve = () => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve: () => resolve() };
}

const GET = "GET / HTTP/1.1\r\nHost: x\r\n\r\n";

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

describe("closing", () => {
  const LARGE = 64 << 20;
  /** An answer of `LARGE` bytes, under way and not read yet. */
  async function largeAnswer() {
    const begun = defer();
    const listener = await listenWith({
      handler: (_request, response) => {
        response.setHeader("Content-Length", LARGE);
        response.end(Buffer.alloc(LARGE, "x"));
        begun.resolve();
      },
    });
    const socket = client(listener);
    socket.pause();
    socket.write(GET);
    await begun.promise;
    // It has been looked at once as it is.
    await new Promise((resolve) => setImmediate(resolve));
    return { listener, socket };
  }

  it("lets a large answer be read to its end, which it cut where the reader was slow", async () => {
    const moveTime = timeMoves();
    const { listener, socket } = await largeAnswer();
    const ended = listener.close(never);
    moveTime(3000);
    // The connections are looked at every twenty milliseconds.
    await new Promise((resolve) => setTimeout(resolve, 100));
    socket.resume();
    const said = await everythingSaid(socket);
    expect(said.length - said.indexOf("\r\n\r\n") - 4).toBe(LARGE);
    await ended;
  });

  it("does not wait for one that takes nothing of its answer", async () => {
    const moveTime = timeMoves();
    const { listener, socket } = await largeAnswer();
    const ended = listener.close(never);
    await new Promise((resolve) => setTimeout(resolve, 50));
    moveTime(6000);
    await ended;
    socket.destroy();
  });

  it("ends at the deadline whatever is still on its way", async () => {
    const { listener, socket } = await largeAnswer();
    await listener.close(Promise.resolve());
    socket.resume();
    expect((await everythingSaid(socket)).length).toBeLessThan(LARGE);
  });

  it("does not take request after request on a connection, which put off the end until the deadline", async () => {
    const begun = defer();
    const waiting: ServerResponse[] = [];
    const listener = await listenWith({
      handler: (_request, response) => {
        waiting.push(response);
        begun.resolve();
      },
    });
    const socket = client(listener);
    socket.write(GET.repeat(3));
    await begun.promise;
    const ended = listener.close(never);
    waiting[0]!.end("first");
    const said = await everythingSaid(socket);
    await ended;
    expect([said.match(/first/g)?.length, waiting.length]).toEqual([1, 1]);
  });
});

describe("what all answers share", () => {
  const ask = async (listener: Listener, path: string, init?: RequestInit) => {
    const response = await fetch(new URL(path, listener.url), init);
    return { status: response.status, headers: response.headers, text: await response.text() };
  };

  it("is headers that keep other pages away, also from handlers that know nothing of them", async () => {
    const listener = await listenWith({});
    const { headers } = await ask(listener, "/");
    expect([headers.get("x-content-type-options"), headers.get("x-frame-options")]).toEqual(["nosniff", "DENY"]);
    expect(headers.get("content-security-policy")).toBe("default-src 'none'; frame-ancestors 'none'");
  });

  it.each<[string, Handler, number, string, number]>([
    [
      "throws",
      () => {
        throw new Error("/a/path of the machine");
      },
      500,
      "internal error; see the server's log\n",
      1,
    ],
    ["rejects", () => Promise.reject(new Error("later")), 500, "internal error; see the server's log\n", 1],
    ["refuses a body", () => Promise.reject(new BodyError(413, "too large")), 413, "too large\n", 0],
    [
      "says what the client did wrong",
      () => Promise.reject(Object.assign(new Error(), { status: 403 })),
      403,
      "forbidden\n",
      0,
    ],
  ])("is an answer when a handler %s", async (_name, handler, status, text, told) => {
    const listener = await listenWith({ handler });
    const answer = await ask(listener, "/");
    expect([answer.status, answer.text, failures.length]).toEqual([status, text, told]);
  });
});

it("takes requests and gives answers as streams, as services of remote procedure calls do", async () => {
  const listener = await listenWith({
    handler: async (request, response) => {
      for await (const chunk of request) response.write(`<${chunk}>`);
      response.end();
    },
  });
  const socket = client(listener);
  const said = everythingSaid(socket);
  socket.write("POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n");
  await new Promise((resolve) => socket.once("data", resolve));
  socket.write("1\r\nb\r\n0\r\n\r\n");
  expect(await said).toMatch(/<a>[\s\S]*<b>/);
});

it("ends an answer whose handler fails in the middle, also where that writes its own headers", async () => {
  const listener = await listenWith({
    protectsAnswers: true,
    handler: async (_request, response) => {
      response.write("half");
      throw new Error("no more");
    },
  });
  const socket = client(listener);
  socket.write(GET);
  expect(await everythingSaid(socket)).not.toContain("0\r\n\r\n");
  expect(failures).toHaveLength(1);
});

describe("a body", () => {
  it("that is not one is answered 400, and ends its connection", async () => {
    const listener = await listenWith({
      handler: async (request, response) => response.end(await readBody(request, 1000)),
    });
    const socket = client(listener);
    socket.write("POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\nzz\r\n");
    expect(await everythingSaid(socket)).toMatch(
      /^HTTP\/1\.1 400 [\s\S]*Connection: close[\s\S]*\r\n\r\nthe body ended too early\n$/,
    );
    expect(failures).toEqual([]);
  });

  it("that still comes after its answer has the time of a request, where it was taken for headers", async () => {
    const moveTime = timeMoves();
    const listener = await listenWith({ limits: { headersTimeout: 1000, requestTimeout: 5000 } });
    const socket = client(listener);
    let said = "";
    socket.on("data", (chunk) => {
      said += chunk;
    });
    const answers = (count: number) =>
      expect.poll(() => said.match(/HTTP\/1\.1 \d+/g), { interval: 5 }).toEqual(Array(count).fill("HTTP/1.1 200"));
    socket.write("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n\r\nab");
    await answers(1);
    socket.write("c");
    await looked();
    moveTime(1500);
    await looked();
    socket.write(`d${GET}`);
    await answers(2);
  });
});

describe("a body that goes on after its answer", () => {
  /** So that the answer is there long before the end. */
  const tooLarge: Handler = async (request, response) => {
    await readBody(request, 1000).catch(() => {});
    response.statusCode = 413;
    response.end("too large");
  };

  it("is read for a while, and its connection ends then", async () => {
    const handlers: Handler[] = [tooLarge, (_request, response) => response.end("not read")];
    for (const handler of handlers) {
      const listener = await listenWith({ handler });
      const socket = client(listener);
      const said = everythingSaid(socket);
      socket.write("POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n");
      const piece = Buffer.concat([Buffer.from("100000\r\n"), Buffer.alloc(0x100000), Buffer.from("\r\n")]);
      let sent = 0;
      const send = () => {
        while (!socket.destroyed && socket.write(piece)) sent += piece.length;
        sent += piece.length;
      };
      socket.on("drain", send);
      send();
      expect(await said).toMatch(/^HTTP\/1\.1 (?:413|200) /);
      // What the systems on both sides keep comes on top.
      expect(sent).toBeLessThan(MAX_UNREAD * 3);
    }
  });

  it("is not read at all over HTTP/2, whose stream ends with the answer and its trailers", async () => {
    const handler: Handler = (request, response) => {
      if (request.url === "/nothing") return void response.writeHead(413).end();
      if (request.url === "/trailers") response.addTrailers({ "grpc-status": "8" });
      return tooLarge(request, response);
    };
    const listener = await listenWith({ handler, tls: TEST_CERTIFICATE });
    const session = connectHttp2(listener.url, { rejectUnauthorized: false });
    session.on("error", () => {});
    for (const [path, text] of [
      ["/", ["too large"]],
      ["/trailers", ["too large", "8"]],
      ["/nothing", []],
    ] as const) {
      const stream = session.request({ ":method": "POST", ":path": path });
      stream.on("error", () => {});
      const seen: unknown[] = [];
      stream.on("response", (headers) => seen.push(headers[":status"]));
      stream.on("trailers", (trailers) => seen.push(trailers["grpc-status"]));
      stream.setEncoding("utf8").on("data", (piece) => seen.push(piece));
      let sent = 0;
      const send = () => {
        while (!stream.destroyed && stream.write(Buffer.alloc(0x10000))) sent += 0x10000;
        sent += 0x10000;
      };
      stream.on("drain", send);
      send();
      await new Promise((resolve) => stream.once("close", resolve));
      expect(seen).toEqual([413, ...text]);
      expect(sent).toBeLessThan(MAX_UNREAD);
    }
    session.destroy();
  });
});

describe("connections at a time", () => {
  const idle = { idleTimeout: 0, headersTimeout: 0, requestTimeout: 0 };

  it("are served as many as may be; others wait, and of more the oldest that has asked nothing is closed", async () => {
    const listener = await listenWith({ limits: { ...idle, maxConnections: 1, maxWaiting: 1 } });
    const [first, second, third] = [client(listener), client(listener), client(listener)];
    await closed(first);
    await expect.poll(() => [listener.connections, listener.waiting]).toEqual([1, 1]);
    const said = everythingSaid(second);
    second.write("GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
    expect(await said).toMatch(/^HTTP\/1\.1 200 /);
    third.destroy();
  });

  it("are closed where all places are taken by those that have asked, and all places in the line", async () => {
    const { promise, resolve } = defer();
    const listener = await listenWith({
      limits: { ...idle, maxConnections: 1, maxWaiting: 1 },
      handler: async (_request, response) => {
        await promise;
        response.end("late");
      },
    });
    const asking = client(listener);
    const said = everythingSaid(asking);
    asking.write("GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
    await expect.poll(() => listener.connections).toBe(1);
    // Until it is being answered it has asked nothing.
    await looked();
    const [second, third] = [client(listener), client(listener)];
    await closed(third);
    expect([listener.connections, listener.waiting]).toEqual([1, 1]);
    resolve();
    expect(await said).toMatch(/late$/);
    second.destroy();
  });

  it("are served in another way while the address stays, unless that cannot be had", async () => {
    const listener = await listenWith({});
    const failed = () => {};
    const bad = listener.replace({ handler: () => {}, failed, tls: { cert: "nothing", key: "nothing" } });
    expect(bad).toMatchObject({ ok: false, message: expect.stringMatching(/^tls: the certificate or its key/) });
    const text = async () => {
      const socket = client(listener);
      socket.write("GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
      return (await everythingSaid(socket)).split("\r\n\r\n")[1];
    };
    expect(await text()).toBe("ok");
    const replaced = listener.replace({ handler: (_request, response) => response.end("new"), failed });
    if (replaced.ok) await replaced.end(never);
    expect(await text()).toBe("new");
  });
});

describe("with a certificate", () => {
  it("listens by HTTPS, with the same limits", async () => {
    const listener = await listenWith({
      tls: TEST_CERTIFICATE,
      handler: (_request, response) => response.end("safe"),
      limits: { idleTimeout: 1000, headersTimeout: 1000 },
    });
    expect(listener.url).toMatch(/^https:/);
    const text = await new Promise((resolve, reject) => {
      getSecurely(listener.url, { ca: TEST_CERTIFICATE.cert, agent: false }, (response) => {
        let said = "";
        response.on("data", (chunk) => {
          said += chunk;
        });
        response.on("end", () => resolve(said));
      }).on("error", reject);
    });
    expect(text).toBe("safe");
    // Whoever says nothing at all.
    await closed(client(listener));
  });

  it("says when it cannot be used", async () => {
    const result = await listen({
      host: "127.0.0.1",
      port: 0,
      handler: () => {},
      tls: { cert: "nothing", key: "nothing" },
      failed: () => {},
    });
    expect(!result.ok && result.message).toMatch(/^tls: the certificate or its key cannot be used: /);
  });
});
