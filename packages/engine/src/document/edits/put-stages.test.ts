/** The stages of a draft put into a component of the running configuration. */
import { SeededRandom } from "@sluice/languages/base";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { STAGES } from "../../stages/index.ts";
import { generateConfig } from "../../testing/generate-config.ts";
import { openDocument, readTree } from "../open-document.ts";
import { type PutMode, putStages, stagePipelines } from "./put-stages.ts";

const RUNS = `// what runs
logs.source.api "push" {
  http {
    listen_port = 3101
  }
  forward_to = [logs.process.access.receiver] // all
}

logs.process "access" {
  forward_to = [logs.write.loki.receiver]

  // the old one
  stage.cri { }

  stage.static_labels {
    values = { a = "b" }
  }
}

logs.write "loki" {
  endpoint {
    url          = "http://loki/"
    bearer_token = "hunter22"
  }
}
`;
const OLD = RUNS.slice(RUNS.indexOf("  // the old one"), RUNS.indexOf('}\n\nlogs.write "loki"'));
const put = (draft: string, into = RUNS, pipeline = "logs.process.access", mode: PutMode = "replace", from?: string) =>
  putStages({ document: readTree(draft), pipeline: from }, readTree(into), pipeline, mode);
const NEW = `// reads JSON
stage.json {
  expressions = { level = "" }
}

// sluice:off
// stage.cri { }
// sluice:on

stage.labels {
  values = { level = "" }
}`;
/** What is switched off has its marks in the margin, as the switch writes them. */
const indent = (text: string, by = "  ") => text.replace(/^(?=.)/gm, by).replace(`${by}// stage`, `// ${by}stage`);
const tabbed = (text: string) => text.replaceAll("\n", "\r\n").replace(/(?<=\/\/ ) {2}|(?<!\/) {2}/g, "\t");
const withOld = (stages: string) => RUNS.replace(OLD, stages);
const drafted = (stages: string, label = "draft") =>
  `logs.process "${label}" {\n  forward_to = []\n\n${indent(stages)}\n}\n`;

describe("stages of a draft", () => {
  it.each(['"`"', "// `\n      ", "/* ` */ "])("keep raw strings of several lines after %j", (before) => {
    const value = "a\n  y\n    z";
    const join = before.startsWith('"') ? " + " : "";
    const stage = `stage.template {\n  source = "s"\n  template = ${before}${join}\`${value}\`\n}`;
    const draft = `logs.process "draft" {\n  forward_to = []\n\n  ${stage}\n}\n`;
    const result = put(draft, tabbed(RUNS).replaceAll("\r\n", "\n"));
    expect(result.ok && result.text).toContain(`\`${value}\``);
  });

  it("take the place of those that run, and nothing else changes", () => {
    const expected = { ok: true, text: withOld(`${indent(NEW)}\n`) };
    expect(put(NEW)).toEqual(expected);
    expect(put(drafted(NEW))).toEqual(expected);
  });

  it("come after those that run", () => {
    expect(put(NEW, RUNS, undefined, "append")).toEqual({ ok: true, text: withOld(`${OLD}\n${indent(NEW)}\n`) });
  });

  it("are put into a component without stages, also one on a single line", () => {
    for (const into of ['logs.process "x" { forward_to = [] }\n', 'logs.process "x" {\n  forward_to = []\n}\n'])
      for (const mode of ["replace", "append"] as const)
        expect(put("stage.cri { }", into, "logs.process.x", mode)).toMatchObject({
          ok: true,
          text: expect.stringMatching(/^logs\.process "x" \{\s+forward_to = \[\]\n\n {2}stage\.cri \{ \}\n\}\n$/),
        });
  });

  it("keep the text between them", () => {
    const into =
      'logs.process "x" {\n  stage.cri { }\n  forward_to = []\n  stage.docker { }\n  max_cache_size = 1\n}\n';
    expect(put("stage.decolorize { }", into, "logs.process.x")).toEqual({
      ok: true,
      text: 'logs.process "x" {\n  stage.decolorize { }\n  forward_to = []\n  max_cache_size = 1\n}\n',
    });
  });

  it("keep line ends and indentation of the running configuration, and raw strings", () => {
    const windows = tabbed(RUNS);
    expect(put(NEW, windows)).toEqual({
      ok: true,
      text: tabbed(withOld(`${indent(NEW)}\n`)),
    });
    const raw = "stage.template {\n  source   = `a`\n  template = `x\n  y\n\tz`\n}";
    expect(put(raw)).toMatchObject({ ok: true, text: expect.stringContaining("`x\n  y\n\tz`") });
  });

  it.each([
    [
      "a component that is not there",
      put(NEW, RUNS, "logs.process.b"),
      /runs has no logs\.process\.b: it has logs\.process\.access\.$/,
    ],
    ["no stages", put(drafted("")), /logs\.process\.draft of the draft has no stages\.$/],
    ["no pipeline", put('logs.echo "a" { }'), /has no pipeline with stages\.$/],
    ["two pipelines", put(drafted(NEW) + drafted(NEW, "b")), /say which of logs\.process\.draft, logs\.process\.b/],
    ["a draft that does not parse", put("stage.cri {"), /does not parse/],
    ["code in the same line", put(NEW, 'logs.process "access" { stage.cri { } }'), /shares its lines/],
  ])("are refused with %s", (_name, result, reason) =>
    expect(result).toEqual({ ok: false, reason: expect.stringMatching(reason) }),
  );

  it("are taken from the pipeline that is asked for", () => {
    const two = drafted("stage.cri { }") + drafted("stage.docker { }", "b");
    expect(put(two, RUNS, undefined, "replace", "logs.process.b")).toEqual({
      ok: true,
      text: withOld("  stage.docker { }\n"),
    });
    expect(stagePipelines(readTree(two))).toEqual(["logs.process.draft", "logs.process.b"]);
  });

  it("mean what they meant, whatever they are, and doing it again changes nothing", () => {
    const stagesIn = (text: string, id: string) =>
      openDocument(text, { purpose: "preview" })
        .pipelines.find((one) => one.id === id)
        ?.stages.map(({ spec, args }) => [spec.name, args]);
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        const code = generateConfig(STAGES, new SeededRandom(seed), { mistakes: 0 });
        fc.pre(openDocument(code, { purpose: "preview" }).ok);
        const once = put(code);
        if (!once.ok) throw new Error(once.reason);
        expect(stagesIn(once.text, "logs.process.access")).toEqual(stagesIn(code, "stages"));
        expect(put(code, once.text)).toEqual(once);
        const [before, after] = [RUNS.indexOf(OLD), RUNS.length - RUNS.indexOf(OLD) - OLD.length];
        expect([once.text.slice(0, before), once.text.slice(-after)]).toEqual([
          RUNS.slice(0, before),
          RUNS.slice(-after),
        ]);
      }),
      { seed: 21, numRuns: 100 },
    );
  });
});
