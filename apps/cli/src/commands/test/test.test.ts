import { mkdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { validateXML } from "xmllint-wasm";
import { runInProcess } from "../../testing/run-in-process.ts";
import { runSluice } from "../../testing/sluice-process.ts";
import { useTemporaryFolder } from "../../testing/temporary-folder.ts";
import type { Suite } from "./test-suite.ts";
import { watchTests } from "./test-watch.ts";

const XSD = readFileSync(new URL("../../testing/junit.xsd", import.meta.url), "utf8");

const CONFIG = `loki.process "main" {
  forward_to = []

  stage.logfmt {
    mapping = { level = "", app = "" }
  }

  stage.labels {
    values = { level = "", app = "" }
  }

  stage.drop {
    expression          = "noise"
    drop_counter_reason = "noise"
  }
}
`;
const TESTS = `labels: { job: shop }
tests:
  - name: a level is a label
    entry: { line: level=info app=cart }
    expect: { labels: { level: info, app: cart } }
  - name: noise goes
    entry: { line: level=debug noise }
    expect: { outcome: dropped, stage: drop, reason: noise }
`;
const FAILING = `${TESTS}  - name: 'odd, name: 100% <wrong>'
    entry: { line: level=warn app=cart }
    expect:
      line: level=warm app=cart
      labels: { level: warm, app: cart }
`;

const folder = useTemporaryFolder();
const shop = (tests = TESTS, config = CONFIG): string => {
  folder.write("shop.alloy", config);
  return folder.write("shop.tests.yaml", tests);
};

describe("sluice test", () => {
  it("runs the tests beside a configuration, and says what they do not reach", async () => {
    const tests = shop();
    const out = `${tests}: 2 of 2 passed
${folder.path("shop.alloy")}: 4 of 5 paths reached (80.0 %)
  not reached ${folder.path("shop.alloy")}:4 stage 1 logfmt, missed: no entry is missed
`;
    for (const named of [tests, folder.path("shop.alloy"), folder.path(".")])
      expect(await runInProcess("test", named)).toEqual({ code: 0, stdout: out, stderr: "" });
    const { stdout } = await runInProcess("test", "-v", tests);
    expect(stdout).toBe(`✓ a level is a label\n✓ noise goes\n${out}`);
  });

  it("shows both sides of each difference, and why", async () => {
    const tests = shop(FAILING.replace("level=debug noise", "level=debug nose"));
    const { code, stdout } = await runInProcess("test", tests);
    expect(code).toBe(1);
    expect(stdout).toContain(`✗ noise goes  ${tests}:6
    outcome
      expected dropped by stage drop as noise
      got      passed
    stage 2 labels: Left out: \`app\` is not set for this entry`);
    expect(stdout).toContain(`✗ odd, name: 100% <wrong>  ${tests}:9
    line
      expected level=warm app=cart
      got      level=warn app=cart
    labels level
      expected "warm"
      got      "warn"
`);
    expect(stdout).toContain("1 of 3 passed\n");
  });

  const broken: readonly [string, string, string, string][] = [
    [
      "unknown keys, with their lines",
      "test: []\ntests:\n  - name: a\n    enrty: { line: x }\n",
      CONFIG,
      ':1:1: error: a test file has no key "test"',
    ],
    ["a configuration that does not parse", TESTS, "loki.process {", "error: the configuration does not parse"],
    ["no YAML", "tests: [", CONFIG, "shop.tests.yaml:1:1: error:"],
    [
      "a database that is not there",
      TESTS,
      'stage.geoip {\n  source  = "ip"\n  db      = "none.mmdb"\n  db_type = "city"\n}\n',
      "none.mmdb",
    ],
  ];
  it.each(broken)("fails for %s", async (_, tests, config, message) => {
    const path = shop(tests, config);
    const { code, stdout } = await runInProcess("test", path);
    expect(code).toBe(1);
    expect(stdout).toContain(message);
  });

  it("fails where there is nothing to run", async () => {
    expect(await runInProcess("test", folder.path("."))).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("there is no *.tests.yaml in"),
    });
    expect(await runInProcess("test", folder.path("no.tests.yaml"))).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("cannot read"),
    });
    folder.write("shop.tests.yaml", TESTS);
    expect(await runInProcess("test", folder.path("."))).toMatchObject({
      code: 1,
      stdout: expect.stringContaining("shop.alloy: no such file"),
    });
  });

  it.each([
    [["--format", "xml"], "--format must be one of text, github"],
    [["--min-coverage", "101"], "--min-coverage is a percentage"],
    [["--min-coverage", "much"], "--min-coverage is a percentage"],
    [["--watch", "--update"], "--watch and --update exclude each other"],
  ])("refuses %s", async (argv, message) =>
    expect(await runInProcess("test", ...argv)).toMatchObject({ code: 2, stderr: expect.stringContaining(message) }),
  );

  it("finds tests in folders, but not in those of packages and hidden ones, and reads folders as one configuration", async () => {
    for (const name of ["a", "a/conf.d", "node_modules", ".git"]) mkdirSync(folder.path(name));
    folder.write("a/conf.d/1.alloy", CONFIG);
    folder.write("a/conf.d/2.alloy", 'loki.process "other" {\n  forward_to = []\n  stage.decolorize { }\n}\n');
    folder.write("a/x.tests.yaml", `config: conf.d\npipeline: loki.process.main\n${TESTS}`);
    for (const name of ["node_modules/y.tests.yaml", ".git/z.tests.yaml"]) folder.write(name, "no: tests\n");
    const { code, stdout } = await runInProcess("test", folder.path("."));
    expect(stdout).toContain("x.tests.yaml: 2 of 2 passed");
    expect(stdout).toContain("2.alloy:3 stage 1 decolorize: no entry reaches it");
    expect(code).toBe(0);
  });

  it("reads files that stages name from where the tests say that they lie", async () => {
    const config = 'stage.geoip {\n  source  = "ip"\n  db      = "/usr/share/city.mmdb"\n  db_type = "city"\n}\n';
    const tests = `resources: { /usr/share/city.mmdb: data.mmdb }
tests:
  - name: a
    entry: { line: x, extracted: { ip: 203.0.113.7 } }
    expect: { stages: { geoip: missed } }
`;
    folder.write("data.mmdb", readFileSync(new URL("../../../../../public/demo-city.mmdb", import.meta.url)));
    expect(await runInProcess("test", shop(tests, config))).toMatchObject({
      code: 1,
      stdout: expect.stringContaining("got      changed"),
    });
  });

  it("asks for coverage of all files together", async () => {
    const path = shop();
    // Another test file of the same configuration takes what the first does not.
    const other = folder.write(
      "more.tests.yaml",
      "config: shop.alloy\ntests:\n  - name: b\n    entry: { line: 'a=' }\n    expect: { stages: { logfmt: missed } }\n",
    );
    expect(await runInProcess("test", "--min-coverage", "80", path)).toMatchObject({ code: 0 });
    expect(await runInProcess("test", "--min-coverage", "80.1", path)).toMatchObject({
      code: 1,
      stdout: expect.stringContaining("coverage is 80.0 %, and 80.1 % are asked for\n"),
    });
    const both = await runInProcess("test", "--min-coverage", "80.1", path, other);
    expect(both.stdout).toContain("paths reached");
    expect(both.stdout.match(/paths reached/g)).toHaveLength(1);
  });

  it("records what came, where a test fails or expects nothing, and leaves the rest of the file", async () => {
    const path = shop(`# Kept.\n${FAILING}  # New.\n  - name: new\n    entry: { line: level=info }\n`);
    const { code, stdout } = await runInProcess("test", "--update", path);
    expect(stdout).toContain(`${path}: 2 tests updated\n`);
    expect(code).toBe(0);
    expect(folder.read("shop.tests.yaml")).toBe(`# Kept.
${TESTS}  - name: 'odd, name: 100% <wrong>'
    entry: { line: level=warn app=cart }
    expect:
      line: level=warn app=cart
      labels: { level: warn, app: cart }
  # New.
  - name: new
    entry: { line: level=info }
    expect:
      exact: true
      outcome: passed
      labels: { job: shop, level: info }
`);
    expect(await runInProcess("test", "--update", path)).toMatchObject({
      code: 0,
      stdout: expect.not.stringContaining("updated"),
    });
  });

  it("says why it cannot record into a file", async () => {
    const path = shop("tests:\n  - { name: a, entry: { line: x } }\n");
    expect(await runInProcess("test", "--update", path)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("not updated: the test is written on one line"),
    });
  });

  it("prints the schema of its files", async () => {
    const { code, stdout } = await runInProcess("test", "--schema");
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toEqual(
      JSON.parse(readFileSync(new URL("../../../../../docs/reference/tests.schema.json", import.meta.url), "utf8")),
    );
  });
});

describe("reports for build servers", () => {
  const ODD = `${FAILING}  - name: "control \\x01, a \\tbell"\n    entry: { line: "level=a\\x07 b=]]>" }\n    expect: { line: c }\n`;

  it("JUnit's XML is what its schema says, with the same counts", async () => {
    const path = shop(ODD);
    folder.write("broken.tests.yaml", "tests: {\n");
    const { code } = await runInProcess(
      "test",
      "--junit",
      folder.path("out.xml"),
      "--min-coverage",
      "99",
      folder.path("."),
    );
    expect(code).toBe(1);
    const xml = folder.read("out.xml");
    const valid = await validateXML({ xml: { fileName: "out.xml", contents: xml }, schema: XSD });
    expect(valid.errors).toEqual([]);
    expect(valid.valid).toBe(true);
    expect(xml).toMatch(/<testsuites name="sluice test" tests="6" failures="3" errors="1" time="\d+\.\d{3}">/);
    expect(xml).toContain(
      `<testcase name="odd, name: 100% &#60;wrong&#62;" classname="${path}" file="${path}" line="9">`,
    );
    expect(xml).toContain(
      '<failure message="line, labels differ" type="difference">line\n  expected level=warm app=cart\n',
    );
    // What is wrong in another file has no line in this one.
    folder.write("unread.alloy", "\n\nstage.nope {");
    folder.write("unread.tests.yaml", "tests: [{ name: a, entry: { line: a } }]\n");
    await runInProcess("test", "--junit", folder.path("unread.xml"), folder.path("unread.tests.yaml"));
    expect(folder.read("unread.xml")).toMatch(/file="[^"]*unread\.tests\.yaml" line="1">[\s\S]*unread\.alloy:\d+: /);
    // The schema tells of what is wrong.
    const wrong = await validateXML({
      xml: { fileName: "out.xml", contents: xml.replace('failures="3"', 'failures="x"') },
      schema: XSD,
    });
    expect(wrong.valid).toBe(false);
  });

  it("GitHub's lines say the same, at the part that differs", async () => {
    const path = shop(ODD);
    const { stdout } = await runInProcess("test", "--format", "github", "--min-coverage", "99", path);
    const commands = stdout
      .split("\n")
      .map(parseCommand)
      .filter((one) => one !== undefined);
    expect(commands).toEqual([
      {
        level: "error",
        file: path,
        line: "12",
        title: "odd, name: 100% <wrong>",
        message: expect.stringMatching(
          /^line\n {2}expected level=warm app=cart\n {2}got {6}level=warn app=cart\nlabels level\n/,
        ),
      },
      {
        level: "error",
        file: path,
        line: "16",
        title: "control \\x01, a ⇥bell",
        message: expect.stringContaining("expected c"),
      },
      {
        level: "notice",
        file: folder.path("shop.alloy"),
        line: "4",
        title: "not reached by a test",
        message: "stage 1 logfmt, missed: no entry is missed",
      },
      { level: "error", title: "coverage", message: expect.stringContaining("99 % are asked for") },
    ]);
  });

  it("tell where a test file is wrong", async () => {
    const path = shop("tests:\n  - name: a\n    lines: x\n    entry: { line: x }\n");
    const { stdout } = await runInProcess("test", "--format", "github", path);
    expect(
      stdout
        .split("\n")
        .map(parseCommand)
        .filter((one) => one !== undefined),
    ).toEqual([
      {
        level: "error",
        file: path,
        line: "3",
        title: "sluice test",
        message: expect.stringContaining('a test has no key "lines"'),
      },
    ]);
  });
});

/** Reads a workflow command as GitHub's runner does. */
function parseCommand(line: string): Record<string, string> | undefined {
  const [, level, properties, data] = /^::(\w+)(?: ([^:]*))?::(.*)$/.exec(line) ?? [];
  if (level === undefined) return undefined;
  const unescape_ = (text: string) =>
    text
      .replaceAll("%0D", "\r")
      .replaceAll("%0A", "\n")
      .replaceAll("%3A", ":")
      .replaceAll("%2C", ",")
      .replaceAll("%25", "%");
  const pairs = (properties ?? "").split(",").map((pair) => {
    const at = pair.indexOf("=");
    return [pair.slice(0, at), unescape_(pair.slice(at + 1))];
  });
  return { level, ...Object.fromEntries(pairs), message: unescape_(data!) };
}

it("a watch runs again what has changed, and nothing else", async () => {
  const path = shop();
  folder.write("other.alloy", CONFIG);
  const other = folder.write("other.tests.yaml", TESTS);
  const looks: string[][] = [];
  const warnings: string[] = [];
  const name = (full: string) => full.slice(folder.path("").length).replace(/^\//, "");
  const steps: (() => void)[] = [
    () => {},
    () => void folder.write("shop.alloy", CONFIG.replace('noise"\n    drop', 'nothing"\n    drop')),
    () => void folder.write("other.tests.yaml", FAILING),
    () => void folder.write("new.tests.yaml", "tests: ["),
    () => void folder.write("shop.alloy", `${CONFIG}// longer\n`),
  ];
  await watchTests({
    named: [folder.path(".")],
    wait: async () => {
      const step = steps.shift();
      step?.();
      return step !== undefined;
    },
    show: (suites, fresh) =>
      looks.push(
        suites.map(
          (suite: Suite) => `${fresh.has(suite.path) ? "+" : " "}${name(suite.path)} ${suite.run?.passed ?? "not run"}`,
        ),
      ),
    warn: (message) => warnings.push(message),
  });
  expect([path, other].map(name)).toEqual(["shop.tests.yaml", "other.tests.yaml"]);
  expect(warnings).toEqual([]);
  expect(looks).toEqual([
    ["+other.tests.yaml 2", "+shop.tests.yaml 2"],
    [" other.tests.yaml 2", "+shop.tests.yaml 1"],
    ["+other.tests.yaml 2", " shop.tests.yaml 1"],
    [" other.tests.yaml 2", " shop.tests.yaml 1", "+new.tests.yaml not run"],
    [" other.tests.yaml 2", "+shop.tests.yaml 2", " new.tests.yaml not run"],
  ]);
});

it("a process of its own runs tests in a fresh folder, and fails for a configuration that was changed", async () => {
  const path = shop();
  expect(await runSluice(["test", path])).toMatchObject({
    code: 0,
    stderr: "",
    stdout: expect.stringContaining("2 of 2 passed"),
  });
  folder.write("shop.alloy", CONFIG.replace('app = "" }\n  }\n\n  stage.drop', "}\n  }\n\n  stage.drop"));
  expect(await runSluice(["test", path])).toMatchObject({
    code: 1,
    stderr: "",
    stdout: expect.stringContaining('labels app\n      expected "cart"\n      got      not there'),
  });
});
