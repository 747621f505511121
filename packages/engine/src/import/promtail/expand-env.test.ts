import { describe, expect, it } from "vitest";
import { importPromtail } from "../index.ts";
import { expandEnvironment } from "./expand-env.ts";

const given = (text: string) => ({ text, locate: (span: { start: number; end: number }) => span });

describe("expandEnvironment", () => {
  // What drone/envsubst makes of them where each variable holds its own name in braces.
  const CASES: [text: string, want: string][] = [
    ["a\\\\d", "a\\d"],
    ["\\\\\\\\", "\\\\"],
    ["\\\\\\", "\\\\"],
    ["\\\\\\\\\\", "\\\\\\"],
    ["$$", "$"],
    ["$$$", "$$"],
    ["$$$$", "$$"],
    ["$${X}", "${X}"],
    ["$$${X}", "$${X}"],
    ["\\${X}", "\\${X}"],
    ["\\\\${X}", "\\${X}"],
    ["\\\\\\${X}", "\\\\${X}"],
    ["\\/", "/"],
    ["\\\\/", "\\/"],
    ["${X}\\\\", "${X}\\"],
    ["$", "$"],
    ["\\", "\\"],
    ["\\d", "\\d"],
    ["é\\\\é😀$$ü", "é\\é😀$ü"],
    ["$x \\\\ {${X}} $$y", "$x \\ {${X}} $y"],
    ["${X}${Y}\\\\\\\\${Z}", "${X}${Y}\\\\${Z}"],
    ["a$", "a$"],
    ["a\\", "a\\"],
    ['x: "^(?P<code>\\\\d{3})" # $$\n', 'x: "^(?P<code>\\d{3})" # $\n'],
  ];
  it.each(CASES)("reads %s as Promtail does with -config.expand-env=true", (text, want) => {
    const expanded = expandEnvironment(given(text), true);
    expect(expanded.restore(expanded.text)).toBe(want);
  });

  it("keeps places", () => {
    const text = "a: \\\\d $$ x\nb: y\n";
    const { text: made, locate } = expandEnvironment(given(text), true);
    for (const word of ["x", "b", "y", "d"]) {
      const start = made.indexOf(word);
      const span = locate({ start, end: start + 1 });
      expect([word, text.slice(span.start, span.end)]).toEqual([word, word]);
    }
  });

  it("leaves what a variable holds alone, defaults with variables in them too", () => {
    const text = "${A:-x\\\\${B:-$$}y}\\\\";
    expect(expandEnvironment(given(text), true).text).toBe("${A:-x\\\\${B:-$$}y}\\");
  });
});

const FILE = `clients:
  - url: http://loki/loki/api/v1/push
scrape_configs:
  - job_name: app
    static_configs:
      - labels: { __path__: /var/log/app.log, node: "\${HOSTNAME}" }
    pipeline_stages:
      - regex:
          expression: '^(?P<code>\\\\d{3}) $\${x}'
`;

describe("importing a file with variables and escapes", () => {
  const config = (expandEnv?: boolean) => importPromtail(FILE, { expandEnv });

  it("with -config.expand-env=true has one backslash, variables, and dollars as text", () => {
    const { text, diagnostics, dependsOnEnvironment } = config(true);
    expect(text).toContain('expression = "^(?P<code>\\\\d{3}) ${x}"');
    expect(text).toContain('node        = sys.env("HOSTNAME")');
    expect(diagnostics.filter(({ severity }) => severity === "warning")).toEqual([]);
    expect(dependsOnEnvironment).toBe(true);
  });

  it("without it leaves the text unchanged", () => {
    const { text, diagnostics } = config(false);
    expect(text).toContain('expression = "^(?P<code>\\\\\\\\d{3}) $${x}"');
    expect(text).toContain('node        = "${HOSTNAME}"');
    expect(diagnostics.filter(({ message }) => message.includes("sys.env"))).toEqual([]);
  });

  it("asks where neither is said, at the first place where they differ", () => {
    const asked = config().diagnostics.filter(({ message }) => message.includes("say how it runs"));
    expect(asked).toMatchObject([{ severity: "warning", code: "import-environment" }]);
    expect(FILE.slice(asked[0]!.span!.start, asked[0]!.span!.end)).toBe("\\\\");
    expect(
      importPromtail(FILE.replace(/\$+\{/g, "{").replace("\\\\d", "\\d"))
        .diagnostics.map(({ message }) => message)
        .join(),
    ).not.toContain("say how");
  });

  it("does so inside a ConfigMap, at its places", () => {
    const inside = FILE.replace(/^(?=.)/gm, "    ");
    const map = `apiVersion: v1\nkind: ConfigMap\ndata:\n  promtail.yaml: |\n${inside}`;
    expect(importPromtail(map, { expandEnv: true }).text).toContain('"^(?P<code>\\\\d{3}) ${x}"');
    const [asked] = importPromtail(map).diagnostics.filter(({ message }) => message.includes("say how it runs"));
    expect(map.slice(0, asked!.span!.start).split("\n").length).toBe(13);
  });

  it("says which substitutions stay text", () => {
    const { diagnostics } = importPromtail(FILE.replace("${HOSTNAME}", "${HOST%%.*}"), { expandEnv: true });
    expect(diagnostics.filter(({ severity }) => severity === "warning").map(({ message }) => message)).toEqual([
      "${HOST%%.*} stays text here: Promtail changes the variable before it puts it in, and sys.env has no such thing",
    ]);
  });
});

describe("importing timestamp", () => {
  const STAGES = "- timestamp: {source: a, format: RFC3339}\n- timestamp: {source: b, format: RFC3339}\n";

  it("keeps equal times, and says once since when Alloy can", () => {
    const { text, diagnostics } = importPromtail(STAGES);
    expect(text.match(/action_on_duplicate_timestamp = "keep"/g)).toHaveLength(2);
    const told = diagnostics.filter(({ message }) => message.includes("action_on_duplicate_timestamp"));
    expect(told).toMatchObject([{ severity: "info", code: "import-kept" }]);
    expect(told[0]!.message).toContain("since 1.17");
  });
});

it("asks where patterns alone have doubled backslashes", () => {
  const [asked] = importPromtail(FILE.replace(/\$+\{/g, "{")).diagnostics.filter(
    ({ code }) => code === "import-environment",
  );
  expect(asked).toMatchObject({ severity: "warning", message: expect.stringContaining("say how it runs") });
});

describe("the flag beside a configuration", () => {
  const daemon = (argument: string) => `apiVersion: v1
kind: ConfigMap
data:
  promtail.yaml: |
${FILE.replace(/^(?=.)/gm, "    ")}---
apiVersion: apps/v1
kind: DaemonSet
spec:
  template:
    spec:
      containers:
        - args:
            - -config.file=/etc/promtail/promtail.yaml
            - ${argument}
`;

  it.each([
    ["-config.expand-env=true", 1],
    ["-config.expand-env", 1],
    ['"--config.expand-env=true"', 1],
    ["-config.expand-env=false", 2],
  ])("%s says how backslashes are read", (argument, count) => {
    const { text, diagnostics } = importPromtail(daemon(argument));
    expect(text).toContain(`(?P<code>${"\\\\".repeat(count)}d{3})`);
    expect(diagnostics.map(({ message }) => message).join()).not.toContain("say how it runs");
  });
});
