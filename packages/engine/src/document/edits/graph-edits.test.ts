import { SeededRandom } from "@sluice/languages/base";
import { describe, expect, it } from "vitest";
import { COMPONENTS } from "../../components/index.ts";
import { readGraph } from "../graph/graph.ts";
import { connectable, whyNotConnect } from "../graph/graph-rules.ts";
import { openDocument, readTree } from "../open-document.ts";
import { editGraph, type GraphEdit } from "./graph-edits.ts";

const edit = (text: string, one: GraphEdit) => {
  const edited = editGraph(readTree(text), one);
  return edited.ok ? edited.text : edited.reason;
};
const connect = (text: string) => edit(text, { kind: "connect", from: "logs.process.p", to: "logs.echo.b" });
const disconnect = (text: string) => edit(text, { kind: "disconnect", from: "logs.process.p", to: "logs.echo.b" });
const around = (list: string) =>
  `// top\nlogs.process "p" {\n  forward_to = ${list} // end\n  stage.cri { }\n}\n\nlogs.echo "a" { }\nlogs.echo "b" { }\n`;

describe("connecting and disconnecting", () => {
  it.each([
    ["an empty list", "[]", "[logs.echo.b.receiver]"],
    ["a list", "[logs.echo.a.receiver]", "[logs.echo.a.receiver, logs.echo.b.receiver]"],
    [
      "a list of lines",
      "[\n    logs.echo.a.receiver, // first\n  ]",
      "[\n    logs.echo.a.receiver, // first\n    logs.echo.b.receiver,\n  ]",
    ],
    ["a list with a comment alone", "[ /* none */ ]", "[ /* none */ logs.echo.b.receiver]"],
    ["a comment on a line of its own", "[\n    // none\n  ]", "[\n    // none\n    logs.echo.b.receiver,\n  ]"],
  ])("%s", (_name, before, after) => {
    const connected = connect(around(before));
    expect(connected).toBe(around(after));
    expect(openDocument(connected).ok).toBe(true);
    const back = openDocument(disconnect(connected));
    expect(back.ok).toBe(true);
    expect(readGraph(back)).toMatchObject({ edges: readGraph(readTree(around(before)))!.edges });
  });

  it("writes the argument where it is missing", () => {
    expect(connect('logs.process "p" {\n  stage.cri { }\n}\nlogs.echo "b" { }\n')).toBe(
      'logs.process "p" {\n  forward_to = [logs.echo.b.receiver]\n  stage.cri { }\n}\nlogs.echo "b" { }\n',
    );
  });

  it("takes out every mention", () => {
    const all = "[logs.echo.b.receiver, logs.echo.a.receiver, logs.echo.b.receiver]";
    expect(disconnect(around(all))).toBe(around("[logs.echo.a.receiver]"));
  });

  it.each([
    ["concat([], [])", connect, "not a plain list"],
    ["concat([logs.echo.b.receiver], [])", disconnect, "not a plain list"],
    ["[logs.echo.b.receiver]", connect, "already"],
    ["[]", disconnect, "does not forward"],
    ["[", connect, "does not parse"],
  ])("refuses %s with the reason", (list, change, reason) => expect(change(around(list))).toContain(reason));

  it("refuses a bare body of stages", () => {
    expect(edit("stage.cri { }", { kind: "add", name: "logs.echo" })).toContain("bare body of stages");
  });

  it("changes nothing else in a hundred random changes, and each connection can be taken back to the byte", () => {
    const random = new SeededRandom(7);
    const pick = <T>(list: readonly T[]): T => list[Math.floor(random.next() * list.length)]!;
    const lists = ["[]", "[\n    // none\n  ]", "[logs.echo.e1.receiver]", "[\n    logs.echo.e2.receiver, // two\n  ]"];
    const process = (i: number) => `// p${i}\nlogs.process "p${i}" {\n\n  forward_to = ${pick(lists)} // of p${i}\n}\n`;
    const echo = (i: number) => `logs.echo "e${i}" { } // e${i}\n`;
    let text = [0, 1, 2, 3, 4, 5].map(process).join("\n") + [0, 1, 2, 3].map(echo).join("");
    const withoutLists = (one: string) => one.replaceAll(/forward_to = \[[^\]]*\]/g, "forward_to = …");
    const kinds = { connect: 0, disconnect: 0 };
    for (let i = 0; i < 100; i++) {
      const graph = readGraph(readTree(text))!;
      const from = `logs.process.p${Math.floor(random.next() * 6)}`;
      const targets = connectable(graph, from).map(({ id }) => id);
      expect(targets).toEqual(
        graph.nodes.flatMap(({ id }) => (whyNotConnect(graph, from, id) === undefined ? id : [])),
      );
      const linked = graph.edges.filter((edge) => edge.from === from).map(({ to }) => to);
      const kind = linked.length > 0 && (targets.length === 0 || random.next() < 0.5) ? "disconnect" : "connect";
      const to = pick(kind === "connect" ? targets : linked);
      const next = edit(text, { kind, from, to });
      expect(readGraph(readTree(next))!.edges.some((edge) => edge.from === from && edge.to === to)).toBe(
        kind === "connect",
      );
      expect(withoutLists(next)).toBe(withoutLists(text));
      if (kind === "connect") expect(edit(next, { kind: "disconnect", from, to })).toBe(text);
      kinds[kind]++;
      text = next;
    }
    expect(Math.min(kinds.connect, kinds.disconnect)).toBeGreaterThan(20);
  });
});

describe("adding a component", () => {
  it.each(COMPONENTS.map(({ name }) => [name]))("%s", (name) => {
    const added = edit("", { kind: "add", name });
    const { components, ok } = openDocument(added, { purpose: "preview" });
    // What pushes to another by name is an error until that one is there, too.
    if (name !== "profiles.source.demo") expect([components.map((one) => one.spec.name), ok]).toEqual([[name], true]);
    expect(added).not.toMatch(/^\s*\n/);
  });

  it("gives it a label of its own, the dialect of the others, and a blank line", () => {
    const text = 'loki.write "out" { }\nloki.echo "out" { } // the last';
    expect(edit(text, { kind: "add", name: "logs.echo" })).toBe(`${text}\n\nloki.echo "out_2" { }`);
  });
});

describe("removing a component", () => {
  const text = `// in
logs.source.demo "in" {
  forward_to = [logs.process.p.receiver]
}

// the middle
// of two lines
logs.process "p" {
  forward_to = [logs.echo.a.receiver, logs.echo.b.receiver]
}

logs.echo "a" { }

logs.echo "b" { }
`;
  it("takes its comments, its blank line and what refers to it along", () => {
    expect(edit(text, { kind: "remove", node: "logs.process.p" })).toBe(`// in
logs.source.demo "in" {
  forward_to = []
}

logs.echo "a" { }

logs.echo "b" { }
`);
  });

  it("leaves no blank lines at the end", () => {
    expect(edit(text, { kind: "remove", node: "logs.echo.b" })).toBe(
      text.replace(", logs.echo.b.receiver", "").replace('\nlogs.echo "b" { }\n', ""),
    );
  });

  it("removes what leads to one that is missing", () => {
    expect(edit(text.replace('logs.echo "b" { }\n', ""), { kind: "remove", node: "logs.echo.b" })).toContain(
      "[logs.echo.a.receiver]",
    );
  });

  it("refuses what is used elsewhere, and says where", () => {
    const used =
      'loki.relabel "r" { forward_to = [] }\nlogs.source.file "f" { targets = loki.relabel.r.rules\nforward_to = [] }';
    expect(edit(used, { kind: "remove", node: "loki.relabel.r" })).toContain(
      "logs.source.file.f refers to loki.relabel.r",
    );
  });
});
