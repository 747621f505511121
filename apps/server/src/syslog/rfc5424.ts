/** Messages by RFC 5424: `<34>1 2026-01-15T08:00:00Z host app 123 ID47 [id name="value"] text`. */
import { type Nanos, parseRfc3339 } from "@sluice/engine";
import type { ParseResult, StructuredElement } from "./message.ts";
import { NO_PRIORITY, readPriority } from "./priority.ts";

const HEADER =
  /^[1-9]\d{0,2} (-|\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,6})?(?:Z|[+-]\d\d:\d\d)) ([!-~]{1,255}) ([!-~]{1,48}) ([!-~]{1,128}) ([!-~]{1,32}) /;
/** Of an element or a parameter: no blank, `=`, `]` and quote. */
const NAME = /[!#-<>-\\^-~]{1,32}/y;
const BOM = "\ufeff";

const refused = (problem: string): ParseResult => ({ ok: false, problem });

export function parse5424(text: string): ParseResult {
  const begin = readPriority(text);
  if (begin === undefined) return refused(NO_PRIORITY);
  const rest = text.slice(begin.end);
  const header = HEADER.exec(rest);
  if (header === null)
    return refused("its header is not one of RFC 5424: version, time, host, app, process, message id");
  const [whole, time, hostname, appName, procId, msgId] = header as unknown as readonly string[];
  const timestamp = readTime(time!);
  if (timestamp === null) return refused(`${JSON.stringify(time)} is not a time`);
  const data = readStructuredData(rest, whole!.length);
  if (data === undefined) return refused("its structured data are malformed");
  const message = rest.slice(data.end);
  if (message !== "" && !message.startsWith(" ")) return refused("a blank is missing after its structured data");
  const given = (field: string | undefined) => (field === "-" ? undefined : field);
  return {
    ok: true,
    message: {
      priority: begin.priority,
      timestamp,
      hostname: given(hostname),
      appName: given(appName),
      procId: given(procId),
      msgId: given(msgId),
      structuredData: data.elements,
      text: message.startsWith(BOM, 1) ? message.slice(2) : message.slice(1),
    },
  };
}

/** Undefined where there is none, null where it is not a time. */
function readTime(text: string): Nanos | undefined | null {
  if (text === "-") return undefined;
  return parseRfc3339(text) ?? null;
}

function readStructuredData(
  text: string,
  start: number,
): { readonly elements: readonly StructuredElement[]; readonly end: number } | undefined {
  if (text[start] === "-") return { elements: [], end: start + 1 };
  const elements: StructuredElement[] = [];
  let at = start;
  const name = (): string | undefined => {
    NAME.lastIndex = at;
    const found = NAME.exec(text)?.[0];
    if (found !== undefined) at += found.length;
    return found;
  };
  while (text[at] === "[") {
    at++;
    const id = name();
    if (id === undefined) return undefined;
    const params: (readonly [string, string])[] = [];
    while (text[at] === " ") {
      at++;
      const param = name();
      if (param === undefined || text[at] !== "=" || text[at + 1] !== '"') return undefined;
      const value = readValue(text, at + 2);
      if (value === undefined) return undefined;
      params.push([param, value.value]);
      at = value.end;
    }
    if (text[at] !== "]") return undefined;
    at++;
    elements.push({ id, params });
  }
  return elements.length === 0 ? undefined : { elements, end: at };
}

/** A value up to its quote; a backslash stands before a quote, a bracket and itself. */
function readValue(text: string, start: number): { readonly value: string; readonly end: number } | undefined {
  let value = "";
  let from = start;
  for (let at = start; at < text.length; at++) {
    const one = text[at];
    if (one === '"') return { value: value + text.slice(from, at), end: at + 1 };
    if (one === "]") return undefined;
    if (one === "\\" && /["\\\]]/.test(text[at + 1] ?? "")) {
      value += text.slice(from, at);
      from = ++at;
    }
  }
  return undefined;
}
