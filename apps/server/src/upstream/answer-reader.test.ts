import { describe, expect, it } from "vitest";
import { AnswerReader } from "./answer-reader.ts";

/** The result for an answer that arrives in these pieces, after which the connection ends. */
function read(pieces: readonly string[]) {
  const told: string[] = [];
  let body = "";
  const reader = new AnswerReader({
    head: ({ status, statusText, headers }, whole) =>
      told.push(`${status} ${statusText} ${JSON.stringify([...headers])}${whole ? " whole" : ""}`),
    data: (chunk) => {
      body += chunk.toString("latin1");
    },
    end: () => told.push(`body ${JSON.stringify(body)}`),
    broken: () => told.push("broken"),
  });
  let error = "";
  let reusable = false;
  try {
    for (const piece of pieces) reader.feed(Buffer.from(piece, "latin1"));
    ({ reusable } = reader);
    reader.finish();
  } catch (thrown) {
    error = (thrown as Error).message;
  }
  return { told, reusable, error, body };
}

const LENGTH = '[["content-length","3"]]';
const CHUNKED = '[["transfer-encoding","chunked"]]';

describe("an answer", () => {
  it.each<[name: string, bytes: string, told: string[], reusable: boolean]>([
    ["by its length", "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nabc", [`200 OK ${LENGTH}`, 'body "abc"'], true],
    [
      "without a body",
      "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n",
      ['200 OK [["content-length","0"]] whole', 'body ""'],
      true,
    ],
    ["of a status without one", "HTTP/1.1 204 No Content\r\n\r\n", ["204 No Content [] whole", 'body ""'], true],
    [
      "in chunks",
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3;a=b\r\nabc\r\nA\r\n0123456789\r\n0\r\nX: y\r\n\r\n",
      [`200 OK ${CHUNKED}`, 'body "abc0123456789"'],
      true,
    ],
    ["to the end of its connection", "HTTP/1.1 500 No\r\n\r\nabc", ["500 No []", 'body "abc"'], false],
    [
      "after which the connection closes",
      "HTTP/1.1 200 OK\r\nConnection: x, Close\r\nContent-Length: 3\r\n\r\nabc",
      ['200 OK [["connection","x, Close"],["content-length","3"]]', 'body "abc"'],
      false,
    ],
    ["of an older kind", "HTTP/1.0 200 OK\r\nContent-Length: 3\r\n\r\nabc", [`200 OK ${LENGTH}`, 'body "abc"'], false],
    [
      "of an older kind that stays",
      "HTTP/1.0 200\r\nConnection: keep-alive\r\nContent-Length: 3\r\n\r\nabc",
      ['200  [["connection","keep-alive"],["content-length","3"]]', 'body "abc"'],
      true,
    ],
    [
      "after one that announces it, and with more than was asked for",
      "HTTP/1.1 103 Early\r\nLink: x\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nabcHTTP/1.1 200 OK\r\n\r\n",
      [`200 OK ${LENGTH}`, 'body "abc"'],
      false,
    ],
  ])("%s is read, in one piece and byte by byte", (_name, bytes, told, reusable) => {
    expect(read([bytes])).toMatchObject({ told, error: "" });
    expect(read([...bytes])).toMatchObject({ told, error: "" });
    expect(read([bytes]).reusable).toBe(reusable);
  });

  it.each<[name: string, bytes: string, error: RegExp]>([
    ["that is none", "nonsense\r\n\r\n", /not HTTP/],
    ["with a header that is none", "HTTP/1.1 200 OK\r\nno header\r\n\r\n", /not HTTP/],
    ["that speaks something else", "HTTP/1.1 101 Switching\r\nUpgrade: x\r\n\r\n", /not HTTP/],
    ["with two lengths", "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n", /two lengths/],
    ["with a length that is none", "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n", /length/],
    ["badly chunked", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nabc\r\n", /badly chunked/],
    ["whose head is too large", `HTTP/1.1 200 OK\r\nX: ${"x".repeat(70_000)}`, /too large/],
    ["that breaks off in its head", "HTTP/1.1 200 OK\r\n", /hang up/],
    ["that breaks off in its body", "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc", /too early/],
  ])("%s is refused", (_name, bytes, error) => {
    expect(read([bytes]).error).toMatch(error);
    expect(read([...bytes]).error).toMatch(error);
  });

  it.each<[value: string, keptFor: number | undefined]>([
    ["timeout=5", 5000],
    ["max=3, Timeout=72", 72_000],
    ["x-timeout=5", undefined],
    ["timeout=", undefined],
  ])("tells how long its connection stays: %s", (value, keptFor) => {
    const reader = new AnswerReader({ head: () => {}, data: () => {}, end: () => {}, broken: () => {} });
    reader.feed(Buffer.from(`HTTP/1.1 200 OK\r\nKeep-Alive: ${value}\r\nContent-Length: 0\r\n\r\n`));
    expect([reader.reusable, reader.keptFor]).toEqual([true, keptFor]);
  });

  it("that says in two ways where it ends is not followed by another", () => {
    const both = "HTTP/1.1 200 OK\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n";
    expect(read([both])).toMatchObject({ error: "", reusable: false });
  });
});
