/** What is around a text that a stage was to read: asked only where its note is heard. */
import { stripAnsi } from "@sluice/languages/ansi";
import { parseCriLine } from "@sluice/languages/cri";
import { parseJsonObject } from "@sluice/languages/json";
import type { Doubt } from "../../pipeline/stage.ts";

/** Longer lines are not searched for what is around them. */
const MAX_EXPLAINED = 10_000;

/** What is around `line`, where what is inside it `fits`. */
export function wrapped(line: string, fits: (inside: string) => boolean): Doubt | undefined {
  if (line.length > MAX_EXPLAINED) return undefined;
  const plain = stripAnsi(line);
  if (plain !== line && fits(plain)) return wrap("it begins with an escape sequence", "decolorize");
  const content = parseRuntimeLine(line);
  if (content !== undefined && fits(content)) return wrap("it is a line of a container runtime", "cri");
  const log = line.startsWith("{") ? dockerLog(line) : undefined;
  return log !== undefined && fits(log) ? wrap("it is a record of Docker", "docker") : undefined;
}

/** The content of a line of a container runtime; undefined: it is none. */
export function parseRuntimeLine(line: string): string | undefined {
  return /^\d{4}-\d{2}-\d{2}T\S+ (?:stdout|stderr) /.test(line) ? parseCriLine(line)?.content : undefined;
}

function dockerLog(line: string): string | undefined {
  const record = parseJsonObject(line);
  const log = record.ok ? record.value.log : undefined;
  return typeof log === "string" ? log : undefined;
}

const wrap = (what: string, stage: string): Doubt => ({
  code: "line-wrapped",
  clause: `${what}; put stage.${stage} before`,
  fix: { title: `Put stage.${stage} before`, before: `stage.${stage} { }\n` },
});
