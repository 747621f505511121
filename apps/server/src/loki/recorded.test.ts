/** What Alloy's `loki.source.api` made of these requests in protobuf: its own reading code, run and written down. */
import { readFileSync } from "node:fs";
import { atOnce } from "@sluice/engine";
import { type PushResult, UNLIMITED } from "@sluice/engine/lokipush";
import { describe, expect, it } from "vitest";
import { readPushRequest } from "./push-decode.ts";

interface Recorded {
  readonly name: string;
  readonly hex: string;
  readonly status: number;
  readonly entries: readonly unknown[];
}

const recorded: readonly Recorded[] = JSON.parse(
  readFileSync(new URL("./testdata/recorded.json", import.meta.url), "utf8"),
);

/** Where we differ, and why. */
const DIFFERENT: Readonly<Record<string, string>> = {
  "parsed junk": "an entry's parsed labels are not looked at, since nothing uses them",
  "tag overflows 32 bits": "a number that no encoder writes, cut to 32 bits there",
  "field number too big": "the same",
  "length wraps 64": "the same with 64 bits",
};

function passedOn(result: PushResult): unknown[] {
  if (!result.ok) return [];
  return result.streams.flatMap(({ labels, entries }) => {
    const given = Object.entries(labels).filter(([, value]) => value !== "");
    if (given.length === 0) return [];
    return entries.map(({ timestamp, line, metadata }) => ({
      labels: Object.fromEntries(given),
      time: String(timestamp),
      // Recorded as JSON, which has no raw bytes.
      line: line.toWellFormed(),
      metadata,
    }));
  });
}

describe("as recorded", () => {
  it.each(recorded.filter(({ name }) => DIFFERENT[name] === undefined))("$name", ({ hex, status, entries }) => {
    const result = atOnce(readPushRequest(Buffer.from(hex, "hex"), UNLIMITED));
    expect(result.ok && result.refused === undefined ? 204 : 400).toBe(status);
    expect(passedOn(result)).toEqual(entries);
  });
});
