import { compileRegex } from "@sluice/languages/re2";
import { describe, expect, it } from "vitest";
import {
  HEALTH_PATH,
  insideLine,
  isLevelName,
  isLevelWord,
  isLowLevel,
  isRoutine,
  isSeriousLevelWord,
  LEVEL_WORDS,
  levelOf,
  RFC5424,
  readCri,
  readDocker,
  SERIOUS_WORDS,
  syslogMessageAt,
  TIME_FORMS,
  TIMES_ANYWHERE,
  timeExpression,
} from "./index.ts";

describe("words of levels", () => {
  it.each([
    ["WARNING", "warn"],
    ["wrn", "warn"],
    [" Eror ", "error"],
    ["VRB", "trace"],
    ["verbose", "debug"],
    ["DEBUG2", "debug"],
    ["dpanic", "fatal"],
    ["WARNUNG", "warn"],
    ["Fehler", "error"],
    ["ERREUR", "error"],
    ["aviso", "warn"],
    ["ERROR+2", "error"],
    ["debug-4", "debug"],
    ["error+", undefined],
    ["w", undefined],
    ["warned", undefined],
  ])("%s", (written, level) => expect(levelOf(written)).toBe(level));

  it("are letters where others are", () => {
    expect(["W", "D3", "w"].map((written) => levelOf(written, true))).toEqual(["warn", "debug", undefined]);
  });

  it("are doubtful in a sentence, and in the place of a level one", () => {
    const doubtful = ["log", "Config", "success", "note", "failure", "system"];
    expect(doubtful.filter(isLevelWord)).toEqual([]);
    expect(doubtful.every((word) => levelOf(word) !== undefined)).toBe(true);
    const columns = new RegExp(`^(?:${LEVEL_WORDS})$`);
    expect(["LOG", "NOTE", "TRCE", "SYSTEM", "FAIL"].map((word) => columns.test(word))).toEqual([
      true,
      true,
      true,
      false,
      false,
    ]);
  });

  it("are low or serious", () => {
    expect(["FINEST", "dbg", "Verbose", "info", "warn", "d"].filter(isLowLevel)).toEqual(["FINEST", "dbg", "Verbose"]);
    const serious = new RegExp(`\\b(?:${SERIOUS_WORDS})\\b`, "i");
    expect(["a SEVERE one", "wrn x", "info notice debug", "warned"].map((text) => serious.test(text))).toEqual([
      true,
      true,
      false,
      false,
    ]);
    expect(["Fehler", "wrn", "notice", "E"].filter((word) => isSeriousLevelWord(word))).toEqual(["Fehler", "wrn"]);
    expect(isSeriousLevelWord("E", true)).toBe(true);
  });

  it("have names", () => {
    expect(["Level", "severity_text", "pri", "levels"].map(isLevelName)).toEqual([true, true, true, false]);
  });
});

/** One time of each form. */
const TIMES: Readonly<Record<string, string>> = {
  iso: "2026-03-02T10:00:00.5+01:00",
  db2: "2026-03-02-10.00.00.123456+060",
  slashes: "2026/03/02 10:00:00",
  dots: "2026.03.02 10:00:00.123",
  clf: "02/Mar/2026:10:00:00 +0000",
  rfc1123: "Mon, 02 Mar 2026 10:00:00 GMT",
  ansic: "Mon Mar  2 10:00:00 CET 2026",
  "month-year": "Mar  2 2026 10:00:00",
  "month-comma": "Mar 2, 2026 10:00:00 AM",
  month: "Mar  2 10:00:00",
  "day-month-year": "02-Mar-2026 10:00:00.5",
  numbers: "02/03/2026 10:00:00",
  "short-year": "02/03/26 10:00:00",
  logcat: "03-02 10:00:00.123",
};

describe("forms of times", () => {
  it("have an example each, of those that stand anywhere", () => {
    expect(TIMES_ANYWHERE.map(({ id }) => id)).toEqual(Object.keys(TIMES));
  });

  it.each(Object.entries(TIMES))("%s is found in a line as a whole, by RE2 too", (id, time) => {
    const { expression } = TIMES_ANYWHERE.find((form) => form.id === id)!;
    expect(insideLine(expression).exec(`<134>[${time}] "GET`)?.[0]).toBe(time);
    expect(insideLine(expression).test(`1${time}9x`)).toBe(false);
    const compiled = compileRegex(`^(?:${expression})$`);
    expect(compiled.ok && compiled.regex.test(time)).toBe(true);
  });

  it("are written as narrow as the texts show them", () => {
    const [iso] = TIME_FORMS;
    const texts = ["2026-03-02T10:00:00.5Z", "2026-03-02T10:00:01.25Z"];
    expect(timeExpression(iso!, texts)).toBe(String.raw`\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d+Z`);
  });
});

describe("what wraps lines", () => {
  it("is CRI with a time that can be read", () => {
    expect(readCri("2026-03-02T10:00:00.000000000Z stdout F hello")).toMatchObject({ stream: "stdout", flags: "F" });
    expect(readCri("2026-03-02T10:99:00Z stdout F hello")).toBeUndefined();
  });

  it("is Docker's JSON, of which a collector may have taken the time", () => {
    const line = { log: "hello\n", stream: "stderr", time: "2026-03-02T10:00:00.5Z" };
    expect(readDocker(JSON.stringify(line))).toEqual(line);
    expect(readDocker(JSON.stringify({ ...line, time: undefined }))).toEqual({ ...line, time: undefined });
    expect(readDocker(JSON.stringify({ ...line, stream: "file" }))).toBeUndefined();
  });

  it.each([
    ['<165>1 2026-03-02T10:00:00Z web app 12 ID47 [a b="]\\""][c] hello', "hello"],
    ["<165>1 2026-03-02T10:00:00Z web app - - - \ufeffhello", "hello"],
    ["<165>1 2026-03-02T10:00:00Z web app - - -", ""],
    ["<165>Mar  2 10:00:00 web app: hello", undefined],
  ])("is syslog: %s", (line, message) => {
    const at = syslogMessageAt(line);
    expect(at === 0 ? undefined : line.slice(at)).toBe(message);
    const compiled = compileRegex(RFC5424);
    expect(compiled.ok && compiled.regex.test(line)).toBe(message !== undefined);
  });
});

it("health checks are recognized by their path or by their words", () => {
  const health = new RegExp(HEALTH_PATH);
  expect(
    ["/healthz", "/ready?verbose", "/health/live", "/orders/status", "/healthy"].map((p) => health.test(p)),
  ).toEqual([true, true, true, false, false]);
  const routine = ['"GET /healthz HTTP/1.1" 200', "health check passed", "heartbeat 17", "kube-probe: liveness ok"];
  expect(routine.filter((text) => !isRoutine(text))).toEqual([]);
  const others = ["connection already closed", "order is ready", "GET /orders/status", "typing in progress"];
  expect(others.filter(isRoutine)).toEqual([]);
});
