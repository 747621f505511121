/**
 * The message texts of Windows event log records, for `stage.windowsevent` (sections with titles) and the older
 * `stage.eventlogmessage` (lines `key:value`). Lines end in CRLF only. A name that is taken gets the suffix
 * `_extracted` once: a third one of that name overwrites the second.
 */
import { GO_SPACES, trimGoSpace } from "../govalue/space.ts";

/** Where values go; the extracted map is one. */
export interface EventTarget {
  has(name: string): boolean;
  set(name: string, value: string): void;
}

export interface EventOptions {
  /** Drop fields whose name is no valid label name, instead of replacing what is invalid in it. */
  readonly dropInvalidLabels: boolean;
  /** Overwrite fields that exist, instead of adding the suffix. */
  readonly overwriteExisting: boolean;
}

/** Told of each part of the message that gives nothing. */
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
    if (isInvalidUtf8(value)) onSkipped?.(line, "invalid value");
    else target.set(freeName(name, options, target), value);
  }
}

/**
 * Reads the sections of an event's message, which empty lines separate: the first one is the `Description`; in the
 * others a first line without value is the prefix of the section's names, and a line without colon continues the
 * value before it, behind a comma. Names may be any UTF-8.
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
  let prefix = "";
  let last: { name: string; value: string } | undefined;
  section.split("\r\n").forEach((line, i) => {
    const colon = line.indexOf(":");
    if (colon < 0) {
      if (last === undefined) onSkipped?.(line, "no preceding entry");
      else {
        last.value += `,${removeBreaks(line)}`;
        target.set(last.name, last.value);
      }
      return;
    }
    const key = removeSpaces(line.slice(0, colon));
    const value = line.slice(colon + 1);
    // Only a line that really ends at its colon is a title or empty: a blank behind it makes an empty value.
    if (value === "") {
      if (i === 0) prefix = key === "" ? "" : `${key}_`;
      else onSkipped?.(line, "empty value");
      last = undefined;
      return;
    }
    last = store(prefix + key, value, options, target, onSkipped);
  });
}

function store(
  key: string,
  text: string,
  options: EventOptions,
  target: EventTarget,
  onSkipped: OnSkipped | undefined,
): { name: string; value: string } | undefined {
  let name = key;
  if (name === "" || isInvalidUtf8(name)) {
    if (options.dropInvalidLabels) {
      onSkipped?.(`${key}:${text}`, "invalid name");
      return undefined;
    }
    name = sanitizeLabelName(name);
  }
  const value = removeBreaks(trimGoSpace(text));
  if (isInvalidUtf8(value)) {
    onSkipped?.(`${key}:${text}`, "invalid value");
    return undefined;
  }
  name = freeName(name, options, target);
  target.set(name, value);
  return { name, value };
}

function freeName(name: string, options: EventOptions, target: EventTarget): string {
  return !options.overwriteExisting && target.has(name) ? `${name}_extracted` : name;
}

/** Prometheus's classic label name: each character that is not allowed becomes one underscore; none gives `_`. */
export function sanitizeLabelName(name: string): string {
  if (name === "") return "_";
  return name.replace(/^[0-9]/, "_").replace(/[^A-Za-z0-9_]/gu, "_");
}

/** At our edge a byte that is not UTF-8 has become U+FFFD. */
function isInvalidUtf8(text: string): boolean {
  return text.includes("\ufffd");
}

const BREAKS = /[\r\n\t]/g;
const SPACES = new RegExp(`[${GO_SPACES}]+`, "g");

function removeBreaks(text: string): string {
  return text.replace(BREAKS, "");
}

function removeSpaces(text: string): string {
  return text.replace(SPACES, "");
}
