import { describe, expect, it } from "vitest";
import { VECTOR_HOST } from "../../../conformance/vector-files.ts";
import { COMPONENTS } from "../../components/index.ts";
import { CONFIG_BLOCKS } from "../../components/logging-block.ts";
import { componentReference, configBlockReference, stageReference } from "../../language/reference.ts";
import { STAGES } from "../../stages/index.ts";
import { LINTS } from "../lint/index.ts";
import { pageOf } from "../lint/pages.ts";
import { ALLOY_DIFFERENCES, NOT_TOLD } from "./alloy-differences.ts";
import { exportConfig } from "./export-config.ts";

const file = (body: string) => `logs.source.file "in" {\n  forward_to = []\n${body}}\n`;
const match = (target: string) => `local.file_match "m" {\n  path_targets = [${target}]\n}\n`;
const syslog = (body: string) =>
  `logs.source.syslog "in" {\n  forward_to = []\n  listener {\n    address = "127.0.0.1:1514"\n${body}  }\n}\n`;
const process = (body: string, name = "logs.process") => `${name} "a" {\n  forward_to = []\n${body}}\n`;
const counter = (name: string, more = "") =>
  `  stage.metrics {\n    metric.counter {\n      name = "${name}"\n      action = "inc"\n${more}    }\n  }\n`;
const gauge = (name: string, more = "") => counter(name, more).replace("counter", "gauge").replace('"inc"', '"set"');

/** For each difference configurations that show it, with the reported line, and some that do not. */
const CASES: Readonly<
  Record<string, { readonly shows: readonly [text: string, line: number][]; readonly silent: string[] }>
> = {
  "paths-with-wildcards": {
    shows: [
      [file('  targets = [{ __path__ = "/a.log" }, { __path__ = "/var/log/*.log" }]\n'), 3],
      [file('  targets = [{ __path__ = "/a?.log" }]\n  file_match {\n    enabled = false\n  }\n'), 3],
      [file('  targets = [{ __path__ = "/a/**/x.log" }]\n').replace("logs.", "loki."), 3],
    ],
    silent: [
      file('  targets = [{ __path__ = "/a.log" }]\n'),
      file('  targets = [{ __path__ = "/a/*.log" }]\n  file_match {\n    enabled = true\n  }\n'),
      `${file("  targets = local.file_match.m.targets\n")}local.file_match "m" {\n  path_targets = [{ __path__ = "/a/*.log" }]\n}\n`,
    ],
  },
  "times-without-a-year": {
    shows: [[syslog('    syslog_format = "rfc3164"\n    use_incoming_timestamp = true\n'), 6]],
    silent: [
      syslog('    syslog_format = "rfc3164"\n'),
      syslog("    use_incoming_timestamp = true\n"),
      syslog(
        '    syslog_format = "rfc3164"\n    use_incoming_timestamp = true\n    rfc3164_default_to_current_year = true\n',
      ),
    ],
  },
  "names-of-metrics": {
    shows: [
      [process(counter("n_total")), 3],
      [process(`  stage.match {\n    selector = "{a=\\"b\\"}"\n${counter("n_total")}  }\n`), 5],
    ],
    silent: [process(counter("n_total", '      prefix = "own_"\n')), process(counter("n_total"), "loki.process")],
  },
  "metrics-of-one-name": {
    shows: [
      [
        process(
          `  stage.json {\n    expressions = { a = "" }\n  }\n${counter("a", '      prefix = "p_"\n')}${gauge("a", '      prefix = "p_"\n')}`,
          "loki.process",
        ),
        13,
      ],
      [process(counter("a") + counter("a", '      description = "x"\n'), "loki.process"), 9],
    ],
    silent: [process(counter("a") + counter("a") + counter("b", '      description = "x"\n'), "loki.process")],
  },
  "booleans-of-logfmt": {
    shows: [[process(`  stage.logfmt {\n    mapping = { ok = "" }\n  }\n${gauge("ok")}`, "loki.process"), 6]],
    silent: [
      process(`  stage.json {\n    expressions = { ok = "" }\n  }\n${gauge("ok")}`, "loki.process"),
      process(`  stage.logfmt {\n    mapping = { ok = "" }\n  }\n${counter("ok")}`, "loki.process"),
      process(
        `  stage.logfmt {\n    mapping = { ok = "" }\n  }\n  stage.template {\n    source   = "ok"\n    template = "{{ .Value }}"\n  }\n${gauge("ok")}`,
        "loki.process",
      ),
    ],
  },
  "told-by-a-warning": {
    shows: [
      [match('{ __path__ = "/var/log/{a,b}.log" }'), 2],
      [match('{ __path__ = "/a/*.log", __path_exclude__ = "/a/[xy].log" }'), 2],
      [file('  targets = [{ __path__ = "/{a,b}.log" }]\n  file_match {\n    enabled = true\n  }\n'), 3],
      [
        process(
          '  stage.cri { }\n  stage.structured_metadata {\n    values = { t = "timestamp" }\n  }\n',
          "loki.process",
        ),
        5,
      ],
      [
        process(
          '  stage.json {\n    expressions = { h = "" }\n  }\n  stage.metrics {\n    metric.histogram {\n      name = "h"\n      buckets = [2, 1]\n    }\n  }\n',
          "loki.process",
        ),
        9,
      ],
    ],
    silent: [
      match('{ __path__ = "/a/*.log" }'),
      file('  targets = [{ __path__ = "/{a,b}.log" }]\n'),
      process("  stage.cri { }\n", "loki.process"),
    ],
  },
};

function told(text: string): { line: number; kind: string; why: string }[] {
  const exported = exportConfig(text, "loki");
  if (!exported.ok) throw new Error(exported.reason);
  return exported.notes.map(({ kind, why, span }) => ({
    kind,
    why,
    line: text.slice(0, span!.start).split("\n").length,
  }));
}

describe("what Alloy does otherwise", () => {
  it("has a case for each difference", () => {
    expect(Object.keys(CASES).sort()).toEqual(ALLOY_DIFFERENCES.map(({ id }) => id).sort());
  });

  it.each(Object.entries(CASES))("%s is reported at its place, and only there", (_, { shows, silent }) => {
    for (const [text, line] of shows) {
      const notes = told(text);
      expect([text, notes.map((one) => [one.kind, one.line])]).toEqual([text, [["differs", line]]]);
      expect(notes[0]!.why).toMatch(/Alloy.*\.$/);
    }
    for (const text of silent) expect([text, told(text)]).toEqual([text, []]);
  });

  it("is nothing on the way to Sluice", () => {
    const [[text]] = CASES["paths-with-wildcards"]!.shows as [[string, number]];
    expect(exportConfig(text, "logs")).toMatchObject({ ok: true, notes: [] });
  });

  it("is all that the reference says of Alloy, or has its reason", () => {
    const pages = [
      ...STAGES.map((spec) => stageReference(spec, VECTOR_HOST)),
      ...COMPONENTS.map((spec) => componentReference(spec)),
      ...Object.entries(CONFIG_BLOCKS).map(([name, spec]) => configBlockReference(name, spec)),
      ...LINTS.map(({ code }) => pageOf(code)).map(({ title, doc }) => `${title}\n${doc}`),
    ];
    const phrases = [...ALLOY_DIFFERENCES.flatMap(({ documented }) => documented), ...Object.keys(NOT_TOLD)];
    // What releases differ in is reported for the target, by the table of releases.
    const isHead =
      /^(?:In Alloy |Since Alloy 1|Required (?:before|until) Alloy 1|Alloy's name|Alloy has no such component|Alloy has the value under another name|Deprecated in Alloy\.)/;
    const sentences = pages
      .flatMap((page) => page.split(/\n|(?<=[.!?)]) |<br>|\|/))
      .map((one) => one.trim())
      .filter((one) => /\bAlloy\b/.test(one) && !isHead.test(one));
    expect(sentences.length).toBeGreaterThan(15);
    expect(sentences.filter((one) => !phrases.some((phrase) => one.includes(phrase)))).toEqual([]);
    // What is documented no longer has no notice, either.
    const all = pages.join("\n");
    const inMessages = ["Alloy crashes on the first one"];
    expect(phrases.filter((phrase) => !all.includes(phrase) && !inMessages.includes(phrase))).toEqual([]);
  });
});
