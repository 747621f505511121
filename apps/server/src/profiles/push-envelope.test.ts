/** Pushes by gRPC-web, as far as what Connect's code does with them is not to be left to it. */
import { gzipSync } from "node:zlib";
import { create, toBinary } from "@bufbuild/protobuf";
import { MILLISECOND, type Nanos } from "@sluice/engine";
import { describe, expect, it } from "vitest";
import { PushRequestSchema } from "../gen/push/v1/push_pb.ts";
import type { ClientWait } from "./push.ts";
import { pushEnvelope, recordedRequest } from "./push-connect.ts";

const CONTENT_TYPE = "application/grpc-web+proto";
const MESSAGE = toBinary(PushRequestSchema, create(PushRequestSchema, { series: [{ labels: [{ name: "a" }] }] }));

function envelope(message: Uint8Array, flags = 0): Buffer {
  const head = Buffer.alloc(5);
  head[0] = flags;
  head.writeUInt32BE(message.length, 1);
  return Buffer.concat([head, message]);
}

/** What is answered in the trailers, and what was asked for while its client waits. */
async function send(body: Buffer, headers: readonly string[] = []) {
  const pushed: ClientWait[] = [];
  const { body: answer } = await pushEnvelope({
    request: recordedRequest(["Content-Type", CONTENT_TYPE, ...headers]),
    contentType: CONTENT_TYPE,
    body,
    bounds: { limit: 1_000_000, share: undefined },
    wait: { signal: new AbortController().signal, deadline: undefined },
    now: () => 0n,
    push: async (_request, wait) => {
      pushed.push(wait);
      return undefined;
    },
  });
  return { answer: Buffer.from(answer ?? "").toString(), pushed };
}

/** Counts how often the length of a message is read. */
function countLooks(body: Buffer): () => number {
  let looks = 0;
  const read = body.readUInt32BE;
  body.readUInt32BE = (at) => {
    looks++;
    return read.call(body, at);
  };
  return () => looks;
}

describe("a body in envelopes", () => {
  const EXTRA = /grpc-message: protocol error: received extra input message for unary method\r\ngrpc-status: 12/;

  it.each([
    ["plainly", envelope(MESSAGE)],
    ["compressed", envelope(gzipSync(MESSAGE), 1)],
  ])("has a single message, %s", async (_name, one) => {
    const headers = ["Grpc-Encoding", "gzip", "Grpc-Accept-Encoding", "identity"];
    const { answer, pushed } = await send(one, headers);
    expect(answer).toMatch(/grpc-status: 0/);
    expect(pushed).toHaveLength(1);
    const twice = await send(Buffer.concat([one, one]), headers);
    expect(decodeURIComponent(twice.answer)).toMatch(EXTRA);
    expect(twice.pushed).toEqual([]);
  });

  it("is refused at its second message, however many follow", async () => {
    const body = Buffer.alloc(50_000);
    const looks = countLooks(body);
    const { answer, pushed } = await send(body);
    expect(decodeURIComponent(answer)).toMatch(EXTRA);
    expect(pushed).toEqual([]);
    expect(looks()).toBe(2);
  });
});

describe("the time that a client waits", () => {
  const DAYS = 24n * 24n * 3_600_000n * MILLISECOND;

  it.each<[header: string, least: Nanos, most: Nanos]>([
    ["99999999S", DAYS, 2n * DAYS],
    ["99999999H", DAYS, 2n * DAYS],
    ["99999999M", DAYS, 2n * DAYS],
    ["10S", 1n, 10_000n * MILLISECOND],
  ])("may be longer than a timer runs: %s", async (header, least, most) => {
    const { answer, pushed } = await send(envelope(MESSAGE), ["Grpc-Timeout", header]);
    expect(answer).toMatch(/grpc-status: 0/);
    const { deadline } = pushed[0]!;
    expect(deadline).toBeGreaterThanOrEqual(least);
    expect(deadline).toBeLessThanOrEqual(most);
  });
});
