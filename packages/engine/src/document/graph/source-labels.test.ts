import { describe, expect, it } from "vitest";
import { COMPONENTS } from "../../components/index.ts";
import { openDocument } from "../open-document.ts";
import { sourceLabels } from "./source-labels.ts";

const of = (text: string, id = "logs.process.p") =>
  sourceLabels(openDocument(text, { purpose: "preview" }).components)(id);
const api = (label: string, labels: string, to = "logs.process.p", more = "") =>
  `logs.source.api "${label}" {\n  labels = { ${labels} }\n  forward_to = [${to}.receiver]\n${more}}\n`;
const process = (label = "p", to = "", stages = "") =>
  `logs.process "${label}" {\n  forward_to = [${to}]\n${stages}}\n`;
const relabel = (rules: readonly string[], to = "logs.process.p") =>
  `logs.relabel "r" {\n  forward_to = [${to}.receiver]\n${rules.map((rule) => `  rule {\n${rule}\n  }\n`).join("")}}\n`;

describe("labels of entries that reach a pipeline", () => {
  it("are those that its source sets, and of several sources those that are alike", () => {
    expect(of(api("a", 'app = "x", env = "p"') + process())).toEqual({
      labels: { app: "x", env: "p" },
      from: ["logs.source.api.a"],
    });
    expect(of(api("a", 'app = "x", env = "p"') + api("b", 'app = "y", env = "p"') + process())).toEqual({
      labels: { env: "p" },
      from: ["logs.source.api.a", "logs.source.api.b"],
    });
    expect(of(process()), "nothing leads to it").toBeUndefined();
    expect(of(api("a", "") + process())).toBeUndefined();
  });

  it("are those of files, with their name where it is one file, also where another component finds them", () => {
    const file = (targets: string) =>
      `logs.source.file "f" {\n  targets = ${targets}\n  forward_to = [logs.process.p.receiver]\n}\n${process()}`;
    expect(of(file('[{ __path__ = "/a.log", job = "j" }]'))?.labels).toEqual({ job: "j", filename: "/a.log" });
    expect(of(file('[{ __path__ = "/a/*.log", job = "j" }, { __path__ = "/b.log", job = "j" }]'))?.labels).toEqual({
      job: "j",
    });
    const found = 'local.file_match "m" {\n  path_targets = [{ __path__ = "/a/*.log", job = "j" }]\n}\n';
    expect(of(file("local.file_match.m.targets") + found)?.labels).toEqual({ job: "j" });
    expect(of(file("discovery.docker.d.targets"))).toBeUndefined();
  });

  it.each([
    ['    target_label = "team"\n    replacement = "core"', { app: "x", team: "core" }],
    ['    source_labels = ["app"]\n    target_label = "job"\n    replacement = "svc/$1"', { app: "x", job: "svc/x" }],
    ['    source_labels = ["sent"]\n    target_label = "app"', {}],
    ['    source_labels = ["sent"]\n    target_label = "other"', { app: "x" }],
    ['    action = "labeldrop"\n    regex = "a.*"', {}],
    ['    action = "keep"\n    source_labels = ["sent"]\n    regex = "1"', { app: "x" }],
    ['    action = "labelmap"\n    regex = "__meta_(.+)"', {}],
    ['    action = "uppercase"\n    source_labels = ["app"]\n    target_label = "app"', { app: "X" }],
  ])("follow a rule as far as its result is certain: %s", (rule, labels) => {
    expect(of(api("a", 'app = "x"', "logs.relabel.r") + relabel([rule]) + process())?.labels ?? {}).toEqual(labels);
    const own = api("a", 'app = "x"', "logs.process.p", "  relabel_rules = logs.relabel.r.rules\n");
    expect(of(own + relabel([rule], "logs.process.q") + process() + process("q"))?.labels ?? {}).toEqual(labels);
  });

  it("are not certain behind stages, in a circle, or without a source that says them", () => {
    const first = api("a", 'app = "x"', "logs.process.q");
    expect(of(first + process("q", "logs.process.p.receiver") + process())?.labels).toEqual({ app: "x" });
    const stages = "  stage.decolorize { }\n";
    expect(of(first + process("q", "logs.process.p.receiver", stages) + process())).toBeUndefined();
    const circle = process("q", "logs.process.p.receiver") + process("p", "logs.process.q.receiver");
    expect(of(first + circle)).toBeUndefined();
  });

  it("are named by every source that has an argument for them", () => {
    const silent = COMPONENTS.filter(
      ({ name, graphKind, fields, entryLabels }) =>
        name.startsWith("logs.") && graphKind === "source" && "labels" in fields && entryLabels === undefined,
    );
    expect(silent.map(({ name }) => name)).toEqual([]);
  });
});
