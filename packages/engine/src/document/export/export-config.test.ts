import { describe, expect, it } from "vitest";
import { STAGES } from "../../stages/index.ts";
import { generateConfig, SeededRandom } from "../../testing/index.ts";
import { openDocument, readTree } from "../open-document.ts";
import { exportConfig } from "./export-config.ts";

const CONFIG = `// Lines that are typed.
logs.source.stdin "in" {
  forward_to = [logs.process.main.receiver]
}

logs.source.api "api" {
  http {
    listen_port = 9999
  }
  // Not many.
  max_send_entries = 5
  forward_to       = [logs.process.main.receiver, logs.write.file.debug.receiver]
}

logs.process "main" {
  forward_to = [logs.write.central.receiver, logs.write.file.debug.receiver]

  stage.labels { }
}

logs.write "central" {
  endpoint {
    url      = "http://loki:3100/loki/api/v1/push"
    encoding = "json"
  }
}

logs.write.file "debug" {
  path = "/tmp/debug.log"
}

prometheus.scrape "self" {
  targets = []
}
`;

const exported = (text: string, dialect: "loki" | "logs" = "loki") => {
  const result = exportConfig(text, dialect);
  if (!result.ok) throw new Error(result.reason);
  return result;
};

/** A source and `loki.process.p`, which forwards to `to`. */
const way = (to: string) => `loki.source.api "in" {
  forward_to = [loki.process.p.receiver]
}
loki.process "p" {
  forward_to = ${to}
}
loki.process "end" {
  forward_to = []
}
loki.relabel "r" {
  forward_to = [loki.write.w.receiver]
}
loki.write "w" {
  endpoint { url = "http://loki/push" }
}
otelcol.receiver.loki "x" { }
logs.write.file "e" {
  path = "/e"
}
logs.write.file "f" {
  path = "/x"
}
`;

describe("for Alloy", () => {
  const { text, notes, components } = exported(CONFIG);

  it("has Alloy's names, and not what Alloy has not", () => {
    expect(text).toBe(`loki.source.api "api" {
  http {
    listen_port = 9999
  }
  // Not many.
  forward_to       = [loki.process.main.receiver]
}

loki.process "main" {
  forward_to = [loki.write.central.receiver]

  stage.labels { }
}

loki.write "central" {
  endpoint {
    url      = "http://loki:3100/loki/api/v1/push"
  }
}

prometheus.scrape "self" {
  targets = []
}
`);
    expect(components).toEqual({ exported: 4, all: 6 });
  });

  it("says what, in the order of the document", () => {
    expect(notes.map(({ kind, what, span }) => [kind, what, CONFIG.slice(0, span!.start).split("\n").length])).toEqual([
      ["left-out", 'logs.source.stdin "in"', 2],
      ["left-out", 'max_send_entries of logs.source.api "api"', 11],
      ["refused", "stage.labels without values sets nothing", 18],
      ["left-out", 'encoding of logs.write "central"', 24],
      ["left-out", 'logs.write.file "debug"', 28],
    ]);
    expect(notes[0]!.why).toBe("Alloy has no such component; it is left out.");
    expect(notes[4]!.why).toContain("It has otelcol.receiver.loki and otelcol.exporter.file.");
  });

  it("puts bare stages into a component, raw texts unchanged", () => {
    const bare = exported("stage.regex {\n  expression = `a\n  b`\n}\n");
    expect(bare.text).toContain('loki.process "main" {');
    expect(bare.text).toContain("`a\n  b`");
    expect(openDocument(bare.text).kind).toBe("config");
    expect(bare.notes).toMatchObject([{ kind: "differs" }]);
  });

  it("keeps a component that others need for more than to forward to it, and says that Alloy refuses it", () => {
    const { text: kept, notes: said } = exported(
      'logs.process "a" {\n  forward_to = coalesce([logs.write.file.b.receiver], [])\n}\nlogs.write.file "b" {\n  path = "x"\n}\n',
    );
    expect(kept).toContain('logs.write.file "b"');
    expect(said).toMatchObject([{ kind: "refused", what: 'logs.write.file "b"' }]);
  });

  it.each([
    ["its only receiver is left out", 'loki.process "p"', "[logs.write.file.e.receiver]", 5],
    [
      "all its receivers are left out",
      'loki.process "p"',
      "[logs.write.file.e.receiver, logs.write.file.f.receiver]",
      5,
    ],
    ["what is left leads nowhere", 'loki.process "p"', "[logs.write.file.e.receiver, loki.process.end.receiver]", 5],
  ])("says which component sends nowhere: %s", (_, what, to, line) => {
    const { text: result, notes: said } = exported(way(to));
    expect(result).not.toMatch(/file/);
    const nowhere = said.filter(({ why }) => why.includes("sends nowhere"));
    expect(nowhere.map((one) => [one.what, one.kind])).toEqual([[what, "differs"]]);
    expect(way(to).slice(0, nowhere[0]!.span!.start).split("\n")).toHaveLength(line);
    expect(nowhere[0]!.why).toContain("logs.write.file.e ");
  });

  it.each([
    ["another receiver stays", "[logs.write.file.e.receiver, loki.write.w.receiver]"],
    ["another way leads to one that stays", "[logs.write.file.e.receiver, loki.relabel.r.receiver]"],
    ["it sent nowhere before", "[]"],
    [
      "a component of Alloy that Sluice does not run takes it",
      "[logs.write.file.e.receiver, otelcol.receiver.loki.x.receiver]",
    ],
  ])("says of no component that it sends nowhere where %s", (_, to) => {
    expect(exported(way(to)).notes.filter(({ why }) => why.includes("sends nowhere"))).toEqual([]);
  });

  it("says of refused entries that Alloy has no place for them, and leaves out what gets nothing else", () => {
    const exported = exportConfig(
      `logs.write "a" {
  endpoint {
    url = "http://loki:3100/loki/api/v1/push"
  }
  rejected_to = [logs.write.file.dead.receiver]
}

logs.write.file "dead" {
  path = "dead.log"
}
`,
      "loki",
    );
    if (!exported.ok) throw new Error("it is not exported");
    expect(exported.text).toBe(`loki.write "a" {
  endpoint {
    url = "http://loki:3100/loki/api/v1/push"
  }
}
`);
    expect(exported.notes.map(({ kind, what }) => [kind, what])).toEqual([
      ["left-out", 'rejected_to of logs.write "a"'],
      ["left-out", 'logs.write.file "dead"'],
    ]);
  });

  it("is nothing where the document does not parse", () => {
    expect(exportConfig("a {", "loki")).toMatchObject({ ok: false });
  });
});

describe("exported and imported again", () => {
  const random = new SeededRandom(7);
  const names = ["logs.write.file.debug.receiver", "logs.write.out.receiver", "logs.echo.e.receiver"];
  const configs = Array.from({ length: 60 }, (_, i) => {
    const to = names.filter(() => random.next() < 0.5);
    const stages = generateConfig(STAGES, random, { stages: 5 });
    const file = `// ${i}\nlogs.source.api "in" {\n  http { listen_port = 1 }\n  forward_to = [logs.process.p.receiver]\n}\n\nlogs.process "p" {\n  forward_to = [${to.join(", ")}]\n\n${stages}\n}\n\nlogs.write "out" {\n  endpoint { url = "http://x" }\n}\n\nlogs.echo "e" { }\n`;
    return readTree(file).syntaxErrors.length > 0 ? undefined : file;
  }).filter((config) => config !== undefined);

  it.each(configs.map((config, i) => [i, config] as const))(
    "configuration %i is the same, byte for byte",
    (_, config) => {
      const alloy = exported(config);
      expect(alloy.text).not.toMatch(/^logs\./m);
      expect(exported(alloy.text, "logs").text).toBe(config);
      expect(exported(alloy.text).text).toBe(alloy.text);
    },
  );
});

it("with Sluice's names has everything", () => {
  const { text, notes, components } = exported(exported(CONFIG).text, "logs");
  expect(text).toContain('logs.source.api "api"');
  expect(text).not.toContain("loki.");
  expect([notes, components]).toEqual([[], { exported: 4, all: 4 }]);
});

it("reports what lints warn of, at the stage that it is in", () => {
  const text = `logs.process "a" {
  forward_to = []
  stage.match {
    selector = \`{kind="1"}\`
    stage.logfmt { mapping = { kind = "", ts = "" } }
    stage.timestamp { source = "ts"
                      format = "yyyy-MM-dd" }
  }
}
`;
  const { notes } = exported(text);
  expect(notes.map(({ kind, what, why }) => [kind, what, why.slice(0, 24)])).toEqual([
    ["doubtful", "stage.match", "A selector reads labels,"],
    ["doubtful", "stage.timestamp", "This is a format of lett"],
  ]);
});
