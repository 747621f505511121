/**
 * Detects a log's format from some of its lines: the stages that read it, what they yield, and for how many entries. The
 * stages are run over the lines, so that the figures match those of a preview.
 */
import { parseRfc3339 } from "@sluice/languages/base";
import { parseCriLine } from "@sluice/languages/cri";
import { guessTimeFormats } from "@sluice/languages/gotime";
import { goString } from "@sluice/languages/govalue";
import { getField, type JsonObject, parseJsonObject, parseObjectFold } from "@sluice/languages/json";
import { parseLogfmt } from "@sluice/languages/logfmt";
import { compileRegex, type Regex } from "@sluice/languages/re2";
import { loadStages } from "../document/load.ts";
import { BARE_HOST } from "../pipeline/stage.ts";
import { Preview } from "../preview/preview.ts";
import { writeText } from "../syntax/index.ts";
import { type ChosenFields, chooseFields } from "./fields.ts";
import { REGEX_FORMATS, type RegexFormat } from "./regex-formats.ts";
import { writeStage } from "./write-stage.ts";

export interface DetectedFormat {
  /** Stable: `docker`, `cri`, `json`, `logfmt`, `access-log`, `syslog-3164` … */
  readonly id: string;
  readonly title: string;
  /** A body of stages. */
  readonly stages: string;
  /** Entries that they read, of those that the lines make (several lines can be one entry). */
  readonly matched: number;
  readonly total: number;
  /** Entries whose time is read; undefined where no stage sets the time. */
  readonly timed: number | undefined;
  /** Labels and extracted values by name, with the first value that there is. */
  readonly yields: readonly { readonly name: string; readonly label: boolean; readonly example: string }[];
}

/** Limits of the examined lines: their number, and their total length. */
const MAX_LINES = 1000;
const MAX_LENGTH = 2 ** 20;
/** Share of the lines that must have the format. */
const ENOUGH = 0.8;
/** Beginnings of lines that continue the entry before. */
const CONTINUES =
  /^(?:\s|Caused by:|Traceback \(|[\w.$]+(?:Error|Exception)\b|During handling of|The above exception|>|[)}\]])/;

interface Candidate {
  readonly id: string;
  readonly title: string;
  readonly stages: string;
}

/** Whether `line` belongs to the entry before it: a frame of a stack trace, an indented line, the end of a block. */
export const continuesEntry = (line: string): boolean => CONTINUES.test(line);

/** Formats of `lines`, the one that reads most first; empty if no known format fits. */
export function detectFormats(lines: readonly string[]): DetectedFormat[] {
  const given = takeLines(lines);
  if (given.length === 0) return [];
  const candidates = [...structured(given), ...REGEX_FORMATS.flatMap((format) => byRegex(format, given))];
  return candidates
    .map((candidate) => tryOut(candidate, given))
    .filter(({ matched, total }) => matched > 0 && matched >= total * ENOUGH)
    .sort((a, b) => b.matched / b.total - a.matched / a.total);
}

function takeLines(lines: readonly string[]): string[] {
  const taken: string[] = [];
  let length = 0;
  for (const line of lines) {
    if (line.trim() === "") continue;
    length += line.length;
    if (taken.length === MAX_LINES || length > MAX_LENGTH) break;
    taken.push(line);
  }
  return taken;
}

const most = (lines: readonly string[], is: (line: string) => boolean): boolean =>
  lines.filter(is).length >= lines.length * ENOUGH;

/** The most specific format that has a stage of its own. */
function structured(lines: readonly string[]): Candidate[] {
  if (most(lines, isDocker)) return [{ id: "docker", title: "Docker", stages: writeStage("docker") }];
  if (most(lines, isCri)) return [{ id: "cri", title: "CRI (Kubernetes containers)", stages: writeStage("cri") }];
  const objects = lines.map(readObject).filter((object) => object !== undefined);
  if (objects.length >= lines.length * ENOUGH) return [fromJson(objects)];
  if (most(lines, isLogfmt)) return [fromLogfmt(lines)];
  return [];
}

function isDocker(line: string): boolean {
  const read = parseObjectFold(line, ["log", "stream", "time"]);
  return (
    read.ok &&
    !!read.values[0] &&
    /^std(?:out|err)$/.test(read.values[1] ?? "") &&
    parseRfc3339(read.values[2] ?? "") !== undefined
  );
}

function isCri(line: string): boolean {
  const read = parseCriLine(line);
  return read !== undefined && parseRfc3339(read.time) !== undefined;
}

function readObject(line: string): JsonObject | undefined {
  if (!line.trimStart().startsWith("{")) return undefined;
  const read = parseJsonObject(line);
  return read.ok && Object.keys(read.value).length > 0 ? read.value : undefined;
}

/** Pairs make up most of the line: a sentence with one `=` is not logfmt. */
function isLogfmt(line: string): boolean {
  let keys = 0;
  if (parseLogfmt(line, () => keys++) !== undefined) return false;
  const pairs = line.match(/(?:^|\s)[A-Za-z_][\w.\-/]*=(?:"(?:[^"\\]|\\.)*"|[^\s"]*)(?=\s|$)/g)?.length ?? 0;
  return pairs >= 2 && pairs * 10 >= keys * 7;
}

function fromJson(objects: readonly JsonObject[]): Candidate {
  const entries = objects.map(
    (object) =>
      new Map(
        Object.keys(object).map((key) => {
          const value = getField(object, key)!;
          return [key, typeof value === "object" ? undefined : goString(value)] as const;
        }),
      ),
  );
  const isEvent = entries.every((entry) => entry.has("event_id") && entry.has("channel") && entry.has("computer"));
  const chosen = chooseFields(entries);
  const expressions = Object.fromEntries(
    chosen.fields.map(({ name, key }) => [
      name,
      /^[A-Za-z_]\w*$/.test(key) ? (name === key ? "" : key) : JSON.stringify(key),
    ]),
  );
  const stages = writeStage("json", { expressions }) + further(chosen);
  if (!isEvent) return { id: "json", title: "JSON", stages };
  const message = chosen.fields.some(({ name }) => name === "message");
  return {
    id: "windows-event",
    title: "Windows event (JSON)",
    stages: stages + (message ? `\n${writeStage("windowsevent")}` : ""),
  };
}

function fromLogfmt(lines: readonly string[]): Candidate {
  const entries = lines.map((line) => {
    const pairs = new Map<string, string>();
    parseLogfmt(line, (key, value) => pairs.set(key, value));
    return pairs;
  });
  const chosen = chooseFields(entries);
  const mapping = Object.fromEntries(chosen.fields.map(({ name, key }) => [name, name === key ? "" : key]));
  return { id: "logfmt", title: "logfmt", stages: writeStage("logfmt", { mapping }) + further(chosen) };
}

/** The stages after the one that extracts. */
function further({ time, level }: Pick<ChosenFields, "time" | "level">): string {
  const timed =
    time === undefined
      ? ""
      : `\n${writeStage("timestamp", { source: writeText(time.name), format: writeText(time.format) })}`;
  return timed + (level === undefined ? "" : `\n${writeStage("labels", { values: { [level]: "" } })}`);
}

const compiled = new Map<string, Regex>();

function compile(expression: string): Regex {
  let regex = compiled.get(expression);
  if (regex === undefined) {
    const result = compileRegex(expression);
    if (!result.ok) throw new Error(`bad expression of a format: ${result.message}`);
    regex = result.regex;
    compiled.set(expression, regex);
  }
  return regex;
}

function byRegex(format: RegexFormat, lines: readonly string[]): Candidate[] {
  const regex = compile(format.expression);
  const first = lines.filter((line) => regex.test(line));
  // A continued line counts where it follows a first line.
  const goesOn = (line: string) => format.severalLines === true && continuesEntry(line) && !regex.test(line);
  const others = lines.filter(goesOn).length;
  if (first.length === 0 || (others > 0 && !regex.test(lines[0]!))) return [];
  if (first.length + others < lines.length * ENOUGH) return [];
  const groups = regex.groupNames;
  const timeGroup = groups.indexOf("time");
  const times = timeGroup < 0 ? [] : first.map((line) => regex.exec(line)?.[timeGroup] ?? "");
  const timeFormat = timeGroup < 0 ? undefined : (format.timeFormat ?? guessTimeFormats(times)[0]?.format);
  const several = others > 0;
  const stages =
    (several ? `${writeStage("multiline", { firstline: writeText(beginning(format.expression)) })}\n` : "") +
    writeStage("regex", { expression: writeText(several ? `(?s)${format.expression}` : format.expression) }) +
    further({
      time: timeFormat === undefined ? undefined : { name: "time", format: timeFormat },
      level: groups.includes("level") ? "level" : undefined,
    });
  return [{ id: format.id, title: format.title, stages }];
}

/** The expression up to the message, without names of groups. */
function beginning(expression: string): string {
  return expression.replace(/\(\?P<message>.*$/, "").replaceAll(/\(\?P<\w+>/g, "(?:");
}

/** Example values come from this many entries. */
const MAX_EXAMPLES = 50;

function tryOut({ id, title, stages }: Candidate, lines: readonly string[]): DetectedFormat {
  const { stages: nodes } = loadStages(stages);
  const samples = lines.map((line) => ({ line, labels: {} }));
  const preview = Preview.run({ stages: nodes, dialect: "loki" }, samples, { start: 0n, seed: 1, host: BARE_HOST });
  const counts = preview.counts();
  const pathOf = (is: (name: string) => boolean) => nodes.find(({ spec }) => is(spec.name))?.path;
  const of = (path: string | undefined) => (path === undefined ? undefined : counts.get(path));
  const reader = of(pathOf((name) => name !== "multiline"));
  const time = of(pathOf((name) => name === "timestamp"));
  const yields = new Map<string, { name: string; label: boolean; example: string }>();
  for (const { entry } of preview.outputs.slice(0, MAX_EXAMPLES)) {
    for (const [name, value] of entry.extracted) {
      const known = yields.get(name);
      const example = goString(value) ?? JSON.stringify(value);
      if (known === undefined || known.example === "")
        yields.set(name, { name, label: entry.labels.has(name), example });
    }
  }
  const total = reader?.in ?? 0;
  return {
    id,
    title,
    stages,
    matched: total - (reader?.missed ?? 0) - (reader?.errors ?? 0),
    total,
    timed: time === undefined ? undefined : time.in - time.missed - time.errors,
    yields: [...yields.values()],
  };
}
