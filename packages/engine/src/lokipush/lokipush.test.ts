import { describe, expect, it } from "vitest";
import { formatPushJson, parsePushJson } from "./index.ts";

describe("parsePushJson", () => {
  it("reads streams with exact timestamps and metadata", () => {
    const text = `{"streams":[{"stream":{"job":"a","__proto__":"p"},"values":[["1710072000000000001","x"],["2","y",{"trace":"t"}]]}]}`;
    const result = parsePushJson(text);
    expect(result).toEqual({
      ok: true,
      streams: [
        {
          labels: JSON.parse('{"job":"a","__proto__":"p"}'),
          entries: [
            { timestamp: 1710072000000000001n, line: "x", metadata: [] },
            { timestamp: 2n, line: "y", metadata: [["trace", "t"]] },
          ],
        },
      ],
    });
    expect(result.ok && JSON.parse(formatPushJson(result.streams))).toEqual(JSON.parse(text));
  });

  it.each([
    ["{", /^body is not JSON/],
    ["[]", /expected "\{" at byte 0/],
    ['{"streams":{}}', /"streams"/],
    ['{"streams":[1]}', /^streams\[0\] must be an object/],
    ['{"streams":[{"stream":[],"values":[]}]}', /^streams\[0\]\.stream must be an object/],
    ['{"streams":[{"stream":{"":"x"},"values":[]}]}', /^streams\[0\]\.stream: "" is not a label name$/],
    ['{"streams":[{"stream":{"a b":"x"},"values":[]}]}', /^streams\[0\]\.stream: "a b" is not a label name$/],
    ['{"streams":[{"stream":{"ok":"1","k8s-app":"x"},"values":[]}]}', /"k8s-app" is not a label name$/],
    ['{"streams":[{"stream":{"a=\\"1\\"#":"x"},"values":[]}]}', /"a=\\"1\\"#" is not a label name$/],
    [
      '{"streams":[{"stream":{},"values":[["1","a"],[2,"b"]]}]}',
      /^streams\[0\]\.values\[1\]\[0\] must be a string of nanoseconds/,
    ],
    ['{"streams":[{"stream":{},"values":[["9999999999999999999","b"]]}]}', /out of range/],
    ['{"streams":[{"stream":{},"values":[["1",null]]}]}', /\[1\] must be a string/],
    ['{"streams":[{"stream":{},"values":[["1","a",[]]]}]}', /\[2\] must be an object/],
    ['{"streams":[{"stream":{},"values":["1"]}]}', /^streams\[0\]\.values\[0\] must be \[timestamp, line\]/],
  ])("refuses %s with its place", (text, message) => {
    const result = parsePushJson(text);
    expect(result.ok).toBe(false);
    expect(!result.ok && result.message).toMatch(message);
  });
});
