import { describe, expect, it } from "vitest";
import { COMPONENTS } from "../../components/index.ts";
import { readTree } from "../open-document.ts";
import { readGraph } from "./graph.ts";
import { connectable, whyNotConnect } from "./graph-rules.ts";

const graphOf = (text: string) => readGraph(readTree(text))!;
const edgesOf = (text: string) =>
  graphOf(text).edges.map(
    ({ from, to, carries, times }) => `${from} → ${to}: ${carries}${times > 1 ? ` ×${times}` : ""}`,
  );

const SHOP = `loki.source.journal "units" {
  forward_to    = [loki.process.main.receiver]
  relabel_rules = loki.relabel.rules.rules
}

loki.relabel "rules" { forward_to = [] }

loki.process "main" {
  forward_to = [loki.write.out.receiver, loki.process.errors.receiver]
  stage.match {
    selector = "{a=\\"b\\"}"
    stage.json { expressions = { a = "" } }
  }
}

loki.process "errors" {
  forward_to = [loki.write.out.receiver, loki.write.out.receiver, loki.write.gone.receiver]
}

loki.write "out" {
  endpoint { url = sys.env("URL") }
}

prometheus.scrape "self" {
  targets    = discovery.relabel.pods.output
  forward_to = [prometheus.remote_write.mimir.receiver]
}

discovery.relabel "pods" { targets = discovery.kubernetes.pods.targets }

discovery.kubernetes "pods" { role = "pod" }

prometheus.remote_write "mimir" { }

logging { level = "info" }
`;

describe("the graph of a document", () => {
  it("has the way of what could not be delivered, and marks it", () => {
    const { edges, nodes } = graphOf(`logs.write "loki" {
  endpoint { url = "http://loki:3100/loki/api/v1/push" }
  rejected_to = [logs.write.file.dead.receiver]
}
logs.write.file "dead" { path = "dead.log" }`);
    expect(edges).toMatchObject([
      { from: "logs.write.loki", to: "logs.write.file.dead", carries: "logs-receiver", refused: true },
    ]);
    expect(nodes.map(({ state }) => state)).toEqual(["run", "run"]);
  });

  it("has every component, run or not, and names what is missing", () => {
    const nodes = graphOf(SHOP).nodes.map(({ id, kind, state, stages }) => `${id}: ${kind}, ${state}, ${stages}`);
    expect(nodes).toEqual([
      "loki.source.journal.units: source, run, 0",
      "loki.relabel.rules: relabel, run, 0",
      "loki.process.main: process, run, 2",
      "loki.process.errors: process, run, 0",
      "loki.write.out: writer, run, 0",
      "prometheus.scrape.self: other, kept, 0",
      "discovery.relabel.pods: relabel, run, 0",
      "discovery.kubernetes.pods: source, kept, 0",
      "prometheus.remote_write.mimir: writer, kept, 0",
      "loki.write.gone: writer, missing, 0",
    ]);
  });

  it("has edges along what is sent, values from whom they come, and says what is sent twice", () => {
    expect(edgesOf(SHOP)).toEqual([
      "loki.source.journal.units → loki.process.main: logs-receiver",
      "loki.relabel.rules → loki.source.journal.units: values",
      "loki.process.main → loki.write.out: logs-receiver",
      "loki.process.main → loki.process.errors: logs-receiver",
      "loki.process.errors → loki.write.out: logs-receiver ×2",
      "loki.process.errors → loki.write.gone: logs-receiver",
      "discovery.relabel.pods → prometheus.scrape.self: values",
      "prometheus.scrape.self → prometheus.remote_write.mimir: other",
      "discovery.kubernetes.pods → discovery.relabel.pods: values",
    ]);
  });

  it("knows a kind for each component that Sluice runs, by both names, and shows the edges of its example", () => {
    for (const { name, alias, example } of COMPONENTS) {
      for (const one of [name, ...(alias === undefined ? [] : [alias])])
        expect(graphOf(`${one} "x" { }`).nodes[0]).toMatchObject({
          state: "run",
          kind: expect.not.stringMatching("other"),
        });
      const { nodes, edges } = graphOf(example);
      expect(
        nodes.filter(({ state }) => state !== "run"),
        name,
      ).toEqual([]);
      if (nodes.length > 1) expect(edges.length, name).toBeGreaterThan(0);
    }
  });

  it("is one pipeline for a bare body of stages, and none for a text that does not parse", () => {
    expect(graphOf("stage.docker { }\nstage.cri { }")).toMatchObject({
      nodes: [{ id: "stages", stages: 2 }],
      edges: [],
    });
    expect(readGraph(readTree("logs.process {"))).toBeUndefined();
    expect(graphOf("")).toEqual({ nodes: [], edges: [] });
  });

  it("keeps components of one name apart", () => {
    const { nodes, edges } = graphOf(
      'logs.echo "a" { }\nlogs.echo "a" { }\nlogs.process "p" { forward_to = [logs.echo.a.receiver] }',
    );
    expect(nodes.map(({ id }) => id)).toEqual(["logs.echo.a", "logs.echo.a (2)", "logs.process.p"]);
    expect(edges.map(({ to }) => to)).toEqual(["logs.echo.a"]);
  });
});

describe("what may be connected", () => {
  const graph = graphOf(`${SHOP}
profiles.receive_http "in" { forward_to = [profiles.write.p.receiver] }
profiles.write "p" { }
logs.echo "new" { }`);
  it.each([
    ["loki.process.main", "logs.echo.new", undefined],
    ["loki.source.journal.units", "logs.echo.new", undefined],
    ["loki.process.main", "profiles.write.p", "receiver of logs, and profiles.write.p is a receiver of profiles"],
    ["loki.process.main", "loki.write.out", "already"],
    ["loki.process.main", "loki.process.main", "itself"],
    ["loki.process.errors", "loki.process.main", "loki.process.errors → loki.process.main → loki.process.errors"],
    ["loki.write.out", "logs.echo.new", "forwards nothing"],
    ["loki.process.main", "loki.source.journal.units", "takes nothing"],
    ["loki.process.main", "loki.write.gone", "not in the configuration"],
  ])("%s to %s", (from, to, why) => {
    const said = whyNotConnect(graph, from, to);
    if (why === undefined) expect(said).toBeUndefined();
    else expect(said).toContain(why);
  });

  it("is listed by type", () => {
    expect(connectable(graph, "loki.process.errors").map(({ id }) => id)).toEqual([
      "loki.relabel.rules",
      "logs.echo.new",
    ]);
    expect(connectable(graph, "profiles.write.p")).toEqual([]);
  });

  it("is listed of a graph of thousands, too", () => {
    const line = (i: number) => `logs.process "p${i}" { forward_to = [logs.process.p${(i + 1) % 4000}.receiver] }`;
    const circle = Array.from({ length: 4000 }, (_, i) => line(i)).join("\n");
    const large = readGraph(readTree(`${circle}\nlogs.echo "out" { }`))!;
    expect(connectable(large, "logs.process.p0").map(({ id }) => id)).toEqual(["logs.echo.out"]);
  });
});
