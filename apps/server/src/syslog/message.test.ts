import { formatRfc3339 } from "@sluice/engine";
import { describe, expect, it } from "vitest";
import { labelsOf, type ParseResult } from "./message.ts";
import { parseRaw } from "./raw.ts";
import { parse3164 } from "./rfc3164.ts";
import { parse5424 } from "./rfc5424.ts";

const NOW = 1_768_464_000_000_000_000n;

function shown(result: ParseResult) {
  if (!result.ok) return result.problem;
  const { message } = result;
  return {
    text: message.text,
    at: message.timestamp === undefined ? undefined : formatRfc3339(message.timestamp),
    labels: Object.fromEntries(
      labelsOf(message, true).map(([name, value]) => [name.replace("__syslog_message_", ""), value]),
    ),
  };
}

describe("RFC 5424", () => {
  it.each<[string, string, Record<string, string>, string | undefined, string]>([
    [
      "the RFC's first example",
      "<34>1 2003-10-11T22:14:15.003Z mymachine.example.com su - ID47 - \ufeff'su root' failed for lonvick on /dev/pts/8",
      { severity: "critical", facility: "auth", hostname: "mymachine.example.com", app_name: "su", msg_id: "ID47" },
      "2003-10-11T22:14:15.003Z",
      "'su root' failed for lonvick on /dev/pts/8",
    ],
    [
      "the RFC's example with structured data",
      '<165>1 2003-10-11T22:14:15.003Z h evntslog 8 ID47 [exampleSDID@32473 iut="3" eventSource="Application" eventID="1011"][examplePriority@32473 class="high"] An event',
      {
        severity: "notice",
        facility: "local4",
        hostname: "h",
        app_name: "evntslog",
        proc_id: "8",
        msg_id: "ID47",
        sd_exampleSDID_32473_iut: "3",
        sd_exampleSDID_32473_eventSource: "Application",
        sd_exampleSDID_32473_eventID: "1011",
        sd_examplePriority_32473_class: "high",
      },
      "2003-10-11T22:14:15.003Z",
      "An event",
    ],
    [
      "escapes in values",
      '<0>1 - - - - - [a b="\\"\\\\\\]\\n"] x',
      { severity: "emergency", facility: "kern", sd_a_b: '"\\]\\n' },
      undefined,
      "x",
    ],
    ["nothing but a priority", "<13>1 - - - - - -", { severity: "notice", facility: "user" }, undefined, ""],
    [
      "an offset",
      "<191>1 2026-01-15T08:00:00.000001+02:00 - - - - - a\nb",
      { severity: "debug", facility: "local7" },
      "2026-01-15T06:00:00.000001Z",
      "a\nb",
    ],
  ])("%s", (_name, text, labels, at, line) => {
    expect(shown(parse5424(text))).toEqual({ text: line, at, labels });
  });

  it.each([
    ["no priority", "1 - - - - - - x", /priority/],
    ["a priority that is too large", "<192>1 - - - - - - x", /priority/],
    ["a priority with zeros", "<013>1 - - - - - - x", /priority/],
    ["no version", "<13>- - - - - - x", /header/],
    ["the older format", "<34>Oct 11 22:14:15 mymachine su: x", /header/],
    ["no such day", "<13>1 2026-02-30T00:00:00Z - - - - - x", /is not a time/],
    ["an element that does not end", "<13>1 - - - - - [a x", /structured data/],
    ["a bracket within a value", '<13>1 - - - - - [a b="]"] x', /structured data/],
    ["a value without its quote", '<13>1 - - - - - [a b="x', /structured data/],
    ["no blank before the text", "<13>1 - - - - - -x", /blank/],
    ["too long an app", `<13>1 - - ${"x".repeat(49)} - - - x`, /header/],
  ])("refuses %s", (_name, text, problem) => expect(shown(parse5424(text))).toMatch(problem));
});

describe("RFC 3164", () => {
  it.each<[string, string, Record<string, string>, string, string]>([
    [
      "the RFC's example",
      "<34>Oct 11 22:14:15 mymachine su: 'su root' failed",
      { severity: "critical", facility: "auth", hostname: "mymachine", app_name: "su" },
      "2026-10-11T22:14:15Z",
      "'su root' failed",
    ],
    [
      "a process and a day of one digit",
      "<13>Jan  5 01:02:03 10.0.0.1 cron[123]: done: yes",
      { severity: "notice", facility: "user", hostname: "10.0.0.1", app_name: "cron", proc_id: "123" },
      "2026-01-05T01:02:03Z",
      "done: yes",
    ],
    [
      "the year before",
      "<13>Dec 31 23:59:59 h a: x",
      { severity: "notice", facility: "user", hostname: "h", app_name: "a" },
      "2025-12-31T23:59:59Z",
      "x",
    ],
    [
      "29 February in a year that has none",
      "<13>Feb 29 10:00:00 h a: x",
      { severity: "notice", facility: "user", hostname: "h", app_name: "a" },
      "2026-03-01T10:00:00Z",
      "x",
    ],
    [
      "no tag",
      "<13>Jan 15 08:00:00 h just text",
      { severity: "notice", facility: "user", hostname: "h" },
      "2026-01-15T08:00:00Z",
      "just text",
    ],
    [
      "a full time",
      "<13>2026-01-15T08:00:00.5Z h a: x",
      { severity: "notice", facility: "user", hostname: "h", app_name: "a" },
      "2026-01-15T08:00:00.5Z",
      "x",
    ],
  ])("%s", (_name, text, labels, at, line) => {
    expect(shown(parse3164(text, NOW))).toEqual({ text: line, at, labels });
  });

  const all = { messageCounter: true, sequenceNumber: true, hostname: true, secondFractions: true };
  const only = (...names: (keyof typeof all)[]) => ({
    ...all,
    ...Object.fromEntries(Object.keys(all).map((name) => [name, names.includes(name as keyof typeof all)])),
  });
  const text = "Configured from console by console";
  const app = { severity: "notice", facility: "local7", app_name: "%SYS-5-CONFIG_I" };
  it.each<[string, string, typeof all, Record<string, string>, string]>([
    [
      "all components",
      `<189>237: 000485: router1: *Jan  8 19:46:03.295: %SYS-5-CONFIG_I: ${text}`,
      all,
      { ...app, hostname: "router1", msg_counter: "237", sequence: "485" },
      "2026-01-08T19:46:03.295Z",
    ],
    [
      "no name, though it may be there",
      `<189>237: 000485: Jan  8 19:46:03: %SYS-5-CONFIG_I: ${text}`,
      all,
      { ...app, msg_counter: "237", sequence: "485" },
      "2026-01-08T19:46:03Z",
    ],
    [
      "a counter that is switched off at the device",
      `<189>: Jan  8 19:46:03: %SYS-5-CONFIG_I: ${text}`,
      only("messageCounter"),
      { ...app, msg_counter: "0" },
      "2026-01-08T19:46:03Z",
    ],
    [
      "a sequence alone, and a clock that is not sure",
      `<189>000485: .Jan  8 19:46:03: %SYS-5-CONFIG_I: ${text}`,
      only("sequenceNumber"),
      { ...app, sequence: "485" },
      "2026-01-08T19:46:03Z",
    ],
    [
      "fractions alone, with a host as in the RFC",
      `<189>Jan  8 19:46:03.5 router1 %SYS-5-CONFIG_I: ${text}`,
      only("secondFractions"),
      { ...app, hostname: "router1" },
      "2026-01-08T19:46:03.5Z",
    ],
  ])("of Cisco with %s", (_name, message, components, labels, at) => {
    expect(shown(parse3164(message, NOW, components))).toEqual({ text, at, labels });
  });

  it.each([
    ["no counter", `<189>Jan  8 19:46:03: %SYS: ${text}`, only("messageCounter"), /numbers/],
    ["no sequence", `<189>12: Jan  8 19:46:03: %SYS: ${text}`, all, /numbers/],
    [
      "fractions that were not asked for",
      `<189>12: Jan  8 19:46:03.1: %SYS: ${text}`,
      only("messageCounter"),
      /no time/,
    ],
    ["nothing after the time", "<189>12: Jan  8 19:46:03", only("messageCounter"), /no time/],
  ])("refuses of Cisco %s", (_name, message, components, problem) =>
    expect(shown(parse3164(message, NOW, components))).toMatch(problem),
  );

  it.each([
    ["no time", "<13>h a: x", /no time such as "Jan 15 08:00:00" and a blank follow its priority$/],
    [
      "what Cisco writes",
      "<190>sw1: 000045: Dec 15 23:15:06.123 UTC: %SYS-5-CONFIG_I: x",
      /rfc3164_cisco_components reads/,
    ],
    ["fractions", "<13>Jan 15 08:00:00.5 h a: x", /no time/],
    ["no such day", "<13>Feb 30 00:00:00 h a: x", /no time/],
    ["no host", "<13>Jan 15 08:00:00 ", /no host/],
    ["no priority", "Jan 15 08:00:00 h a: x", /priority/],
  ])("refuses %s", (_name, text, problem) => expect(shown(parse3164(text, NOW))).toMatch(problem));
});

describe("no format", () => {
  it.each<[string, string, string, Record<string, string>]>([
    ["a text as it is", "CEF:0|Vendor|x ", "CEF:0|Vendor|x", {}],
    ["a priority before it", "<34> text\r", "text", { severity: "critical", facility: "auth" }],
    ["a priority of no facility", "<255>text", "text", { severity: "debug" }],
    ["what is no priority", "<256>text", "<256>text", {}],
    ["what is no number", "<a>text", "<a>text", {}],
    ["nothing", "<34>", "", { severity: "critical", facility: "auth" }],
  ])("%s", (_name, message, text, labels) => {
    expect(shown(parseRaw(message))).toMatchObject({ text, labels });
  });
});
