import { describe, expect, it } from "vitest";
import { readGraph } from "../graph/graph.ts";
import { lacksOf } from "../graph/graph-rules.ts";
import { openDocument, readTree } from "../open-document.ts";
import { type Completion, completeConfig } from "./complete-config.ts";

const API: Completion = {
  source: { kind: "api", address: "127.0.0.1", port: 3500 },
  sink: { kind: "loki", url: "http://localhost:3100/loki/api/v1/push" },
  labels: { app: 'the "shop"' },
};
const complete = (text: string, completion: Partial<Completion> = {}) => {
  const done = completeConfig(readTree(text), { ...API, ...completion });
  if (!done.ok) throw new Error(done.reason);
  const opened = openDocument(done.text, { bareStages: false });
  expect(opened.diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  expect(lacksOf(readGraph(readTree(done.text))!)).toEqual([]);
  return done;
};

describe("completing a draft", () => {
  it("makes a configuration of stages alone, which a server runs", () => {
    const { text, added } = complete('// keep\nstage.drop { expression = "x" }\n');
    expect(added).toEqual(["logs.source.api.in", "logs.write.out"]);
    expect(text).toBe(`logs.source.api "in" {
  http {
    listen_address = "127.0.0.1"
    listen_port    = 3500
  }
  labels     = { app = "the \\"shop\\"" }
  forward_to = [logs.process.main.receiver]
}

logs.process "main" {
  forward_to = [logs.write.out.receiver]

  // keep
  stage.drop { expression = "x" }
}

logs.write "out" {
  endpoint {
    url = "http://localhost:3100/loki/api/v1/push"
  }
}
`);
  });

  it("adds only what is missing, in the dialect and beside the labels that are there", () => {
    const process = (label: string) => `loki.process "${label}" {\n\tforward_to = []\n}\n`;
    const { text, added } = complete(process("p") + process("q"), {
      source: { kind: "file", path: "/var/log/*.log" },
    });
    expect(added).toEqual(["loki.source.file.in", "loki.write.out"]);
    expect(text).toContain('\ttargets    = [{ __path__ = "/var/log/*.log", app = "the \\"shop\\"" }]');
    expect(text).toContain("\t\tenabled = true");
    expect(text).toContain("forward_to = [loki.process.p.receiver, loki.process.q.receiver]");
    const whole = complete('logs.source.demo "d" {\n  forward_to = []\n}\n', { sink: { kind: "echo" } });
    expect(whole).toMatchObject({ added: ["logs.echo.out"] });
    expect(whole.text).toContain("forward_to = [logs.echo.out.receiver]");
    const source = 'logs.source.api "in" {\n  forward_to = []\n}\n';
    const renamed = complete(`${source}logs.process "out" {\n  forward_to = []\n}\n`);
    expect(renamed.added, "the source that is there leads to no process, which is left").toEqual(["logs.write.out"]);
  });

  it("leaves a whole configuration as it is, and says why it cannot complete another", () => {
    const whole = 'logs.source.demo "d" {\n  forward_to = [logs.echo.e.receiver]\n}\nlogs.echo "e" { }\n';
    expect(complete(whole)).toMatchObject({ text: whole, added: [] });
    expect(completeConfig(readTree("stage.drop {"), API)).toMatchObject({ ok: false });
    const odd = 'logs.process "p" {\n  forward_to = concat([], [])\n}\n';
    expect(completeConfig(readTree(odd), API)).toMatchObject({
      ok: false,
      reason: expect.stringContaining("not a plain list"),
    });
  });
});
