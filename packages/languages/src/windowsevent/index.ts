/**
 * The message texts of Windows event log records, for `stage.windowsevent` (sections with titles) and the older
 * `stage.eventlogmessage` (lines `key:value`). Lines end in CRLF only. A name that is taken gets the suffix
 * `_extracted` once: a third one of that name overwrites the second.
 */
import { hasRawBytes } from "../base/text.ts";
import { trimGoSpace } from "../govalue/space.ts";

/** Where values go; the extracted map is one. */
export interface EventTarget {
  has(name: string): boolean;
  set(name: string, value: string): void;
}

export interface EventOptions {
  /** Drop fields whose name is not a valid label name, instead of replacing what is invalid in it. */
  readonly dropInvalidLabels: boolean;
  /** Overwrite fields that exist, instead of adding the suffix. */
  readonly overwriteExisting: boolean;
}

/** Receives each part of the message without a result. */
export type OnSkipped = (part: string, reason: SkipReason) => void;
export type SkipReason = "no colon" | "invalid name" | "invalid value" | "empty value" | "no preceding entry";

const LEGACY_NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** Reads the lines `key:value` of an event's message. Names follow Prometheus's classic rule. */
export function parseEventLogMessage(
  message: string,
  options: EventOptions,
  target: EventTarget,
  onSkipped?: OnSkipped,
): void {
  for (const line of message.split("\r\n")) {
    const colon = line.indexOf(":");
    if (colon < 0) {
      onSkipped?.(line, "no colon");
      continue;
    }
    let name = line.slice(0, colon);
    if (!LEGACY_NAME.test(name)) {
      if (options.dropInvalidLabels) {
        onSkipped?.(line, "invalid name");
        continue;
      }
      name = sanitizeLabelName(name);
    }
    const value = trimGoSpace(line.slice(colon + 1));
    if (hasRawBytes(value)) onSkipped?.(line, "invalid value");
    else target.set(freeName(name, options, target), value);
  }
}

/**
 * Reads the sections of an event's message, which empty lines separate: the first one is the `Description`; in the
 * others a first line that ends at its colon is the prefix of the section's names, and lines without colon continue the
 * value before them, after a comma each, up to an empty one. Names may be any UTF-8.
 */
export function parseWindowsEvent(
  message: string,
  options: EventOptions,
  target: EventTarget,
  onSkipped?: OnSkipped,
): void {
  const sections = message.split("\r\n\r\n");
  store("Description", sections[0]!, options, target, onSkipped);
  for (let i = 1; i < sections.length; i++) readSection(sections[i]!, options, target, onSkipped);
}

function readSection(
  section: string,
  options: EventOptions,
  target: EventTarget,
  onSkipped: OnSkipped | undefined,
): void {
  const lines = section.split("\r\n");
  let prefix = "";
  for (let at = 0; at < lines.length; ) {
    const first = at;
    const line = lines[at++]!;
    const colon = line.indexOf(":");
    if (colon < 0) {
      // What is empty says nothing: it ends a section that CRLF ends.
      if (line !== "") onSkipped?.(line, "no preceding entry");
      continue;
    }
    const key = line.slice(0, colon);
    let value = line.slice(colon + 1);
    // Only a line that really ends at its colon is a title or empty: a blank after it makes an empty value.
    if (value === "") {
      if (first > 0) onSkipped?.(line, "empty value");
      else if (key !== "") prefix = `${key}_`;
      continue;
    }
    // The value is joined first and cleaned as a whole: a blank before a comma is inside it.
    const start = at;
    while (at < lines.length && lines[at] !== "" && !lines[at]!.includes(":")) at++;
    if (at > start) value = [value, ...lines.slice(start, at)].join(",");
    store(prefix + key, value, options, target, onSkipped);
  }
}

function store(
  key: string,
  text: string,
  options: EventOptions,
  target: EventTarget,
  onSkipped: OnSkipped | undefined,
): void {
  let name = removeBlanks(key);
  if (name === "" || hasRawBytes(name)) {
    if (options.dropInvalidLabels) {
      onSkipped?.(`${key}:${text}`, "invalid name");
      return;
    }
    name = sanitizeLabelName(name);
  }
  const value = trimGoSpace(text.replace(BREAKS, ""));
  if (hasRawBytes(value)) {
    onSkipped?.(`${key}:${text}`, "invalid value");
    return;
  }
  target.set(freeName(name, options, target), value);
}

function freeName(name: string, options: EventOptions, target: EventTarget): string {
  return !options.overwriteExisting && target.has(name) ? `${name}_extracted` : name;
}

/** Prometheus's classic label name: each character that is not allowed becomes one underscore; none gives `_`. */
export function sanitizeLabelName(name: string): string {
  if (name === "") return "_";
  return name.replace(/^[0-9]/, "_").replace(/[^A-Za-z0-9_]/gu, "_");
}

const BREAKS = /[\r\n\t]/g;
const BLANKS = /[\t\r\n ]/g;

/** A key without its blanks; U+00A0 and the like do not count. */
function removeBlanks(key: string): string {
  return key.replace(BLANKS, "");
}
