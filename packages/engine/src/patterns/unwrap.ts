/** The message that a line carries, out of what wraps it: CRI, Docker's JSON, syslog, a head of time and level, JSON, logfmt. */
import { goString } from "@sluice/languages/govalue";
import { getField, type JsonObject, jsonText, parseJsonObject } from "@sluice/languages/json";
import { unquoteLogfmt } from "@sluice/languages/logfmt";
import { MESSAGE_NAMES, readCri, readDocker, syslogMessageAt } from "../vocabulary/index.ts";
import { findMessage } from "./head.ts";

export interface Unwrapped {
  /** What the container's program wrote: by this a line continues the one before. */
  readonly content: string;
  /** Where the runtime wrote it to; lines of the two streams do not continue each other. */
  readonly stream: string;
  /** The runtime has split a longer line, and its rest follows. */
  readonly partial: boolean;
}

/** Lines longer than this are taken as texts, whatever they hold. */
const MAX_JSON = 64 * 1024;

/** Docker splits lines of more than 16 KiB; shorter ones without a line end are whole, as other writers leave it out. */
const MIN_PIECE = 4096;

/** Out of what a container's runtime puts around the line, and without the first half of a line end in two characters. */
export function unwrapRuntime(given: string): Unwrapped {
  const line = given.charCodeAt(given.length - 1) === 13 ? given.slice(0, -1) : given;
  const cri = readCri(line);
  if (cri !== undefined) return { content: cri.content, stream: cri.stream, partial: cri.flags === "P" };
  const docker = line.length > MAX_JSON ? undefined : readDocker(line);
  if (docker === undefined) return { content: line, stream: "", partial: false };
  const { log, stream } = docker;
  const whole = log.endsWith("\n");
  return { content: whole ? log.slice(0, -1) : log, stream, partial: !whole && log.length >= MIN_PIECE };
}

/** Wrappers in each other that are opened. */
const MAX_DEPTH = 3;

/** Characters of a message that are looked at. */
export const MAX_MESSAGE = 4096;

/** The message of a line, out of all that wraps it. */
export const findMessageText = (line: string): string => findContent(unwrapRuntime(line).content);

/** The text whose pattern counts. */
export function findContent(content: string): string {
  let text = content;
  for (let depth = 0; depth < MAX_DEPTH; depth++) {
    const object = text.startsWith("{") ? readObject(text) : undefined;
    const inner = object === undefined ? unwrapOnce(text) : messageOf(object);
    // What an object without a message has is its pairs, which wrap nothing.
    if (inner === undefined && object !== undefined) return pairsOf(object) ?? text;
    if (inner === undefined || inner.trim() === "") break;
    text = inner;
  }
  return text;
}

function unwrapOnce(text: string): string | undefined {
  const message = syslogMessageAt(text) || findMessage(text);
  return message > 0 ? text.slice(message) : fromLogfmt(text);
}

function readObject(text: string): JsonObject | undefined {
  if (text.length > MAX_JSON) return undefined;
  const read = parseJsonObject(text);
  return read.ok ? read.value : undefined;
}

function messageOf(object: JsonObject): string | undefined {
  for (const key of MESSAGE_NAMES) {
    const value = getField(object, key);
    if (typeof value === "string" && value.trim() !== "") return value;
  }
  return undefined;
}

function pairsOf(object: JsonObject): string | undefined {
  const pairs: string[] = [];
  flatten(object, "", pairs);
  return pairs.length === 0 ? undefined : pairs.join(" ");
}

/** Fields of an object that are shown in a pattern. */
const MAX_PAIRS = 40;
const BARE = /^[^\s"'=:,;()[\]{}<>|]+$/;

/** An object without a message is its pairs. */
function flatten(object: JsonObject, before: string, into: string[]): void {
  for (const key of Object.keys(object)) {
    if (into.length === MAX_PAIRS) return;
    const value = getField(object, key);
    if (isObject(value) && before === "") flatten(value, `${key}.`, into);
    else {
      const text = (value === undefined ? undefined : goString(value)) ?? jsonText(value);
      into.push(`${before}${key}=${BARE.test(text) ? text : JSON.stringify(text)}`);
    }
  }
}

const isObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const LOGFMT = /^[A-Za-z_][\w.-]*=(?:"|\S* [A-Za-z_][\w.-]*=)/;
const LOGFMT_MESSAGE = /(?:^| )(?:msg|message)=("(?:[^"\\]|\\.)*"|[^\s"]+)/;

const AUDIT = /^audit\(.*\):$/;

function fromLogfmt(text: string): string | undefined {
  if (!LOGFMT.test(text)) return undefined;
  const found = LOGFMT_MESSAGE.exec(text)?.[1];
  // A word with a colon behind it, as auditd writes, is the number of the record: what follows is what it says.
  if (found === undefined || AUDIT.test(found)) return undefined;
  if (!found.startsWith('"')) return found;
  // Where an escape is malformed, the text is as it is written.
  return unquoteLogfmt(found, 1, found.length - 1) ?? found.slice(1, -1);
}
