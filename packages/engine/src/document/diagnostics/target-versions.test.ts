import { describe, expect, it } from "vitest";
import type { TargetVersion } from "../../schema/alloy-target.ts";
import { openDocument } from "../open-document.ts";

const told = (text: string, target?: TargetVersion) =>
  openDocument(text, { purpose: "preview", target })
    .diagnostics.filter(({ code }) => code === "alloy-version")
    .map(({ severity, message }) => [severity, message]);

const TRUNCATE = 'stage.truncate {\n  rule {\n    limit = "8KB"\n  }\n}\n';
const syslog = (inside: string) =>
  `loki.source.syslog "in" {\n  forward_to = []\n  listener {\n    address = "127.0.0.1:1"\n    ${inside}\n  }\n}\n`;

describe("what the target's release of Alloy does not have", () => {
  it("is reported for the target that a comment names, and silent for Sluice", () => {
    expect(told(`// sluice:target alloy 1.10\n${TRUNCATE}`)).toEqual([
      ["warning", "stage.truncate needs Alloy 1.12; the target is Alloy 1.10"],
    ]);
    expect(told(`// sluice:target alloy 1.12\n${TRUNCATE}`)).toEqual([]);
    expect(told(`// sluice:target sluice\n${TRUNCATE}`)).toEqual([]);
    expect(told(TRUNCATE)).toEqual([]);
  });

  it("is judged by the target that is asked for, whatever the comment names", () => {
    expect(told(TRUNCATE, "1.11")).toHaveLength(1);
    expect(told(`// sluice:target alloy 1.10\n${TRUNCATE}`, "sluice")).toEqual([]);
    expect(told(`// sluice:target alloy 1.10\n${TRUNCATE}`, "1.21")).toEqual([]);
  });

  it.each<[what: string, text: string, before: TargetVersion, message: string]>([
    ["an argument", "stage.luhn {\n  skip_regex = `a`\n}\n", "1.18", "skip_regex needs Alloy 1.19"],
    [
      "a stage inside of another",
      `stage.match {\n  selector = "{a=\\"b\\"}"\n${TRUNCATE}}\n`,
      "1.11",
      "stage.truncate needs Alloy 1.12",
    ],
    [
      "a block of a component, by Sluice's name of it",
      'logs.source.file "in" {\n  targets = []\n  forward_to = []\n  file_match {\n    enabled = true\n  }\n}\n',
      "1.11",
      "file_match needs Alloy 1.12",
    ],
    ["a value", syslog('syslog_format = "raw"'), "1.12", 'syslog_format "raw" needs Alloy 1.13'],
    [
      "a function",
      'logs.echo "x" { }\nlocal.file "f" {\n  filename = encoding.url_encode("a b")\n}\n',
      "1.10",
      "encoding.url_encode needs Alloy 1.11",
    ],
    [
      "what a correction brought, which its release does not yet have",
      'loki.source.file "in" {\n  targets = []\n  forward_to = []\n  on_positions_file_error = "skip"\n}\n',
      "1.11",
      "on_positions_file_error needs Alloy 1.11.3",
    ],
  ])("is reported of %s", (_, text, before, message) => {
    expect(told(text, before)).toMatchObject([["warning", `${message}; the target is Alloy ${before}`]]);
    expect(told(text, `1.${Number(before.slice(2)) + 1}`)).toEqual([]);
  });

  it("is only noted where nobody knows since when it is there", () => {
    const text = syslog("udp_queue_size = 20");
    expect(told(text, "1.15")).toMatchObject([
      ["info", "udp_queue_size is in Alloy by 1.17; whether Alloy 1.15 has it is not known"],
    ]);
    expect(told(text, "1.12")).toMatchObject([
      ["warning", "udp_queue_size needs Alloy 1.17; the target is Alloy 1.12"],
    ]);
    expect(told(text, "1.17")).toEqual([]);
  });

  it("is reported of what a release requires, beside what it does not know", () => {
    const text = 'stage.json {\n  regex = "^http_"\n}\n';
    expect(told(text, "1.16").map(([, message]) => message)).toEqual([
      "stage.json without expressions needs Alloy 1.17; the target is Alloy 1.16",
      "regex needs Alloy 1.17; the target is Alloy 1.16",
    ]);
    expect(told(text, "1.17")).toEqual([]);
    const enrich = 'loki.enrich "a" {\n  targets = []\n  target_to_log_match = {a = "b"}\n  forward_to = []\n}\n';
    expect(told(enrich, "1.19").map(([severity, message]) => `${severity} ${message}`)).toContain(
      "warning loki.enrich without target_match_label needs Alloy 1.21; the target is Alloy 1.19",
    );
    expect(told(enrich, "1.20").map(([severity, message]) => `${severity} ${message}`)).toContain(
      "info loki.enrich without target_match_label is in Alloy by 1.21; whether Alloy 1.20 takes it is not known",
    );
    expect(told(enrich, "1.21")).toEqual([]);
  });

  it("is reported at the name", () => {
    const text = `stage.decolorize { }\n${TRUNCATE}`;
    const { diagnostics } = openDocument(text, { target: "1.9" });
    expect(diagnostics.map(({ span }) => text.slice(span!.start, span!.end))).toEqual(["stage.truncate"]);
  });

  it("is silenced by a comment above", () => {
    expect(told(`// sluice:ignore alloy-version until we upgrade\n${TRUNCATE}`, "1.10")).toEqual([]);
  });
});

describe("what the target's release of Alloy does otherwise", () => {
  it("is noted where it shows", () => {
    const match = (selector: string) => `stage.match {\n  selector = "${selector}"\n  stage.decolorize { }\n}\n`;
    expect(told(match('{a=~\\"x.*\\"}'), "1.10")).toMatchObject([
      [
        "info",
        "selector does something else in Alloy 1.10: since Alloy 1.11 `.` also matches newlines in label matchers",
      ],
    ]);
    for (const silent of ['{a=\\"x.y\\"}', '{a=~\\"x|y\\"}', '{a=~\\"x\\\\\\\\.y\\"}', '{a=~\\"x\\"} |= \\"b.c\\"'])
      expect([silent, told(match(silent), "1.10")]).toEqual([silent, []]);
    expect(told(match('{a=~\\"x.*\\"}'), "1.11")).toEqual([]);
  });

  it("is not noted of a selector for any value", () => {
    const text = 'stage.match {\n  selector = "{a=~\\".*\\"} |~ \\"x.y\\""\n  stage.decolorize { }\n}\n';
    expect(told(text, "1.10")).toEqual([]);
  });

  it("is noted of structured metadata where something else may have set it", () => {
    const stage = 'stage.structured_metadata {\n  values = {a = ""}\n}\n';
    const messages = (text: string) => told(text, "1.10").map(([, message]) => message);
    expect(messages(stage)).toEqual([]);
    const note = expect.stringMatching(/since Alloy 1\.16 what is there already is not added a second time$/);
    expect(messages(stage + stage)).toEqual([note, note]);
    const source = 'loki.source.api "in" {\n  forward_to = [loki.process.a.receiver]\n}\n';
    expect(messages(`${source}loki.process "a" {\n  forward_to = []\n${stage}}\n`)).toEqual([note]);
  });

  it("is noted of a stage as a whole", () => {
    const text = 'stage.multiline {\n  firstline = "^a"\n}\n';
    expect(told(text, "1.14")).toMatchObject([
      ["info", expect.stringMatching(/since Alloy 1\.15 no empty entry is sent$/)],
    ]);
    expect(told(text, "1.15")).toEqual([]);
  });
});

describe("what the target's release of Alloy takes only with a flag", () => {
  const levels = (text: string, target: TargetVersion) =>
    openDocument(text, { purpose: "preview", target }).diagnostics.flatMap(({ severity, code, message }) =>
      code === "alloy-stability" ? `${severity} ${message}` : [],
    );
  const component = (name: string, inside = "") => `${name} "a" {\n  forward_to = []\n${inside}}\n`;
  const needs = (name: string, level: string, version: string) =>
    `info ${name} needs --stability.level=${level} in Alloy ${version}`;

  it.each<[what: string, text: string, experimental: TargetVersion[], preview: TargetVersion[], free: TargetVersion[]]>(
    [
      ["stage.windowsevent", "stage.windowsevent { }\n", ["1.9", "1.11.3"], [], ["1.12", "1.21"]],
      ["loki.secretfilter", component("loki.secretfilter"), ["1.9", "1.18"], ["1.19", "1.21"], []],
      ["loki.enrich", component("loki.enrich", "  targets = []\n"), ["1.9", "1.21"], [], []],
      ["pyroscope.relabel", component("pyroscope.relabel"), [], ["1.9"], ["1.10", "1.21"]],
      ['syslog_format "raw"', syslog('syslog_format = "raw"'), ["1.13", "1.21"], [], []],
      ["rfc3164_cisco_components", syslog("rfc3164_cisco_components { }"), ["1.13", "1.21"], [], []],
      [
        "queue_config",
        'loki.write "a" {\n  endpoint {\n    url = "http://a/push"\n    queue_config {\n      capacity = "1MiB"\n    }\n  }\n}\n',
        ["1.13", "1.21"],
        [],
        ["1.12"],
      ],
      [
        "array.group_by",
        'local.file_match "a" {\n  path_targets = array.group_by([], "a", true)\n}\n',
        ["1.10", "1.21"],
        [],
        [],
      ],
    ],
  )("names the level of %s", (name, text, experimental, preview, free) => {
    for (const target of experimental) expect(levels(text, target)).toEqual([needs(name, "experimental", target)]);
    for (const target of preview) expect(levels(text, target)).toEqual([needs(name, "public-preview", target)]);
    for (const target of free) expect(levels(text, target)).toEqual([]);
    expect(levels(text, "sluice")).toEqual([]);
  });
});
