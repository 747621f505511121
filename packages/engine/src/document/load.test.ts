import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { COMPONENT_CATALOG, COMPONENTS } from "../components/index.ts";
import { STAGES } from "../stages/index.ts";
import { generateConfig, SeededRandom } from "../testing/index.ts";
import { loadConfig, loadStages } from "./load.ts";

/** Diagnostics as `severity code «place» message`. */
function told(text: string): string[] {
  return loadConfig(text).diagnostics.map(
    ({ severity, code, message, span }) =>
      `${severity} ${code} «${text.slice(span!.start, span!.end).replaceAll("\n", "⏎")}» ${message}`,
  );
}

const echo = 'logs.echo "out" { }\n';
const process = (label: string, to: string, name = "logs.process"): string =>
  `${name} "${label}" {\n  forward_to = [${to}]\n}\n`;

describe("loadConfig", () => {
  it("decodes components in both dialects, with whom they forward to", () => {
    const { components, diagnostics, ok } = loadConfig(
      `${echo}${process("a", "logs.echo.out.receiver, loki.process.b.receiver")}${process("b", "logs.echo.out.receiver", "loki.process")}`,
    );
    expect([ok, diagnostics]).toEqual([true, []]);
    expect(components.map(({ id, dialect, spec, forwardTo }) => [id, dialect, spec.name, forwardTo])).toEqual([
      ["logs.echo.out", "logs", "logs.echo", []],
      ["logs.process.a", "logs", "logs.process", ["logs.echo.out", "loki.process.b"]],
      ["loki.process.b", "loki", "logs.process", ["logs.echo.out"]],
    ]);
  });

  it("underlines each target without a path, which was the whole list, and an error for all of them", () => {
    const source = (targets: string) => `logs.source.file "a" {\n targets = ${targets}\n forward_to = []\n}`;
    const message = 'warning target-path «%» a target without a "__path__" is left out';
    for (const [targets, place] of [
      ['[{ __path__ = "x" }, { job = "b" }]', '{ job = "b" }'],
      ['[{ __path__ = "" }]', '{ __path__ = "" }'],
      ['array.concat([{ __path__ = "x" }], [{ a = "b" }])', 'array.concat([{ __path__ = "x" }], [{ a = "b" }])'],
    ] as const)
      expect(told(source(targets))).toEqual([message.replace("%", place)]);
  });

  it("takes the same label in each dialect for two components", () => {
    expect(told(`${process("a", "")}${process("a", "", "loki.process")}`)).toEqual([]);
  });

  it("decodes what loading and building refuse, where only decoding is asked for", () => {
    const text = `${process("a", "null, null")}${process("a", "")}logs.process "b" {
  forward_to = []
  stage.output {
    source = null
  }
  stage.regex {
    expression = "("
  }
}
`;
    expect(told(text)).toEqual([
      "error null-reference «null» null is not a receiver of logs",
      "error null-reference «null» null is not a receiver of logs",
      'error duplicate-component «logs.process "a" {» component "logs.process.a" already declared',
      "error empty-source «null» output source value is required if output is specified",
      "error invalid-re2 «(» error parsing regexp: missing closing ): `(`",
    ]);
    const decoded = loadConfig(text, { decodeOnly: true });
    expect(decoded.diagnostics).toEqual([]);
    expect(decoded.components.map(({ id, stages }) => [id, stages.length])).toEqual([
      ["logs.process.a", 0],
      ["logs.process.a", 0],
      ["logs.process.b", 2],
    ]);
    expect(loadStages("stage.sampling {\n  rate = 3\n}", { decodeOnly: true }).ok).toBe(false);
  });

  const CASES: [string, string, string[]][] = [
    ["nothing", "", []],
    [
      "a component without a label",
      "logs.echo { }",
      ['error label-required «logs.echo {» block "logs.echo" requires non-empty label'],
    ],
    [
      "a label given twice",
      echo + echo,
      ['error duplicate-component «logs.echo "out" {» component "logs.echo.out" already declared'],
    ],
    ["an attribute outside", "a = 1", ['error unknown-argument «a = 1» unrecognized attribute name "a"']],
    [
      "a stage outside",
      "stage.json { }",
      ['error stage-outside «stage.json {» "stage.json" must be inside logs.process'],
    ],
    [
      "a bare body of stages that another block was added to",
      "stage.json { }\ntracing { }",
      [
        'error stage-outside «stage.json {» "stage.json" must be inside logs.process: with "tracing" in it, the file is a whole configuration, not a bare body of stages',
        'warning block-ignored «tracing {» block "tracing" configures Alloy\'s process and has no effect in Sluice',
      ],
    ],
    [
      "a stage in a component that takes none",
      'logs.echo "x" {\n  stage.json { }\n}',
      ['error unknown-block «stage.json {» unrecognized block name "stage.json"'],
    ],
    [
      "what configures Alloy's process",
      "tracing {\n  sampling_fraction = 1\n}\n",
      ['warning block-ignored «tracing {» block "tracing" configures Alloy\'s process and has no effect in Sluice'],
    ],
    [
      "a log of a level that there is not, to another place, twice",
      'logging {\n  level = "loud"\n}\nlogging { }',
      [
        'error eval-value «"loud"» "loud" must be one of "error", "warn", "info", "debug"',
        'error duplicate-block «logging {» block "logging" may only be specified once',
      ],
    ],
    [
      "a log that Alloy alone can have",
      'logging {\n  write_to = []\n  destination = "windows_event_log"\n  rate_limiting { }\n}',
      [
        'warning argument-not-run «write_to» "write_to" is an argument that Alloy has and Sluice does not run yet; it is ignored here',
        'warning argument-not-run «"windows_event_log"» the log goes to standard error: Sluice writes to no other place',
        'warning block-not-run «rate_limiting {» "rate_limiting" is a block that Alloy has and Sluice does not run yet; it is ignored here',
      ],
    ],
    [
      "a declared component",
      'declare "mine" { }',
      [
        'error block-not-supported «declare "mine" {» "declare" is not supported: Sluice reads a single file of components; write the component where it is used',
      ],
    ],
    [
      "an import",
      'import.file "mine" {\n  filename = "x"\n}',
      [
        'error block-not-supported «import.file "mine" {» "import.file" is not supported: Sluice reads a single file of components; write the component where it is used',
      ],
    ],
    [
      "an argument that Alloy has here, which was called unknown",
      'logs.source.syslog "x" {\n  forward_to = []\n  listener {\n    address = ":1"\n    tls_config {\n      cert_file = "c"\n      key_file = "k"\n      server_name = "a"\n    }\n  }\n}',
      [
        'error argument-not-run «server_name» "server_name" is an argument that Alloy has and Sluice does not run yet: remove it to run the configuration without it',
      ],
    ],
    [
      "two authorizations of an endpoint",
      'logs.write "x" {\n  endpoint {\n    url = "http://a/push"\n    bearer_token = "t"\n    basic_auth {\n      username = "u"\n    }\n  }\n}',
      [
        "error one-authorization «endpoint» give one of authorization, basic_auth, bearer_token, bearer_token_file and oauth2",
      ],
    ],
    [
      "a reference to a missing component, reported once",
      process("a", "logs.echo.nope.receiver"),
      [
        'error unknown-reference «logs.echo.nope.receiver» component "logs.echo.nope.receiver" does not exist or is out of scope: there is no logs.echo in this configuration',
      ],
    ],
    [
      "a reference to a label that is not there, where there are others",
      echo + process("a", "logs.echo.another.receiver"),
      [
        'error unknown-reference «logs.echo.another.receiver» component "logs.echo.another.receiver" does not exist or is out of scope',
      ],
    ],
    [
      "a component that is not run, whose reference was a second error",
      `discovery.docker_swarm "f" {\n}\nloki.source.file "f" {\n  targets    = discovery.docker_swarm.f.targets\n  forward_to = [loki.other.relabel.r.receiver, logs.echo.out.receiver]\n}\nloki.other.relabel "r" {\n}\n${echo}`,
      [
        'error component-not-run «discovery.docker_swarm "f" {» Sluice does not run "discovery.docker_swarm"; it runs RUNS',
        'error component-not-run «loki.other.relabel "r" {» Sluice does not run "loki.other.relabel"; it runs RUNS',
      ],
    ],
    [
      "a reference to an export that is not there",
      echo + process("a", "logs.echo.out.recever"),
      ['error unknown-export «logs.echo.out.recever» logs.echo.out has no export "recever": it exports receiver'],
    ],
    [
      "a component in place of its export",
      echo + process("a", "logs.echo.out"),
      ["error unknown-export «logs.echo.out» logs.echo.out is a component, not a value: write logs.echo.out.receiver"],
    ],
    [
      "a reference to what exports nothing",
      'logs.source.demo "d" {\n  forward_to = [logs.source.demo.d.receiver]\n}',
      [
        'error unknown-export «logs.source.demo.d.receiver» logs.source.demo.d has no export "receiver": it exports nothing',
      ],
    ],
    [
      "a reference that ends in the middle of a name",
      process("a", "logs.source"),
      ['error unknown-reference «logs.source» component "logs.source" does not exist or is out of scope'],
    ],
    [
      "itself",
      process("a", "logs.process.a.receiver"),
      ['error reference-cycle «logs.process "a" {» cycle: logs.process.a → logs.process.a'],
    ],
    [
      "a circle, reported once",
      process("a", "logs.process.b.receiver") +
        process("b", "logs.process.c.receiver") +
        process("c", "logs.process.b.receiver"),
      ['error reference-cycle «logs.process "b" {» cycle: logs.process.b → logs.process.c → logs.process.b'],
    ],
    [
      "two ways to one component, which is not a circle",
      echo +
        process("b", "logs.echo.out.receiver") +
        process("a", "logs.process.b.receiver, logs.process.b.receiver, logs.echo.out.receiver"),
      [],
    ],
    [
      "a receiver of another kind",
      `profiles.receive_http "p" {\n  forward_to = [logs.echo.out.receiver]\n}\n${echo}`,
      [
        'error eval-value «logs.echo.out.receiver» logs.echo.out.receiver expected capsule("pyroscope.Appendable"), got capsule("loki.LogsReceiver")',
      ],
    ],
    [
      "mistakes in the order of their places",
      `${process("a", "logs.echo.x.receiver")}nonsense "b" { }\nlogs.echo { }\n`,
      [
        'error unknown-reference «logs.echo.x.receiver» component "logs.echo.x.receiver" does not exist or is out of scope',
        'error unknown-component «nonsense "b" {» cannot find the definition of component name "nonsense"; Sluice runs RUNS',
        'error label-required «logs.echo {» block "logs.echo" requires non-empty label',
      ],
    ],
  ];
  const runs = COMPONENTS.map(({ name }) => name);
  it.each(CASES)("says what it makes of %s", (_title, text, wanted) => {
    expect(told(text)).toEqual(wanted.map((one) => one.replace("RUNS", runs.join(", "))));
  });

  it("offers the component, the reference and the name that were probably meant", () => {
    const fixes = (text: string) =>
      loadConfig(text)
        .diagnostics.flatMap((one) => one.fixes ?? [])
        .map(({ title }) => title);
    expect(fixes('logs.proces "a" {\n}')).toEqual(["Change to logs.process"]);
    expect(fixes(echo + process("a", "logs.echo.oot.receiver"))).toEqual(["Change to logs.echo.out.receiver"]);
  });

  it("leaves out a component with a mistake and keeps the others", () => {
    const { components, ok } = loadConfig(`${echo}logs.process "a" {\n  forward_to = 1\n  stage.jsn { }\n}\n`);
    expect([ok, components.map(({ id }) => id)]).toEqual([false, ["logs.echo.out"]]);
  });

  it("follows chains of any length", () => {
    const count = 12_000;
    const links = Array.from({ length: count }, (_, i) =>
      process(`p${i}`, i + 1 < count ? `logs.process.p${i + 1}.receiver` : "logs.process.p0.receiver"),
    );
    const { diagnostics } = loadConfig(links.join(""));
    expect(diagnostics.map(({ code }) => code)).toEqual(["reference-cycle"]);
    expect(diagnostics[0]!.message.length).toBeLessThan(1000);
  }, 240_000);

  it("never throws, and its diagnostics lie inside the text", { timeout: 120_000 }, () => {
    const pieces = fc.constantFrom(
      "logs.process",
      "loki.process",
      "logs.echo",
      "logs.write",
      "stage.json",
      "stage.match",
      "declare",
      "import.file",
      "forward_to",
      "selector",
      "endpoint",
      ' "a" ',
      ' "b" ',
      "{",
      "}",
      "[",
      "]",
      "=",
      "\n",
      ",",
      ".",
      "(",
      ")",
      "logs.echo.a.receiver",
      "logs.process.a.receiver",
      '"{',
      "`",
      "\\",
      '"\\xff"',
      "/*",
      "//",
      "é",
      "🏰",
      "\r\n",
      "1",
      "null",
      "env",
      'sys.env("X")',
    );
    const wild = fc.array(pieces, { maxLength: 40 }).map((parts) => parts.join(""));
    const cut = fc
      .tuple(fc.nat(), fc.nat(400))
      .map(([seed, at]) => `logs.process "a" {\n${generateConfig(STAGES, new SeededRandom(seed)).slice(0, at)}\n}`);
    fc.assert(
      fc.property(fc.oneof(wild, cut), (text) => {
        const found = [...loadConfig(text).diagnostics, ...loadStages(text).diagnostics];
        const outside = ({ span }: (typeof found)[number]) =>
          span !== undefined && !(0 <= span.start && span.start <= span.end && span.end <= text.length);
        expect(found.filter(outside)).toEqual([]);
      }),
      { numRuns: 1000 },
    );
  });

  it.each([...COMPONENT_CATALOG.keys()])("knows %s, whose example is right", (name) => {
    const { example } = COMPONENT_CATALOG.get(name)!;
    expect(loadConfig(example).diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  });
});
