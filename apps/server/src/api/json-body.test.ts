/** What is taken for a body, told by requests that are streams of bytes. */
import { Readable } from "node:stream";
import type { Request } from "express";
import { describe, expect, it } from "vitest";
import { ManualScheduler } from "../platform/scheduler.ts";
import { START } from "../testing/fixtures.ts";
import { JsonBodies, Refusal } from "./json-body.ts";

async function take(text: string | Buffer, type = "application/json"): Promise<unknown> {
  const bodies = new JsonBodies(new ManualScheduler(START), { limit: 1 << 20, together: 1 << 21, timeout: 1000 });
  const request = Object.assign(Readable.from([Buffer.from(text)]), {
    headers: {},
    is: (wanted: string) => wanted === type,
  });
  return bodies.take(request as unknown as Request).catch((error: unknown) => {
    if (!(error instanceof Refusal)) throw error;
    return [error.status, error.message];
  });
}

const TOO_MANY = [400, "the body has too many parts, or they are nested too deeply"];

describe("a body of JSON", () => {
  it.each([
    ['{"text": "a\\"[{,\\\\"}', { text: 'a"[{,\\' }],
    [`{"text": "${"[,{".repeat(50_000)}"}`, { text: "[,{".repeat(50_000) }],
    [`{"text": "${'\\"['.repeat(50_000)}"}`, { text: '"['.repeat(50_000) }],
    [`{"a": ${"[".repeat(31)}${"]".repeat(31)}}`, { a: JSON.parse("[".repeat(31) + "]".repeat(31)) }],
    [`{"a": [${"1,".repeat(9_999)}1]}`, { a: Array(10_000).fill(1) }],
    ['{"__proto__": {"polluted": 1}}', JSON.parse('{"__proto__": {"polluted": 1}}')],
  ])("%.40s", async (text, value) => {
    expect(await take(text)).toEqual(value);
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
  });

  it.each<[string, string, readonly [number, string] | readonly (number | string)[]]>([
    ["that is none", "{", [400, "the body is not JSON"]],
    ["whose text has no end", '{"a": "\\', [400, "the body is not JSON"]],
    ["that is a list", "[]", [400, "the body must be a JSON object"]],
    ["that is null", "null", [400, "the body must be a JSON object"]],
    ["nested too deeply", `{"a": ${"[".repeat(32)}${"]".repeat(32)}}`, TOO_MANY],
    ["nested too deeply in objects", `${'{"a": '.repeat(33)}1${"}".repeat(33)}`, TOO_MANY],
    ["of too many values", `{"a": [${"1,".repeat(10_001)}1]}`, TOO_MANY],
    ["of brackets without an end", "[".repeat(500_000), TOO_MANY],
  ])("is refused %s", async (_name, text, refusal) => {
    expect(await take(text)).toEqual(refusal);
  });

  it("is refused where it is said to be something else", async () => {
    expect(await take("{}", "text/plain")).toEqual([415, "Content-Type must be application/json"]);
  });
});
