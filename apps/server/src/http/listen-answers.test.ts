/** Answers, bodies, and what is left of a body after its answer. */
import { connect as connectHttp2 } from "node:http2";
import { describe, expect, it } from "vitest";
import { TEST_CERTIFICATE } from "../testing/certificate.ts";
import {
  client,
  endListeners,
  everythingSaid,
  failures,
  GET,
  listenWith,
  looked,
  timeMoves,
} from "../testing/listen-fixture.ts";
import type { Handler } from "./answers.ts";
import { readBody } from "./body.ts";
import { BodyError } from "./body-error.ts";
import { MAX_UNREAD } from "./connections/connections.ts";
import type { Listener } from "./listen.ts";

endListeners();

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
