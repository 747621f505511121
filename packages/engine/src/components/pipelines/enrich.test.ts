import { describe, expect, it } from "vitest";
import { loadConfig } from "../../document/load.ts";
import { openDocument } from "../../document/open-document.ts";
import { runNodes } from "../../testing/run-stages.ts";

const TARGETS = `targets = [
  { host = "a", rack = "1", team = "shop", __meta = "m", none = "" },
  { host = "b", rack = "2" },
  { host = "b", rack = "3" },
  { rack = "4" },
  { host = "", rack = "5" },
]`;

const open = (body: string) =>
  openDocument(`logs.enrich "e" {\n forward_to = []\n${body}\n}\n`, { purpose: "preview" });

function enrich(body: string, labels: Record<string, string>, by = 'target_match_label = "host"') {
  const document = open(`${TARGETS}\n${by}\n${body}`);
  expect(document.diagnostics).toEqual([]);
  const { out, steps } = runNodes(document.pipelines[0]!.stages, [{ line: "x", labels }], { trace: true });
  return { labels: out[0]!.labels, reasons: steps[0]![0]!.reasons.map(({ code }) => code) };
}

describe("logs.enrich", () => {
  it.each<[body: string, labels: Record<string, string>, result: Record<string, string>, reasons: string[]]>([
    ["", { host: "a" }, { host: "a", rack: "1", team: "shop", __meta: "m" }, []],
    ["", { host: "b", rack: "old" }, { host: "b", rack: "3" }, []],
    ['labels_to_copy = ["rack", "none", "missing"]', { host: "a" }, { host: "a", rack: "1" }, []],
    [
      'logs_match_label = "app"',
      { app: "a", host: "b" },
      { app: "a", host: "a", rack: "1", team: "shop", __meta: "m" },
      [],
    ],
    ["", { app: "a" }, { app: "a" }, ["label-missing"]],
    ["", { host: "c" }, { host: "c" }, ["no-match"]],
    ['labels_to_copy = ["rack"]', { host: "a", rack: "1" }, { host: "a", rack: "1" }, ["unchanged"]],
  ])("%s: %j", (body, labels, result, reasons) => {
    expect(enrich(body, labels)).toEqual({ labels: result, reasons });
  });

  it.each<[labels: Record<string, string>, result: Record<string, string>, reasons: string[]]>([
    [{ app: "a", r: "1" }, { app: "a", r: "1", team: "shop" }, []],
    [{ app: "b", r: "1" }, { app: "b", r: "1" }, ["no-match"]],
    [{ app: '1","a', r: "1" }, { app: '1","a', r: "1" }, ["no-match"]],
    [{ app: "a" }, { app: "a" }, ["label-missing"]],
  ])("matches several labels: %j", (labels, result, reasons) => {
    const by = 'target_to_log_match = { rack = "r", host = "app" }';
    expect(enrich('labels_to_copy = ["team"]', labels, by)).toEqual({ labels: result, reasons });
  });

  it.each([
    ['target_to_log_match = { host = "app" }\ntarget_match_label = "rack"'],
    ['target_to_log_match = { host = "app" }\nlogs_match_label = "rack"'],
  ])("follows target_to_log_match where both are given, and says so: %s", (by) => {
    const { diagnostics, pipelines } = open(`${TARGETS}\n${by}\nlabels_to_copy = ["team"]`);
    expect(diagnostics.map(({ severity, code }) => `${severity} ${code}`)).toEqual(["warning enrich-match"]);
    const { out } = runNodes(pipelines[0]!.stages, [{ line: "x", labels: { app: "a" } }]);
    expect(out[0]!.labels).toEqual({ app: "a", team: "shop" });
  });

  it("needs targets, and labels by which they are matched", () => {
    const messages = (body: string) => open(body).diagnostics.map(({ message }) => message);
    const unmatched = expect.stringContaining("target_to_log_match");
    expect(messages("")).toEqual([expect.stringContaining("targets"), unmatched]);
    expect(messages(TARGETS)).toEqual([unmatched]);
    expect(messages(`${TARGETS}\nlogs_match_label = "a"`)).toEqual([unmatched]);
  });

  it("is previewed without targets where only a server knows them", () => {
    const text = `discovery.docker "d" { host = "unix:///var/run/docker.sock" }
logs.enrich "e" {
  targets            = discovery.docker.d.targets
  target_match_label = "host"
  forward_to         = []
}
`;
    const { pipelines, diagnostics } = openDocument(text, { purpose: "preview" });
    const told = diagnostics.map(({ severity, message }) => `${severity} ${message}`);
    const unknown = 'the value of "targets" is known only where the configuration runs; it counts as empty here';
    expect([told, pipelines[0]!.previewable]).toEqual([[`warning ${unknown}`], true]);
    const { out } = runNodes(pipelines[0]!.stages, [{ line: "x", labels: { host: "a" } }]);
    expect(out[0]!.labels).toEqual({ host: "a" });
  });
});

it.each([
  ["logs.relabel", "logs"],
  ["profiles.relabel", "profiles"],
])("%s refuses a cache without room", (name) => {
  const { diagnostics } = loadConfig(`${name} "r" {\n forward_to = []\n max_cache_size = 0\n}`);
  expect(diagnostics.map(({ code }) => code)).toEqual(["cache-size"]);
});
