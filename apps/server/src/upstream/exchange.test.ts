/** Requests to servers that answer in every way that a server should not. */
import { createServer, type Server, type Socket } from "node:net";
import { type Nanos, SECOND } from "@sluice/engine";
import { afterEach, describe, expect, it } from "vitest";
import { ManualScheduler } from "../platform/scheduler.ts";
import { START } from "../testing/fixtures.ts";
import { type Answering, StubUpstream } from "../testing/stub-upstream.ts";
import { type ExchangeResult, exchange } from "./exchange.ts";
import { Transport } from "./transport.ts";

const endings: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end();
});

let scheduler: ManualScheduler;
/** Answers that began. */
let begun: number;

class WatchedTransport extends Transport {
  override send(...[request, listener]: Parameters<Transport["send"]>): ReturnType<Transport["send"]> {
    return super.send(request, {
      head: (head, whole) => {
        begun++;
        listener.head(head, whole);
      },
      data: (chunk) => listener.data(chunk),
      end: () => listener.end(),
      broken: (error) => listener.broken(error),
    });
  }
}

async function start(answer: Answering): Promise<StubUpstream> {
  const stub = await StubUpstream.start(answer);
  endings.push(() => stub.close());
  return stub;
}

/** Answers with these bytes, and keeps the connection unless `end`. */
async function serveBytes(answer: string, end: boolean): Promise<string> {
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    socket.once("data", () => (end ? socket.end(answer) : socket.write(answer)));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  endings.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as { port: number }).port}/`;
}

function send(
  url: string,
  { signal = new AbortController().signal, timeout = (10n * SECOND) as Nanos, followRedirects = true } = {},
): Promise<ExchangeResult> {
  scheduler = new ManualScheduler(START);
  begun = 0;
  const transport = new WatchedTransport({ home: url, tls: undefined });
  endings.push(() => transport.retire());
  const headers = { authorization: "Bearer t", "content-type": ["a/b", "c/d"], "connect-timeout-ms": "5" };
  const request = { method: "POST", url, headers, body: [Buffer.from("pro"), Buffer.from("file")] };
  return exchange(request, { transport, scheduler, timeout, followRedirects, signal });
}

/** Lets all time pass once `ready`. */
async function passOnce(ready: () => boolean, time: Nanos): Promise<void> {
  await expect.poll(ready).toBe(true);
  await scheduler.advance(time);
}

describe("an answer", () => {
  it.each<[string, string, boolean, number, string]>([
    ["that is whole", "400 Bad Request\r\nContent-Length: 3\r\n\r\nabc", false, 400, "abc"],
    ["that is shorter than it says", "200 OK\r\nContent-Length: 100\r\n\r\nabc", true, 200, "abc"],
    ["that is badly chunked", "200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n", true, 200, ""],
    ["that breaks in a refusal", "400 Bad Request\r\nContent-Length: 100\r\n\r\nno labels", true, 400, "no labels"],
    ["that has none of a reason", "503\r\nContent-Length: 0\r\n\r\n", false, 503, ""],
    [
      "after others that announce it",
      "100 Continue\r\n\r\nHTTP/1.1 103 Early\r\n\r\nHTTP/1.1 200 OK\r\n\r\n",
      true,
      200,
      "",
    ],
  ])("%s: its status decides", async (_name, bytes, end, status, text) => {
    const url = await serveBytes(`HTTP/1.1 ${bytes}`, end);
    expect(await send(url)).toMatchObject({ kind: "answer", answer: { status, text, lostBody: false } });
  });

  it.each<[string, number, Nanos]>([
    ["of success that does not end is waited for shortly", 200, SECOND / 4n],
    ["of failure that does not end is waited for as long as the attempt has", 500, 10n * SECOND],
  ])("%s", async (_name, status, time) => {
    const stub = await start((response) => response.writeHead(status).write("first"));
    let ended = false;
    const result = send(stub.url).finally(() => {
      ended = true;
    });
    await expect.poll(() => begun).toBe(1);
    await scheduler.advance(time - 1n);
    expect([ended, stub.open]).toEqual([false, 1]);
    await scheduler.advance(1n);
    expect(await result).toMatchObject({ kind: "answer", answer: { status } });
    await expect.poll(() => stub.open).toBe(0);
    expect(scheduler.pending).toBe(0);
  });

  it("without an end costs a connection and 64 KiB, and no memory beyond 4 KiB of text", async () => {
    let written = 0;
    const stub = await start((response) => {
      const more = () => {
        while (!response.destroyed && response.write(Buffer.alloc(16 * 1024, "x"))) written += 16 * 1024;
      };
      response.on("drain", more).on("error", () => {});
      response.writeHead(503);
      more();
    });
    const result = await send(stub.url);
    expect(result).toMatchObject({ kind: "answer", answer: { status: 503 } });
    expect(result.kind === "answer" && result.answer.text.length).toBe(4096);
    await expect.poll(() => stub.open).toBe(0);
    expect(written).toBeLessThan(16 * 1024 * 1024);
  });

  it.each<[string, string]>([
    ["that is not HTTP", "nonsense\r\n\r\n"],
    ["that is empty", ""],
    ["with headers without end", `HTTP/1.1 200 OK\r\n${`X-A: ${"b".repeat(1000)}\r\n`.repeat(200)}`],
  ])("%s is none", async (_name, bytes) => {
    expect(await send(await serveBytes(bytes, true))).toMatchObject({
      kind: "broken",
      error: expect.stringMatching(/\w/),
    });
  });

  it.each<[name: string, keepAlive: string, connections: number]>([
    ["leaves the connection for the next request", "timeout=5", 1],
    ["leaves none that its server is about to close", "timeout=1", 3],
  ])("%s", async (_name, keepAlive, connections) => {
    const stub = await start((response) => response.writeHead(200, { "Keep-Alive": keepAlive }).end("fine"));
    const transport = new Transport({ home: stub.url, tls: undefined });
    endings.push(() => transport.retire());
    const { signal } = new AbortController();
    for (let i = 0; i < 3; i++) {
      const request = { method: "POST", url: stub.url, headers: {}, body: [Buffer.from("x")] };
      const options = {
        transport,
        scheduler: new ManualScheduler(START),
        timeout: SECOND,
        followRedirects: true,
        signal,
      };
      expect(await exchange(request, options)).toMatchObject({ answer: { status: 200, text: "fine" } });
    }
    expect([stub.seen.length, stub.connections]).toEqual([3, connections]);
  });
});

describe("a request", () => {
  it("has every value of a header, and its length", async () => {
    const stub = await start((response) => response.end());
    await send(`${stub.url}/p/ath?q=%FF`);
    expect(stub.seen[0]).toMatchObject({ method: "POST", url: "/p/ath?q=%FF", body: Buffer.from("profile") });
    const { headers } = stub.seen[0]!;
    expect(headers.filter(([name]) => name === "content-type").map(([, value]) => value)).toEqual(["a/b", "c/d"]);
    expect(headers).toContainEqual(["content-length", "7"]);
    expect(headers).toContainEqual(["host", stub.host]);
  });

  it("that is reset in the middle is broken", async () => {
    const stub = await start((_response, _seen, request) => request.socket.resetAndDestroy());
    expect(await send(stub.url)).toMatchObject({ kind: "broken", error: expect.stringMatching(/hang up|ECONNRESET/) });
    expect(scheduler.pending).toBe(0);
  });

  it("to nobody is broken", async () => {
    const stub = await StubUpstream.start(() => {});
    await stub.close();
    expect(await send(stub.url)).toMatchObject({ kind: "broken", error: expect.stringContaining("ECONNREFUSED") });
  });

  it("has its time, and no connection stays after it", async () => {
    const stub = await start(() => {});
    const result = send(stub.url, { timeout: 3n * SECOND });
    await passOnce(() => stub.seen.length === 1, 3n * SECOND);
    expect(await result).toEqual({ kind: "timeout" });
    await expect.poll(() => stub.open).toBe(0);
  });

  it("ends when nobody waits for it any more", async () => {
    const stub = await start(() => {});
    const controller = new AbortController();
    const result = send(stub.url, { signal: controller.signal });
    await expect.poll(() => stub.seen.length).toBe(1);
    controller.abort();
    expect(await result).toEqual({ kind: "aborted" });
    await expect.poll(() => stub.open).toBe(0);
    expect(scheduler.pending).toBe(0);
  });

  it("is not made when nobody waits for it in the first place", async () => {
    const stub = await start((response) => response.end());
    expect(await send(stub.url, { signal: AbortSignal.abort() })).toEqual({ kind: "aborted" });
    expect(stub.connections).toBe(0);
  });
});

describe("a body that is not read to its end", () => {
  const LARGE = 32 * 1024 * 1024;
  type Ends = "the answer" | "the time" | "nobody waits";

  /** What arrives of a body that is written over as soon as the exchange is over; the server reads on only then. */
  async function arriving(answer: string, closes: boolean, ends: Ends): Promise<Buffer> {
    const chunks: Buffer[] = [];
    let asked: Socket | undefined;
    const server = createServer({ allowHalfOpen: true }, (socket) => {
      socket.on("error", () => {});
      socket.once("data", (chunk) => {
        chunks.push(chunk);
        socket.pause();
        asked = socket;
        if (closes) socket.end(answer);
        else if (answer !== "") socket.write(answer);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    endings.push(() => server.close());
    const url = `http://127.0.0.1:${(server.address() as { port: number }).port}/`;
    const transport = new Transport({ home: url, tls: undefined });
    endings.push(() => transport.retire());
    const body = Buffer.alloc(LARGE, "a");
    const controller = new AbortController();
    scheduler = new ManualScheduler(START);
    const options = { transport, scheduler, timeout: SECOND, followRedirects: true, signal: controller.signal };
    const over = exchange({ method: "POST", url, headers: {}, body: [body] }, options).then(() => body.fill("z"));
    if (ends !== "the answer") await expect.poll(() => asked).toBeDefined();
    if (ends === "the time") await scheduler.advance(SECOND);
    if (ends === "nobody waits") controller.abort();
    await over;
    const closed = new Promise((resolve) => asked!.on("close", resolve));
    asked!.on("data", (chunk: Buffer) => chunks.push(chunk)).on("end", () => asked!.end());
    asked!.resume();
    await closed;
    const all = Buffer.concat(chunks);
    return all.subarray(all.indexOf("\r\n\r\n") + 4);
  }

  it.each<[name: string, answer: string, closes: boolean, ends: Ends]>([
    ["is answered early", "200 OK\r\nContent-Length: 4\r\n\r\nfine", false, "the answer"],
    ["is answered early, and half the connection closed", "200 OK\r\n\r\nfine", true, "the answer"],
    ["is answered with less than announced", "200 OK\r\nContent-Length: 9\r\n\r\nfine", true, "the answer"],
    ["is sent nowhere else", "307 Elsewhere\r\nLocation: ftp://x/\r\nContent-Length: 0\r\n\r\n", false, "the answer"],
    ["takes too long", "", false, "the time"],
    ["is given up", "", false, "nobody waits"],
  ])("and %s: nothing of it is sent later", async (_name, answer, closes, ends) => {
    const arrived = await arriving(answer && `HTTP/1.1 ${answer}`, closes, ends);
    expect(arrived.includes("z")).toBe(false);
    expect(arrived.length).toBeGreaterThan(0);
    expect(arrived.length).toBeLessThan(LARGE);
  });
});

describe("a redirect", () => {
  it("by 307 takes the body along", async () => {
    const stub = await start((response, { url }) =>
      url === "/new" ? response.end("there") : response.writeHead(307, { Location: "/new" }).end(),
    );
    expect(await send(stub.url)).toMatchObject({ answer: { status: 200, text: "there", lostBody: false } });
    expect(stub.seen[1]).toMatchObject({ method: "POST", url: "/new", body: Buffer.from("profile") });
    expect(stub.header("authorization", 1)).toBe("Bearer t");
  });

  it("by 302 asks with GET, and says so", async () => {
    const stub = await start((response, { url }) =>
      url === "/new" ? response.end() : response.writeHead(302, { Location: "/new" }).end(),
    );
    expect(await send(stub.url)).toMatchObject({ answer: { status: 200, lostBody: true } });
    expect(stub.seen[1]).toMatchObject({ method: "GET", body: Buffer.alloc(0) });
    expect(stub.header("content-type", 1)).toBeUndefined();
  });

  it("takes no credentials to another origin, and what the protocol needs it does", async () => {
    const other = await start((response) => response.end());
    const stub = await start((response) => response.writeHead(308, { Location: other.url }).end());
    expect(await send(stub.url)).toMatchObject({ answer: { status: 200 } });
    expect(other.header("authorization")).toBeUndefined();
    expect(other.header("connect-timeout-ms")).toBe("5");
    expect(other.seen[0]!.headers.filter(([name]) => name === "content-type")).toHaveLength(2);
  });

  it("in a ring ends", async () => {
    const stub = await start((response, { url }) =>
      response.writeHead(308, { Location: url === "/a" ? "/b" : "/a" }).end(),
    );
    expect(await send(stub.url)).toEqual({ kind: "broken", error: "stopped after 10 redirects" });
    expect(stub.seen).toHaveLength(10);
    await expect.poll(() => stub.open).toBe(0);
  });

  it("is an answer where redirects are not followed", async () => {
    const stub = await start((response) => response.writeHead(302, { Location: "/new" }).end("moved"));
    expect(await send(stub.url, { followRedirects: false })).toMatchObject({ answer: { status: 302, text: "moved" } });
  });
});
