import { parseRfc3339 } from "@sluice/languages/base";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { openDocument } from "../document/open-document.ts";
import { propose } from "./propose.ts";
import { preview } from "./run.ts";
import { proposalWithoutSecrets } from "./shown-proposal.ts";

const START = parseRfc3339("2026-11-25T15:00:00Z")!;
const run = (lines: readonly string[], more: Partial<Parameters<typeof propose>[1]> = {}) =>
  propose(lines, { start: START, ...more });
const outputs = (text: string, lines: readonly string[]) =>
  preview(
    text,
    lines.map((line) => ({ line, labels: {} })),
    START,
  ).outputs.map(({ entry }) => entry);
const textsOf = (text: string, lines: readonly string[], name: string) =>
  outputs(text, lines).map(({ extracted }) => extracted.get(name));
const repeat = <T>(count: number, line: (i: number) => T): T[] => Array.from({ length: count }, (_, i) => line(i));
const clock = (i: number) => `14:${String(Math.floor(i / 60)).padStart(2, "0")}:${String(i % 60).padStart(2, "0")}`;

describe("a proposal", () => {
  const spring = repeat(20, (i) =>
    i % 5 === 4
      ? "\tat com.example.Demo.run(Demo.java:12)"
      : `2026-11-25 ${clock(i)}.345  ${["INFO", "WARN", "ERROR"][i % 3]} 12345 --- [           main] c.e.demo.Service${i % 2}   : Order ${1000 + i} took ${i * 7} ms`,
  );

  it("joins, reads, sets the time, and gives the level one spelling", () => {
    const { text, figures, stages, unparsed } = run(spring);
    expect(stages.filter(({ taken }) => taken).map(({ id }) => id)).toEqual([
      "multiline",
      "parse:text",
      "parse:1:pattern",
      "time",
      "level",
      "labels",
      "metadata",
      "metric",
    ]);
    expect(figures).toMatchObject({
      lines: 20,
      entries: 16,
      parsed: 16,
      timed: 16,
      leveled: 16,
      dropped: 0,
      streams: 3,
    });
    expect(unparsed).toEqual([]);
    const [first] = outputs(text, spring);
    expect(first!.timestamp).toBe(parseRfc3339("2026-11-25T14:00:00.345Z"));
    expect(first!.labels.toRecord()).toEqual({ level: "info" });
    expect(first!.metadata).toContainEqual(["pid", "12345"]);
    expect(first!.metadata).toContainEqual(["order", "1000"]);
    expect(first!.line).toBe(spring[0]);
  });

  it("shows each stage's figures and what it does with an example", () => {
    const { stages, example } = run(spring);
    const time = stages.find(({ id }) => id === "time")!;
    expect(time).toMatchObject({ read: 16, of: 16, needs: ["parse:text"], branch: undefined });
    expect(time.evidence).toContain("2006-01-02 15:04:05.000");
    expect(time.sets).toEqual([{ name: "entry time", value: expect.stringMatching(/^2026-11-25T14:00:\d\d\.345Z$/) }]);
    expect(example?.labels).toEqual({ level: expect.any(String) });
    expect(example?.time).toMatch(/^2026-11-25T/);
  });

  it("proposes nothing for lines without anything in common", () => {
    const { text, stages, figures } = run(["hello there", "this is a sentence", "and another one of them"]);
    expect(text).toBe("");
    expect(stages).toEqual([]);
    expect(figures).toMatchObject({ lines: 3, entries: 3, parsed: 0 });
  });

  it("proposes nothing for no lines and blank ones", () => {
    expect(run([]).text).toBe("");
    expect(run(["", "   "]).text).toBe("");
  });

  it("leaves a stage out with all that need it, and takes it back", () => {
    const { stages } = run(spring, { choices: new Map([["parse:text", false]]) });
    expect(stages.filter(({ taken }) => taken).map(({ id }) => id)).toEqual(["multiline"]);
    const without = run(spring, { choices: new Map([["parse:1:pattern", false]]) });
    expect(without.text).not.toContain("(?P<order>");
    expect(without.stages.find(({ id }) => id === "metadata")!.code).not.toContain("order");
  });

  it("never takes a stage by default that removes entries", () => {
    const lines = repeat(
      30,
      (i) =>
        `10.0.0.${i} - - [25/Nov/2026:${clock(i)} +0000] "GET ${i % 3 === 0 ? "/healthz" : `/items/${i}`} HTTP/1.1" 200 ${i * 13} "-" "curl/8.5.0"`,
    );
    const proposal = run(lines);
    const noise = proposal.stages.find(({ id }) => id === "noise")!;
    expect(noise).toMatchObject({ taken: false, byDefault: false, code: "" });
    expect(noise.evidence).toEqual(["10 of 30 entries"]);
    expect(proposal.figures.dropped).toBe(0);
    const dropped = run(lines, { choices: new Map([["noise", true]]) });
    expect(dropped.figures).toMatchObject({ dropped: 10, entries: 30 });
  });

  it("writes no secret into an expression that no redaction reaches, and shows none of it", () => {
    const lines = repeat(
      20,
      (i) => `2026-11-25 ${clock(i)} INFO user u${i} x "password": hunter2xQ from 10.0.0.${i} ok`,
    );
    const found = run(lines);
    const { shown } = proposalWithoutSecrets(found, lines);
    expect(found.text).toContain('x "password": ');
    expect(textsOf(found.text, lines, "ip")[3]).toBe("10.0.0.3");
    expect(JSON.stringify(shown)).not.toContain("hunter2xQ");
  });

  const KEY_LINES = ["-----BEGIN PRIVATE KEY-----", "MIIEowIBAAKCAQEAx", "-----END PRIVATE KEY-----"];

  it("says which entries keep a secret, also where no stage is for secrets", () => {
    const lines = repeat(20, (i) => `2026-11-25T${clock(i)}Z INFO job ${i} done`);
    const apart = repeat(3, (i) => `2026-11-25T${clock(i)}Z INFO ${KEY_LINES[i]}`);
    const { stages, figures } = run([...lines, ...apart]);
    expect(stages.filter(({ layer }) => layer === "secrets")).toEqual([]);
    expect(figures).toMatchObject({ redacted: 0, exposed: 2 });
    expect(run(lines).figures.exposed).toBe(0);
  });

  it("says so where nothing is proposed, and where the redaction is left out", () => {
    const found = run(KEY_LINES);
    expect([found.text, found.figures.exposed]).toEqual(["", 2]);
    const lines = repeat(20, (i) => `2026-11-25T${clock(i)}Z INFO job ${i} api_key=w5KcR8tZq2VxM7b${i}`);
    expect(run(lines).figures).toMatchObject({ redacted: 20, exposed: 0 });
    const left = run(lines, { choices: new Map([["secrets", false]]) });
    expect(left.figures).toMatchObject({ redacted: 0, exposed: 20 });
  });

  it("copies no secret into the metadata of a pair before it", () => {
    const lines = repeat(
      20,
      (i) =>
        `2026-11-25T${clock(i)}Z INFO POST /oauth/token client_id=web&client_secret=q7Zt4mWx2LbN8vKc5R${i}y n=${i}`,
    );
    const { text, figures } = run(lines);
    expect(figures).toMatchObject({ redacted: 20, exposed: 0 });
    for (const { line, metadata, labels } of outputs(text, lines))
      expect(JSON.stringify([line, metadata, labels.toRecord()])).not.toContain("q7Zt4mWx2LbN8vKc5R");
  });

  it("hides secrets before anything is made of the lines", () => {
    const key = ["ghp_", "a1B2".repeat(9)].join("");
    const lines = repeat(12, (i) =>
      JSON.stringify({
        time: `2026-11-25T${clock(i)}Z`,
        level: "info",
        status: 200,
        token: i === 3 ? key : "",
        msg: "done",
      }),
    );
    const { text, figures } = run(lines);
    for (const { line, metadata, labels } of outputs(text, lines))
      expect(JSON.stringify([line, metadata, labels.toRecord()])).not.toContain(key);
    expect(figures.redacted).toBe(1);
    expect(JSON.parse(outputs(text, lines)[3]!.line)).toMatchObject({ status: 200, msg: "done" });
  });

  it("reads few lines that have a level among many that have none", () => {
    const lines = repeat(400, (i) =>
      i % 25 === 0
        ? `2026/11/25 ${clock(i)} [${["error", "warn"][(i / 25) % 2]}] 7#7: *${i} open() failed, client: 10.0.0.${i % 9}`
        : `10.0.0.1 - - [25/Nov/2026:${clock(i)} +0000] "GET /a/${i} HTTP/1.1" 200 12 "-" "curl"`,
    );
    const { figures, branches } = run(lines);
    expect(branches.map(({ entries }) => entries)).toEqual([384, 16]);
    expect(figures).toMatchObject({ parsed: 400, timed: 400, leveled: 16 });
  });

  it("leaves personal data as it is, and offers to hide it", () => {
    const lines = repeat(20, (i) =>
      JSON.stringify({ time: `2026-11-25T${clock(i)}Z`, verb: "update", user: `alice${i % 4}@corp.example` }),
    );
    const { text, stages } = run(lines);
    expect(outputs(text, lines).map(({ line }) => line.includes("@corp.example"))).not.toContain(false);
    const contacts = stages.find(({ id }) => id === "contacts")!;
    expect(contacts).toMatchObject({ taken: false, byDefault: false, evidence: ["20 of 20 entries"] });
    const hidden = run(lines, { choices: new Map([["contacts", true]]) });
    expect(outputs(hidden.text, lines).filter(({ line }) => line.includes("@corp.example"))).toEqual([]);
  });

  it("ends the value of a pair with its line, where a trace follows", () => {
    const lines = repeat(40, (i) => {
      const trace = i % 5 === 0 ? "\njava.io.IOException: broken pipe\n\tat a.b.C.d(C.java:12)" : "";
      return `2026-05-09 ${clock(i)}.123 ${i % 5 === 0 ? "ERROR" : "INFO"} Store - open Server=db${i % 4},Database=acme,Mode=rw${trace}`;
    }).flatMap((entry) => entry.split("\n"));
    const { text } = run(lines);
    const modes = outputs(text, lines).map(({ metadata }) => metadata.find(([name]) => name === "mode")?.[1]);
    expect(new Set(modes)).toEqual(new Set(["rw"]));
  });

  it("leaves the time of what wraps a line whose own time is apart by a zone, and says so", () => {
    const docker = (hours: number) =>
      repeat(40, (i) => {
        const inner = `2026-05-09 ${String(8 + hours).padStart(2, "0")}:${String(i).padStart(2, "0")}:02,566`;
        const time = `2026-05-09T08:${String(i).padStart(2, "0")}:02.566000411Z`;
        return JSON.stringify({ log: `${inner} INFO [main] job ${i} done in ${i * 7} ms\n`, stream: "stdout", time });
      });
    const timeOf = (lines: readonly string[]) => run(lines).stages.find(({ id }) => id === "time")!;
    expect(timeOf(docker(2))).toMatchObject({ taken: false, byDefault: false });
    expect(timeOf(docker(2)).evidence.join()).toContain("the time around them is 2 h earlier");
    expect(timeOf(docker(0)).taken).toBe(true);
    const lines = docker(1);
    expect(outputs(run(lines).text, lines)[3]!.timestamp % 1_000_000_000n).toBe(566_000_411n);
  });

  it("puts entries of different kinds into branches", () => {
    const lines = repeat(40, (i) =>
      i % 2 === 0
        ? `{"time":"2026-11-25T${clock(i)}Z","level":"warning","user":"u${i}"}`
        : `2026/11/25 ${clock(i)} [error] 7#7: *${i} open() failed, client: 10.0.0.${i}`,
    );
    const { branches, text, figures } = run(lines);
    expect(branches.map(({ entries }) => entries)).toEqual([20, 20]);
    expect(text.match(/stage\.match/g)).toHaveLength(2);
    expect(figures).toMatchObject({ parsed: 40, timed: 40, leveled: 40 });
    expect(new Set(textsOf(text, lines, "level"))).toEqual(new Set(["warn", "error"]));
  });

  it("asks which is the day only where the lines do not show it", () => {
    const unsure = repeat(10, (i) => `03/04/2026 ${clock(i)} INFO started worker ${i} of many`);
    const [question, ...others] = run(unsure).questions;
    expect(others).toEqual([]);
    expect(question!.answers).toHaveLength(2);
    const other = question!.answers.find(({ id }) => id !== question!.answer)!;
    const answered = run(unsure, { answers: new Map([[question!.id, other.id]]) });
    expect(answered.questions[0]!.answer).toBe(other.id);
    expect(answered.text).toContain(other.id);
    expect(run(repeat(10, (i) => `13/04/2026 ${clock(i)} INFO started worker ${i} of many`)).questions).toEqual([]);
  });

  it("asks for day, month and year in any form, and takes the order under which times go on evenly", () => {
    const formats = (line: (i: number) => string) =>
      run(repeat(12, line)).questions.map(({ answers }) => answers.length);
    expect(formats((i) => `3/4/2026 9:08:${10 + i} AM INFO job ${i} done`)).toEqual([2]);
    expect(formats((i) => `03/04/26 09:08:${10 + i} INFO job ${i} done`)).toEqual([3]);
    const night = repeat(12, (i) =>
      i < 6 ? `11/1/2026 11:59:${50 + i} PM,INFO,web,${i},done` : `11/2/2026 12:00:0${i - 6} AM,INFO,web,${i},done`,
    );
    const { text, questions } = run(night);
    expect(questions).toEqual([]);
    expect(text).toContain('"1/2/2006 03:04:05 PM"');
    const [year] = run(repeat(12, (i) => `03/04/26 09:08:${10 + i} INFO job ${i} done`)).questions;
    expect(year!.answer).toBe("02/01/06 15:04:05");
    expect(year!.answers.map((one) => one.text)).toContain("The third number, and the first is the year");
  });

  it("keeps the time around a line where the one inside is the same, without its fraction", () => {
    const cri = (inside: (i: number) => string) =>
      repeat(20, (i) => `2026-03-14T${clock(i)}.35100097${i % 10}Z stdout F ${inside(i)}`);
    const request = (time: string) => `10.0.0.1 - - [14/Mar/2026:${time} +0000] "GET /a HTTP/1.1" 200 12 "-" "curl"`;
    const same = run(cri((i) => request(clock(i))));
    expect(same.stages.find(({ id }) => id === "time")).toMatchObject({ taken: false, byDefault: false });
    expect(same.figures.timed).toBe(20);
    const klog = run(cri((i) => `I0314 ${clock(i)}.350000       7 controller.go:12] sync ${i} done`));
    expect(klog.stages.find(({ id }) => id === "time")).toMatchObject({ taken: false });
    expect(klog.figures.ahead).toBe(0);
    const other = run(cri((i) => request(clock(i + 90))));
    expect(other.stages.find(({ id }) => id === "time")).toMatchObject({ taken: true });
  });

  it("leaves a label that the source sets as it is, and says so", () => {
    const lines = repeat(
      30,
      (i) => `2026-05-06T${clock(i)}.637Z WARN importer: finished job=${["cleanup", "nightly"][i % 2]} rows=${i}`,
    );
    const { stages } = run(lines, { labels: { job: "batch" } });
    const code = (id: string) => stages.find((stage) => stage.id === id)!.code;
    expect(code("labels")).not.toContain("job");
    expect(code("metadata")).toMatch(/job_extracted\s*= "job"/);
    expect(stages.find(({ id }) => id === "metadata")!.evidence).toEqual([
      "job is a label of the source: kept as job_extracted",
    ]);
    expect(run(lines).stages.find(({ id }) => id === "labels")!.evidence).toEqual(["level: 1 value", "job: 2 values"]);
  });

  it("counts comments apart, and offers to drop them", () => {
    const lines = [
      "#separator \\x09",
      "#fields\tts\tuid",
      ...repeat(30, (i) => `${1775369228 + i}.5\tC${i}\t10.0.0.${i}\t4${i}\ttcp`),
      "#close\t2026",
    ];
    const { figures, unparsed, stages } = run(lines);
    expect(figures).toMatchObject({ entries: 33, parsed: 30, comments: 3, unparsed: 0 });
    expect(unparsed).toEqual([]);
    expect(run([...lines, "something else"]).figures).toMatchObject({ parsed: 30, comments: 3, unparsed: 1 });
    expect(stages.find(({ id }) => id === "comments")).toMatchObject({
      taken: false,
      evidence: ["3 of 33 entries: #separator, #fields and #close"],
    });
    expect(run(lines, { choices: new Map([["comments", true]]) }).figures).toMatchObject({
      entries: 33,
      dropped: 3,
      comments: 0,
    });
  });

  it("makes an entry of each object of a list", () => {
    const record = (i: number) => ({ eventTime: `2026-11-25T${clock(i)}Z`, eventName: `Get${i % 3}`, user: `u${i}` });
    const inside = [JSON.stringify({ Records: repeat(20, record) })];
    expect(run(inside).figures).toMatchObject({ lines: 1, entries: 20, parsed: 20, timed: 20 });
    const lists = repeat(10, (i) => JSON.stringify([record(2 * i), record(2 * i + 1)]));
    expect(run(lists).figures).toMatchObject({ lines: 10, entries: 20, parsed: 20, timed: 20 });
    const others = repeat(10, (i) => JSON.stringify({ tags: ["a"], sizes: [i] }));
    expect(run(others)).toMatchObject({ text: "", stages: [] });
  });

  it("looks for secrets of each kind, even where all lines have one harmless form", () => {
    const lines = repeat(
      6000,
      (i) => `https 2026-11-25T${clock(i % 3000)}.1Z key=${i} "GET https://shop.example:443/a/${i} HTTP/1.1" 200 ${i}`,
    );
    lines[5500] = `${lines[5500]} password=hunter2-x9`;
    expect(outputs(run(lines).text, [lines[5500]!])[0]!.line).not.toContain("hunter2");
  });

  it("asks whether a value is the level where it only looks like one", () => {
    const half = repeat(30, (i) =>
      JSON.stringify({ event: "job", outcome: ["done", "error", "warning", "kept"][i % 4], n: i }),
    );
    const [question, ...others] = run(half).questions;
    expect(others).toEqual([]);
    expect(question).toMatchObject({
      id: "level:is",
      answer: "no",
      text: "Is outcome the level of an entry (done, error, warning and kept)?",
    });
    expect(run(half).figures.leveled).toBe(0);
    const yes = run(half, { answers: new Map([["level:is", "yes"]]) });
    expect(yes.questions[0]!.answer).toBe("yes");
    expect(new Set(textsOf(yes.text, half, "level"))).toEqual(new Set([undefined, "error", "warn"]));
    expect(yes.stages.find(({ id }) => id === "level")!.evidence).toContain("left out, as no level: done and kept");
    const numbers = repeat(30, (i) => JSON.stringify({ event: "job", verbosity: 1 + (i % 6), n: i }));
    expect(run(numbers).questions[0]).toMatchObject({ id: "level:is", answer: "no" });
    expect(run(repeat(30, (i) => JSON.stringify({ event: "job", retries: 1 + (i % 6), n: i }))).questions).toEqual([]);
    expect(run(repeat(30, (i) => JSON.stringify({ level: "info", verbosity: 1 + (i % 6) }))).questions).toEqual([]);
  });

  it("takes the level that all entries have before one that some messages have", () => {
    const lines = repeat(30, (i) =>
      JSON.stringify({
        PRIORITY: `${3 + (i % 4)}`,
        MESSAGE: i % 3 === 0 ? 'level=info msg="sandbox created" n=1' : `job ${i} done`,
      }),
    );
    expect(run(lines).figures.leveled).toBe(30);
    expect(textsOf(run(lines).text, lines, "level").slice(0, 4)).toEqual(["error", "warn", "notice", "info"]);
  });

  it("finds levels in the lines, and reads those of other languages and steps from others", () => {
    const mysql = repeat(40, (i) =>
      i % 2 === 0
        ? `2025-12-31T${clock(i)}.6Z ${i} [${["ERROR", "Warning", "Note"][(i / 2) % 3]}] [MY-01] [InnoDB] hi`
        : `2025-12-31T${clock(i)}.6Z\t${i} Query\tSELECT ${i}`,
    );
    expect(run(mysql).figures.leveled).toBe(20);
    expect(
      textsOf(run(mysql).text, mysql, "level")
        .filter((_, i) => i % 2 === 0)
        .slice(0, 3),
    ).toEqual(["error", "warn", "notice"]);
    const dovecot = repeat(
      30,
      (i) => `Jun 20 ${clock(i)} ${i % 2 === 0 ? "imap-login" : `auth(${i})`}: ${["Info", "Error"][i % 2]}: user u${i}`,
    );
    expect(run(dovecot).figures.leveled).toBe(30);
    const german = repeat(
      30,
      (i) => `30.12.2025 ${clock(i)} ${["INFORMATION", "WARNUNG", "FEHLER"][i % 3]} [w-${i}] Auftrag ${i}`,
    );
    expect(new Set(textsOf(run(german).text, german, "level"))).toEqual(new Set(["info", "warn", "error"]));
    const slog = repeat(30, (i) => JSON.stringify({ level: ["INFO", "ERROR+2"][i % 2], n: i }));
    const [, , later] = textsOf(
      run(slog).text,
      [...slog.slice(0, 2), JSON.stringify({ level: "WARN-1", n: 1 })],
      "level",
    );
    expect(later).toBe("warn");
  });

  it("says that times have no year, and which zone they are of", () => {
    const time = (line: (i: number) => string) => run(repeat(12, line)).stages.find(({ id }) => id === "time")!;
    expect(time((i) => `Nov 20 ${clock(i)} web app[7]: job ${i} done`).evidence).toContain(
      "no year in the lines: that of the clock, 2026, is read",
    );
    const colon = repeat(12, (i) => `2026-10-25 00:30:${10 + i}:328 INFO job ${i} done`);
    expect(outputs(run(colon).text, colon)[0]!.timestamp).toBe(parseRfc3339("2026-10-25T00:30:10.328Z"));
    const dated = repeat(12, (i) => `Sat Nov 01 18:00:${10 + i} EDT 2025 backup: run ${i} done`);
    expect(outputs(run(dated).text, dated)[0]!.timestamp).toBe(parseRfc3339("2025-11-01T22:00:10Z"));
    const compact = repeat(12, (i) => `20251026T0030${10 + i}.804Z backup: run ${i} done`);
    expect(outputs(run(compact).text, compact)[0]!.timestamp).toBe(parseRfc3339("2025-10-26T00:30:10.804Z"));
  });

  it("takes no value for a level or a time that is none", () => {
    const lines = repeat(20, (i) =>
      JSON.stringify({ level: "Metadata", verb: "get", code: 200 + i, expires: `2027-01-01T${clock(i)}Z` }),
    );
    const { stages, figures } = run(lines);
    expect(stages.some(({ layer }) => layer === "level")).toBe(false);
    expect(figures.leveled).toBe(0);
  });

  it("makes labels of few values alone", () => {
    const lines = repeat(60, (i) =>
      JSON.stringify({ level: "info", service: `s${i % 3}`, app: `id-${i}`, trace_id: `${i}` }),
    );
    const { figures, stages } = run(lines);
    expect(figures.streams).toBe(3);
    expect(stages.find(({ id }) => id === "labels")!.code).toMatch(/level.*service|service.*level/s);
    expect(stages.find(({ id }) => id === "metadata")!.code).toMatch(/app/);
  });

  it("keeps the ids of stages when more lines arrive", () => {
    const ids = (lines: readonly string[]) => run(lines).stages.map(({ id }) => id);
    const access = repeat(
      60,
      (i) =>
        `10.0.0.${i} - - [25/Nov/2026:${clock(i)} +0000] "GET /items/${i} HTTP/1.1" 200 ${i * 13} "-" "curl/8.5.0"`,
    );
    expect(ids(access)).toEqual(ids(access.slice(0, 10)));
  });

  it("gives no level to a line without a priority", () => {
    const lines = repeat(
      20,
      (i) => `${i === 7 ? "" : `<${130 + (i % 5)}>`}Nov 25 ${clock(i)} web-${i % 3} app[${i}]: request ${i} done`,
    );
    const { text } = run(lines);
    const levels = outputs(text, lines).map(({ labels }) => labels.toRecord().level);
    expect(levels[7]).toBeUndefined();
    expect(new Set(levels.filter((level) => level !== undefined))).toEqual(
      new Set(["critical", "error", "warn", "notice", "info"]),
    );
  });

  it("reads branches of entries that have a level already", () => {
    const lines = repeat(40, (i) =>
      i % 2 === 0
        ? `{"time":"2026-11-25T${clock(i)}Z","user":"u${i}","n":${i}}`
        : `2026/11/25 ${clock(i)} [error] 7#7: *${i} open() failed`,
    );
    expect(run(lines, { labels: { level: "info" } }).figures).toMatchObject({ parsed: 40, timed: 40 });
  });

  it("takes a host for a value, even where all lines have the same", () => {
    const lines = repeat(30, (i) => `Nov 25 ${clock(i)} gateway app[${i}]: request ${i} of user u${i % 7} done`);
    const { text } = run(lines);
    const [other] = outputs(text, ["Nov 25 14:00:00 elsewhere app[1]: other words"]);
    expect(other!.extracted.get("host")).toBe("elsewhere");
  });

  it("looks for secrets in all of a log with long lines", () => {
    const lines = repeat(
      900,
      (i) => `2026-11-25 ${clock(i)} INFO ${"word ".repeat(1000)}${i === 890 ? "password=hunter2-x9" : ""}`,
    );
    const { text } = run(lines);
    expect(text).toContain("password");
    expect(outputs(text, [lines[890]!])[0]!.line).not.toContain("hunter2");
  });

  it("keeps records of one line apart from lines between", () => {
    const lines = repeat(40, (i) =>
      i % 2 === 0
        ? `<Event><System><EventID>46${i}</EventID><Level>4</Level><Channel>Security</Channel></System></Event>`
        : `Nov 25 ${clock(i)} web-1 app[${i}]: request ${i} done`,
    );
    expect(run(lines).figures.entries).toBe(40);
  });

  it("reads a number that was cut as no time of 1970", () => {
    const lines = repeat(
      20,
      (i) => `eventtime=${1771453373474596904n + BigInt(i) * 10n ** 9n} level=info action=close user=u${i}`,
    );
    lines[7] = "eventtime=17714533 level=info action=close";
    const { text } = run(lines);
    for (const { timestamp } of outputs(text, lines))
      expect(timestamp > parseRfc3339("2020-01-01T00:00:00Z")!).toBe(true);
  });
});

describe("whatever the lines are", () => {
  const word = fc.constantFrom(
    "GET",
    "/a?b=c",
    "10.0.0.1",
    "INFO",
    "[x y]",
    '"q"',
    "{",
    "}",
    '{"a":1,"level":"warn"}',
    "k=v",
    "<34>",
    "-",
    ":",
    "|",
    "\t",
    "2026-11-25 14:02:11,5",
    "25/Nov/2026:14:02:11 +0100",
    "`",
    "\\",
    "…",
    "\u001b[31m",
    "a,b,c,d,e,f",
    "1764079331",
    "user@host",
    "::1",
    "<no",
    "$(x)",
    "{{ .a }}",
  );
  const line = fc.oneof(
    { weight: 5, arbitrary: fc.array(word, { maxLength: 8 }).map((words) => words.join(" ")) },
    { weight: 1, arbitrary: fc.string({ maxLength: 60 }) },
  );
  const log = fc.array(line, { maxLength: 30 });

  it("lists of objects may nest deep", () => {
    const lines = [1, 2, 3].map((n) => `{"list":[{"id":${n},"of":${"[".repeat(9000)}1${"]".repeat(9000)}}]}`);
    expect(openDocument(run(lines).text).diagnostics).toEqual([]);
  });

  it("the text is valid, without a warning, and keeps every line that it does not redact", () => {
    fc.assert(
      fc.property(log, (lines) => {
        const { text, stages, figures } = run(lines);
        expect(openDocument(text).diagnostics.filter(({ severity }) => severity !== "info")).toEqual([]);
        const entries = outputs(text, lines);
        const kept = lines.filter((one) => one.trim() !== "");
        expect(figures.entries).toBeLessThanOrEqual(kept.length);
        if (
          stages.some(
            ({ taken, layer }) =>
              taken &&
              layer !== "parse" &&
              layer !== "time" &&
              layer !== "level" &&
              layer !== "labels" &&
              layer !== "metadata" &&
              layer !== "metric",
          )
        )
          return;
        expect(entries.map((entry) => entry.line)).toEqual(lines);
      }),
      { numRuns: 60 },
    );
  });

  it("is the same for the same lines", () => {
    fc.assert(
      fc.property(log, (lines) => {
        expect(run(lines)).toEqual(run(lines));
      }),
      { numRuns: 20 },
    );
  });

  it("any choice of stages is a valid text without a warning", () => {
    const lines = repeat(30, (i) =>
      i % 3 === 0
        ? `{"time":"2026-11-25T${clock(i)}Z","level":"ERR","user":"u${i}","duration":${i}}`
        : `<134>Nov 25 ${clock(i)} web-1 app[${i}]: level=info msg="request ${i}" path=/healthz took=${i}`,
    );
    const all = run(lines).stages.map(({ id }) => id);
    fc.assert(
      fc.property(fc.array(fc.boolean(), { minLength: all.length, maxLength: all.length }), (taken) => {
        const { text } = run(lines, { choices: new Map(all.map((id, i) => [id, taken[i]!])) });
        expect(
          openDocument(text).diagnostics.filter(({ severity }) => severity === "error" || severity === "warning"),
        ).toEqual([]);
      }),
      { numRuns: 30 },
    );
  });

  it("the name of a value may be any word", () => {
    const { text } = run(repeat(12, (i) => `<Event><USERNAME>a${i}</USERNAME><level>INFO</level><n>${i}</n></Event>`));
    expect(text).toContain("(?P<username>");
  });

  it("blanks of any kind are passed", () => {
    for (const blank of ["\u00a0", "\f", "\v", "\r", "\u2028", "\u3000"]) {
      const lines = Array.from({ length: 6 }, (_, i) => `size ${i}0 ms ${blank}${i} of ${blank} 12 x${i}`);
      expect(propose(lines, { start: START }).figures.lines).toBe(6);
    }
  });

  it("long lines and many are bounded", () => {
    const long = `2026-11-25 14:02:11 INFO ${"x".repeat(300_000)}`;
    expect(run([long, long, long]).figures.entries).toBe(3);
    const many = run(repeat(20_000, (i) => `2026-11-25 ${clock(i % 3000)} INFO request ${i} done`));
    expect(many.figures).toMatchObject({ lines: 20_000, looked: 1000 });
    expect(run(repeat(40, () => "[".repeat(2000))).text).toBe("");
    expect(run(repeat(40, () => '"'.repeat(2000))).figures.entries).toBe(40);
    // An expression for so many columns costs more in so long a line than a search may.
    expect(run(repeat(5, () => '"a" '.repeat(20_000))).figures.entries).toBe(5);
  });
});
