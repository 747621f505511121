/** Messages by RFC 3164: `<34>Jan 15 08:00:00 host app[123]: text`, and as Cisco's devices write them. */
import { type Nanos, parseRfc3339 } from "@sluice/engine";
import { dateWithoutYear, SHORT_MONTHS, UTC } from "@sluice/languages/gotime";
import { type CiscoComponents, readCisco } from "./cisco.ts";
import type { ParseResult } from "./message.ts";
import { NO_PRIORITY, readPriority } from "./priority.ts";

const STAMP = new RegExp(
  `^(${SHORT_MONTHS.join("|")}) ([ 0-3]\\d) ([01]\\d|2[0-3]):([0-5]\\d):([0-5]\\d)(?:\\.(\\d{1,9}))?`,
);
/** Which relays write although the RFC does not have it. */
const FULL_TIME = /^\d{4}-\d\d-\d\dT[^\s]{0,39}[^\s:]/;
const HOST = /^([!-~]{1,255}) /;
const TAG = /^([!-9;-Z\\^-~]{1,32})(?:\[([!-\\^-~]{1,128})\])?: ?/;
/** The mnemonic of a message of Cisco's: `%SYS-5-CONFIG_I:`. */
const CISCO = /%[A-Z][A-Z\d_]{0,39}-[0-7]-[A-Z][A-Z\d_]{0,79}:/;
const CISCO_HINT = ": it looks like one of a Cisco device, which rfc3164_cisco_components reads";
const LEAP_YEAR = 2000;

/** `cisco`: what is between the priority and the time, where devices of Cisco send. */
export function parse3164(text: string, now: Nanos, cisco?: CiscoComponents): ParseResult {
  const begin = readPriority(text);
  if (begin === undefined) return { ok: false, problem: NO_PRIORITY };
  const head = cisco && readCisco(text, begin.end, cisco);
  if (cisco !== undefined && head === undefined)
    return { ok: false, problem: "the numbers that rfc3164_cisco_components names do not follow its priority" };
  let rest = text.slice(head?.end ?? begin.end);
  const time = readTime(rest, now, cisco?.secondFractions === true);
  const parting = time && (cisco === undefined ? / /y : /:? +/y);
  if (parting !== undefined) parting.lastIndex = time!.end;
  if (time === undefined || parting?.test(rest) !== true)
    return {
      ok: false,
      problem: `no time such as "Jan 15 08:00:00" and a blank follow its priority${cisco === undefined && CISCO.test(text) ? CISCO_HINT : ""}`,
    };
  const hasColon = rest[time.end] === ":";
  rest = rest.slice(parting.lastIndex);
  // A device of Cisco that writes a colon after the time has said before what it is called.
  const host = hasColon ? undefined : HOST.exec(rest);
  if (host === null) return { ok: false, problem: "no host and a blank follow its time" };
  rest = rest.slice(host?.[0].length ?? 0);
  const tag = TAG.exec(rest);
  return {
    ok: true,
    message: {
      priority: begin.priority,
      timestamp: time.timestamp,
      hostname: host?.[1] ?? head?.hostname,
      appName: tag?.[1],
      procId: tag?.[2],
      msgId: undefined,
      msgCounter: head?.counter,
      sequence: head?.sequence,
      structuredData: [],
      text: rest.slice(tag?.[0].length ?? 0),
    },
  };
}

function readTime(
  text: string,
  now: Nanos,
  fractions: boolean,
): { readonly timestamp: Nanos; readonly end: number } | undefined {
  const full = FULL_TIME.exec(text);
  if (full !== null) {
    const timestamp = parseRfc3339(full[0]);
    return timestamp === undefined ? undefined : { timestamp, end: full[0].length };
  }
  const stamp = STAMP.exec(text);
  if (stamp === null) return undefined;
  const month = SHORT_MONTHS.indexOf(stamp[1]!);
  const day = Number(stamp[2]);
  // A day that the month never has would be one of the next.
  if (new Date(Date.UTC(LEAP_YEAR, month, day)).getUTCMonth() !== month || day === 0) return undefined;
  const fraction = stamp[6];
  if (fraction !== undefined && !fractions) return undefined;
  const [hour, minute, second] = stamp.slice(3, 6).map(Number) as [number, number, number];
  const nanosecond = Number((fraction ?? "").padEnd(9, "0"));
  const timestamp = dateWithoutYear({ month: month + 1, day, hour, minute, second, nanosecond }, UTC, now);
  return { timestamp, end: stamp[0].length };
}
