/**
 * Entries that stages do not expect, from a seed: the formats that logs come in, broken ones, odd Unicode, extremes of
 * time, values of every type. Words of the configuration under test are used as names and values, so that its sources
 * and expressions are hit.
 */

import type { Random } from "@sluice/languages/base";
import { formatRfc3339, SECOND } from "@sluice/languages/base";
import type { ExtractedValue } from "../base/extracted.ts";
import type { EntryInput } from "./run-stages.ts";

const LINES: readonly string[] = [
  "",
  " ",
  "\n",
  "plain text of a line",
  '{"level":"info","msg":"hi","n":12,"ok":true,"nil":null,"o":{"a":[1,2]}}',
  '{"broken": ',
  "[1,2,3]",
  'level=warn msg="a b" took=120ms n=007',
  'k="unterminated',
  "2024-03-10T12:00:00Z stdout F full",
  "2024-03-10T12:00:00Z stderr P part",
  '{"log":"text\\n","stream":"stdout","time":"2024-03-10T12:00:00Z"}',
  '203.0.113.7 - ann [10/Mar/2024:12:00:00 +0000] "GET /cart HTTP/1.1" 200 512',
  "card 4242 4242 4242 4242 end",
  "\u001b[31mred\u001b[0m",
  "Subject:\r\n\tSecurity ID:\tS-1-5\r\n\r\nLogon Type:\t3",
  "grüße 日本 🏰 \u202e",
  "\ud800 lone \udc00 surrogates",
  "bytes that were not UTF-8: \ufffd\ufffd",
  "nul \u0000 and bell \u0007",
  "{{ .Value }} ${0} $1 (?P<x>",
  "x".repeat(3000),
  "a=".repeat(500),
  "__proto__",
];

const VALUES: readonly ExtractedValue[] = [
  "",
  "text",
  "info",
  "1700000000",
  "1.5",
  "-1",
  "NaN",
  "inf",
  "1e400",
  "120ms",
  "2024-03-10T12:00:00Z",
  "203.0.113.7",
  "::1",
  "\ufffd",
  "line one\nline two",
  '{"a":{"b":1}}',
  0,
  -0,
  1e21,
  -3.25,
  true,
  false,
  null,
  [1, "a", null],
  { a: { b: [] } },
];

const LABEL_VALUES = ["", "shop", "debug", "prod", "a b", "k8s", "\ufffd", "日本", "x".repeat(200)];
const NAMES = ["app", "level", "le", "n", "k8s-app", "1st", "__tenant_id__", "__proto__", "größe", "a.b"];
const ADVANCES = [undefined, undefined, undefined, "1ns", "500ms", "1s", "3s", "10m"];

/** `count` entries; the same `random` gives the same ones. `config` is where more words are taken from. */
export function fuzzEntries(count: number, random: Random, config = ""): EntryInput[] {
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random.next() * from.length)]!;
  const words = [...new Set(config.match(/[\p{L}_][\p{L}\p{N}_.-]*/gu) ?? [])];
  const names = [...NAMES, ...words];
  const some = <T>(most: number, make: () => readonly [string, T]): Record<string, T> =>
    Object.fromEntries(Array.from({ length: Math.floor(random.next() * (most + 1)) }, make));
  const line = (): string => {
    const text = pick(LINES);
    const kind = random.next();
    if (kind < 0.6) return text;
    if (kind < 0.8 && words.length > 0) return `${pick(words)} ${text} ${pick(words)}=${pick(words)}`;
    return text.slice(Math.floor(random.next() * text.length));
  };
  return Array.from({ length: count }, () => ({
    line: line(),
    labels: some(3, () => [pick(names), random.next() < 0.7 || words.length === 0 ? pick(LABEL_VALUES) : pick(words)]),
    extracted: some(5, () => [pick(names), pick(VALUES)]),
    structured_metadata: Object.entries(some(2, () => [pick(names), pick(LABEL_VALUES)])),
    timestamp:
      random.next() < 0.5 ? undefined : formatRfc3339(BigInt(Math.floor((random.next() - 0.2) * 4e9)) * SECOND + 7n),
    advance: pick(ADVANCES),
  }));
}
