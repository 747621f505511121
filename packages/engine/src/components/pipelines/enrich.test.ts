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
]
target_match_label = "host"`;

const open = (body: string) =>
  openDocument(`logs.enrich "e" {\n forward_to = []\n${body}\n}\n`, { purpose: "preview" });

function enrich(body: string, labels: Record<string, string>) {
  const document = open(`${TARGETS}\n${body}`);
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

  it("needs targets and the label by which they are matched", () => {
    const { diagnostics } = open("");
    expect(diagnostics.map(({ message }) => message)).toEqual([
      expect.stringContaining("targets"),
      expect.stringContaining("target_match_label"),
    ]);
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
