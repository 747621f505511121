/**
 * Names that mislead: values that stages guess from columns and patterns, under a name that says something else than the truth of
 * the log does. A neutral name (`column_4`, `number`, `id`) says nothing wrong, nor does one that the value's own form
 * says, and one that stands before its value in the line is the log's own.
 */
import { goString } from "@sluice/languages/govalue";
import { toName } from "../../src/detect/index.ts";
import type { Snapshot } from "../../src/pipeline/snapshot.ts";
import { MEANINGS, meaningsSaid, type TrueEntry, type WrittenLog } from "../formats/index.ts";

export interface WrongName {
  readonly name: string;
  /** What the values are by the truth; undefined: the truth has no name for them. */
  readonly meaning: string | undefined;
  readonly example: string;
}

/** Names that say the form of a value or nothing, and those that are measured by other figures. */
const NEUTRAL =
  /^(?:column|word|text|number|context|detail|captured|value|fields|id|uuid|ip|address|url|email|time|timestamp|level|message)$/;
/** What else a meaning may be called. */
const ALSO: Readonly<Record<string, readonly string[]>> = {
  remote_addr: ["client"],
  client: ["remote_addr"],
  client_address: ["client"],
  request_time: ["duration"],
  upstream_response_time: ["upstream_duration"],
  upstream_response_length: ["upstream_bytes"],
  upstream_address: ["upstream", "upstream_addr"],
  upstream_addr: ["upstream"],
  upstream_port: ["upstream_addr_port"],
  timeout: ["duration"],
  reason: ["message"],
};

/** Forms that say themselves what a value is, where the truth has no other name. */
const FORMS: Readonly<Record<string, RegExp>> = {
  path: /^\//,
  method: /^(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)$/,
  protocol: /^HTTP\/\d/,
  duration: /^[\d.]+ ?(?:ns|us|µs|ms|s|m|h)$/,
};

const COLOUR = /\u001b\[[\d;]*m/g;

const plain = (name: string): string => name.replace(/_\d+$/, "");

/** Groups of the expressions in a body of stages. */
const groupsIn = (stages: string): ReadonlySet<string> =>
  new Set([...stages.matchAll(/\(\?P<(\w+)>/g)].map(([, name]) => name!));

/** `entries`: what leaves, and the truth about it. */
export function findWrongNames(
  stages: string,
  log: WrittenLog,
  entries: readonly (readonly [Snapshot, TrueEntry])[],
): WrongName[] {
  const groups = groupsIn(stages);
  // The first entry is an odd one where it is the head of the file.
  const heads = log.lines.filter((line, i) => line.startsWith("#") || (i === 0 && log.entries[0]?.odd === true));
  const header = new Set(
    heads
      .flatMap((line) => line.split(line.startsWith("#") ? /\s+/ : /[,;\t]/))
      .map((name) => toName(name).toLowerCase()),
  );
  const names = [...groups].filter((name) => !NEUTRAL.test(plain(name)) && !header.has(name));
  return names.flatMap((name): WrongName[] => {
    const wrong = new Map<string | undefined, string[]>();
    let all = 0;
    for (const [{ extracted }, { first, lines }] of entries) {
      const value = extracted.get(name);
      const text = value === undefined ? "" : (goString(value) ?? "").trim();
      if (text === "" || text === "-") continue;
      all++;
      const written = log.lines
        .slice(first, first + lines)
        .join("\n")
        .replaceAll(COLOUR, "");
      const meanings = meaningsOf(log.name, written, text);
      if (meanings.some((one) => isCalled(one, plain(name)))) continue;
      if (meanings.length === 0 && (isNamed(written, plain(name), text) || FORMS[plain(name)]?.test(text) === true))
        continue;
      const [meaning] = meanings;
      wrong.set(meaning, [...(wrong.get(meaning) ?? []), text]);
    }
    const [most] = [...wrong].sort((a, b) => b[1].length - a[1].length);
    const count = [...wrong.values()].reduce((sum, { length }) => sum + length, 0);
    return most === undefined || count * 5 < all ? [] : [{ name, meaning: most[0], example: most[1][0]! }];
  });
}

const isCalled = (meaning: string, name: string): boolean => meaning === name || ALSO[meaning]?.includes(name) === true;

/** What the values of an entry with this text are. */
function meaningsOf(log: string, written: string, text: string): string[] {
  const found = [...Object.entries(MEANINGS[log]?.(written) ?? {}), ...meaningsSaid(written)];
  return found.flatMap(([meaning, value]) =>
    value?.trim().replaceAll('"', "") === text.replaceAll('"', "") ? [meaning] : [],
  );
}

/** The name stands before the value: `name=value`, `name: "value"`, `<Name>value`, `name value`. */
function isNamed(written: string, name: string, text: string): boolean {
  for (let at = written.indexOf(text); at >= 0; at = written.indexOf(text, at + 1)) {
    const before = toName(written.slice(Math.max(0, at - 60), at)).toLowerCase();
    if (before === name || before.endsWith(`_${name}`) || (name.length > 4 && before.endsWith(name))) return true;
  }
  return false;
}
