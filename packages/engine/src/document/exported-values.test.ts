import { describe, expect, it } from "vitest";
import type { Exports } from "../schema/exported.ts";
import { readGraph } from "./graph/graph.ts";
import { loadConfig } from "./load.ts";
import { openDocument } from "./open-document.ts";

const told = (text: string, purpose: "run" | "preview" = "run"): string[] =>
  loadConfig(text, { purpose }).diagnostics.map(({ code, message }) => `${code}: ${message}`);

const FILE = 'local.file "f" {\n filename = "f.txt"\n}\n';
const relabel = (label: string, targets: string) =>
  `discovery.relabel ${JSON.stringify(label)} {\n targets = ${targets}\n}\n`;
const follow = (targets: string) => `logs.source.file "s" {\n targets = ${targets}\n forward_to = []\n}\n`;
const demo = (rest: string) => `logs.source.demo "d" {\n forward_to = []\n ${rest}\n}\n`;

describe("a reference to a value", () => {
  it.each([
    ["of the right type", FILE + demo("labels = { a = local.file.f.content }"), []],
    ["that is worked on", FILE + demo("labels = encoding.from_json(local.file.f.content)"), []],
    ["that may be a number", FILE + demo("rate = local.file.f.content"), []],
    [
      "of another type",
      FILE + follow("local.file.f.content"),
      ["eval-type: local.file.f.content should be array, got capsule"],
    ],
    [
      "where a receiver is wanted",
      `${relabel("r", "[]")}${demo("").replace("[]", "[discovery.relabel.r.rules]")}`,
      ['eval-value: discovery.relabel.r.rules expected capsule("loki.LogsReceiver"), got capsule("relabel.Rules")'],
    ],
    [
      "that is not there",
      relabel("r", "[]") + follow("discovery.relabel.r.targets"),
      ['unknown-export: discovery.relabel.r has no export "targets": it exports output, rules'],
    ],
  ])("%s", (_, text, expected) => {
    expect(told(text)).toEqual(expected);
  });

  it("in a circle is an error", () => {
    expect(told(relabel("a", "discovery.relabel.b.output") + relabel("b", "discovery.relabel.a.output"))).toEqual([
      "reference-cycle: cycle: discovery.relabel.a → discovery.relabel.b → discovery.relabel.a",
    ]);
    expect(told(relabel("a", "discovery.relabel.a.output"))).toEqual([
      "reference-cycle: cycle: discovery.relabel.a → discovery.relabel.a",
    ]);
  });

  it("is a warning in a preview where a pipeline needs it, and nothing where only a server does", () => {
    expect(told(FILE + demo("rate = local.file.f.content"), "preview")).toEqual([]);
    const process =
      'logs.process "p" {\n forward_to = []\n stage.static_labels {\n values = { a = local.file.f.content }\n }\n}';
    expect(told(FILE + process, "preview")[0]).toBe(
      'unknown-value: the value of "values" is known only where the configuration runs; it counts as empty here',
    );
  });

  it("shows in the graph as values, from the one that exports", () => {
    const text = `${FILE}${relabel("r", "[]")}${follow("discovery.relabel.r.output")}`;
    expect(readGraph(openDocument(text))!.edges).toEqual([
      {
        id: "discovery.relabel.r → logs.source.file.s (values)",
        from: "discovery.relabel.r",
        to: "logs.source.file.s",
        carries: "values",
        times: 1,
        editable: false,
      },
    ]);
  });
});

describe("evaluating one component anew", () => {
  const text =
    relabel("b", "discovery.relabel.a.output") + relabel("a", "encoding.from_json(local.file.f.content)") + FILE;
  const config = loadConfig(text);
  const content = (text: string): Exports => ({ content: { kind: "text", text, secret: false } });

  it("treats results of unknown values as unknown", () => {
    expect(config.components.map(({ id, uses, exports }) => [id, uses, exports])).toEqual([
      ["discovery.relabel.b", ["discovery.relabel.a"], undefined],
      ["discovery.relabel.a", ["local.file.f"], undefined],
      ["local.file.f", [], undefined],
    ]);
  });

  it("gives its arguments and what it exports", () => {
    const evaluated = config.evaluate("discovery.relabel.a", () => content('[{"x": "1"}, {"x": "2"}]'));
    expect(evaluated).toMatchObject({
      ok: true,
      node: { exports: { output: { targets: [new Map([["x", "1"]]), new Map([["x", "2"]])] } } },
    });
  });

  it.each([
    ["[", "eval-error"],
    ["[1]", "eval-type"],
  ])("says what is wrong with %s", (json) => {
    const evaluated = config.evaluate("discovery.relabel.a", () => content(json));
    expect(evaluated).toMatchObject({ ok: false, diagnostics: [{ severity: "error" }] });
  });
});
