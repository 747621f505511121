/** Recorded results of Alloy's `loki.source.api` for these bodies and labels, from its own code. */
import { readFileSync } from "node:fs";
import { decodeGo, encodeUtf8 } from "@sluice/languages/base";
import { describe, expect, it } from "vitest";
import { atOnce } from "../base/at-once.ts";
import { type PushResult, parseLabels, readPushJson, UNLIMITED } from "./index.ts";

interface Recorded {
  readonly name: string;
  readonly json?: string;
  readonly labels?: string;
  readonly status: number;
  readonly entries: readonly unknown[];
}

const recorded: readonly Recorded[] = JSON.parse(
  readFileSync(new URL("./testdata/recorded.json", import.meta.url), "utf8"),
);

/** What would be passed on: no empty labels, no streams without labels, no reserved names. */
function passedOn(result: PushResult): unknown[] {
  if (!result.ok) return [];
  return result.streams.flatMap(({ labels, entries }) => {
    const given = Object.entries(labels).filter(([, value]) => value !== "");
    if (given.length === 0) return [];
    const kept = Object.fromEntries(given.filter(([name]) => !name.startsWith("__")));
    return entries.map(({ timestamp, line, metadata }) => ({ labels: kept, time: String(timestamp), line, metadata }));
  });
}

function read({ json, labels }: Recorded): PushResult {
  if (json !== undefined) {
    const bytes = encodeUtf8(json);
    return atOnce(readPushJson(bytes, (from, to) => decodeGo(bytes.subarray(from, to)), UNLIMITED));
  }
  const parsed = parseLabels(labels!);
  if (!parsed.ok) return { ok: true, streams: [], refused: parsed.message };
  const entries = [{ timestamp: 1n, line: "x", metadata: [] }];
  return { ok: true, streams: [{ labels: parsed.labels, entries }], refused: undefined };
}

describe("as recorded", () => {
  it.each(recorded)("$name", (one) => {
    const result = read(one);
    expect(result.ok && result.refused === undefined ? 204 : 400).toBe(one.status);
    expect(passedOn(result)).toEqual(one.entries);
    const message = result.ok ? result.refused : result.message;
    if (message !== undefined) expect(message).toMatch(/^[^\n]+$/);
  });
});
