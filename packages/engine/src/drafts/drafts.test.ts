import { describe, expect, it } from "vitest";
import { loadStages } from "../document/load.ts";
import { Preview, type Sample } from "../preview/preview.ts";
import { STAGES } from "../stages/index.ts";
import { TEST_HOST } from "../testing/index.ts";
import { draftStages } from "./drafts.ts";
import { MAKERS } from "./makers.ts";

const sample = (line: string, more: Partial<Sample> = {}): Sample => ({ line, labels: {}, ...more });
const squeezed = (text: string | undefined) => text?.replaceAll(/\s+/g, " ").trim();
const draftsOf = (entries: readonly Sample[]) => {
  const drafts = draftStages(entries, 0n);
  return {
    needs: drafts.flatMap(({ name, why }) => (why === undefined ? [] : [name])),
    why: (name: string) => drafts.find((draft) => draft.name === name)?.why,
    code: (name: string) => squeezed(drafts.find((draft) => draft.name === name)?.code),
    drafts,
  };
};

const JSONS = [...Array(40).keys()].map((i) =>
  sample(
    JSON.stringify({
      ts: `2026-11-25T14:02:${10 + i}.345Z`,
      level: ["info", "warn", "error"][i % 3],
      msg: `order ${i} took long`,
      duration_ms: 5 + i * 20,
      trace_id: `4bf92f${100 + i}`,
      ip: `203.0.113.${i}`,
    }),
    { labels: { app: i % 2 === 0 ? "shop" : "cart", pod: `p-${i}` } },
  ),
);
const SPRING = [
  "2026-11-25 14:02:11.345  INFO 12345 --- [main] c.e.App : started password=made-up",
  "2026-11-25 14:02:12.345  WARN 12345 --- [nio-8080-exec-1] o.s.w.s.DispatcherServlet : slow",
  "java.lang.IllegalStateException: no",
  "\tat a.b.C(D.java:3)",
  "2026-11-25 14:02:13.345  INFO 12345 --- [main] c.e.App : stopped",
].map((line) => sample(line));
const WORDS = [
  "user bob logged in from 203.0.113.1 after 15 ms",
  "user ann logged in from 203.0.113.2 after 25 ms",
  "user joe logged out",
].map((line) => sample(line));
const BOOTED = [
  "2026-11-25 14:02:11 [worker-1] job 17 done",
  "2026-11-25 14:02:12 [worker-2] job 18 done",
  "  and more",
  "2026-11-25 14:02:14 [worker-1] job 19 failed",
].map((line) => sample(line));

describe("what is needed comes first, with its figure", () => {
  it("for JSON", () => {
    const { needs, why } = draftsOf(JSONS);
    expect(needs).toEqual(["json", "timestamp", "labels"]);
    expect(needs.map(why)).toEqual([
      expect.stringMatching(/^40 of 40: .*JSON/),
      expect.stringMatching(/ts.*RFC3339Nano/),
      "level has 3 values",
    ]);
  });

  it("for what a container's runtime wraps", () => {
    const cri = JSONS.map(({ line }, i) => sample(`2026-11-25T14:02:${10 + i}.1Z stdout F ${line}`));
    expect(draftsOf(cri).needs).toEqual(["cri", "json", "timestamp", "labels"]);
  });

  it("for lines of several", () => {
    expect(draftsOf(SPRING).needs.slice(0, 3)).toEqual(["multiline", "replace", "regex"]);
  });

  it("for secrets, by the entries that have them; mail addresses in all entries are what they are about", () => {
    const lines = [...Array(20).keys()].map((i) =>
      JSON.stringify({ user: `ann${i}@example.com`, msg: i % 5 === 0 ? `login password=made-up-${i}` : `login ${i}` }),
    );
    const { code, why } = draftsOf(lines.map((line) => sample(line)));
    expect(why("replace")).toBe("4 of 20 entries: Redact what looks like password or key");
    expect(code("replace")).toContain("Redacts password");
  });

  it("for colors", () => {
    expect(draftsOf([sample("\u001b[31mred\u001b[0m"), sample("plain")]).needs).toEqual(["decolorize"]);
  });

  it("and not what stages before have done", () => {
    const read = JSONS.map(({ line, labels }) => {
      const extracted = JSON.parse(line) as Record<string, string>;
      return sample(line, { extracted, labels: { ...labels, level: extracted.level! } });
    });
    expect(draftsOf(read).needs).toEqual(["timestamp"]);
    expect(draftsOf(read).why("timestamp")).toBe("ts is a time, as RFC3339Nano");
    const timed = read.map((entry) => ({
      ...entry,
      timestamp: BigInt(Date.parse(String(entry.extracted?.ts))) * 1_000_000n,
    }));
    expect(draftsOf(timed).needs).toEqual([]);
  });
});

describe("a stage begins with what the entries have", () => {
  it.each<[string, string]>([
    ["json", 'expressions = {ts = "", level = "", msg = "", duration_ms = "", trace_id = "", ip = ""}'],
    ["timestamp", 'stage.json { expressions = {ts = ""} } stage.timestamp { source = "ts" format = "RFC3339Nano" }'],
    ["labels", 'stage.json { expressions = {level = ""} } stage.labels { values = {level = ""} }'],
    ["structured_metadata", 'stage.structured_metadata { values = {trace_id = ""} }'],
    ["output", 'stage.output { source = "msg" }'],
    ["template", 'stage.template { source = "level" template = "{{ ToLower .Value }}" }'],
    ["geoip", 'source = "ip"'],
    ["metrics", 'name = "duration_ms" description = "Distribution of duration_ms." source = "duration_ms" buckets = ['],
    ["match", 'selector = `{app="shop"}`'],
    ["label_drop", 'values = ["pod"]'],
    ["label_keep", 'values = ["app", "pod"]'],
    ["pack", 'labels = ["pod"]'],
  ])("%s", (name, written) => {
    expect(draftsOf(JSONS).code(name)).toContain(written);
  });

  it.each<[string, readonly Sample[], string]>([
    ["replace", SPRING, "password"],
    ["replace", [sample("user ann signed in from 81.2.69.142")], "// Redacts IP address. stage.replace {"],
    ["replace", [sample("user ann signed in, token=Zx81LmQp02Vt77Kd")], "// Redacts token. stage.replace {"],
    ["replace", [sample("job 1b4e28ba-2fa1-11d2-883f-0016d3cca427 done")], "[0-9a-fA-F]{8}("],
    ["multiline", SPRING, String.raw`^\\d{4}-`],
    ["multiline", JSONS, "firstline = `^\\{`"],
    ["multiline", WORDS, "firstline = `^\\S`"],
    ["replace", [sample('{"level":"info","user":"ann","took":17}')], "\\buser[\"']?"],
    ["replace", [sample("took=17 ms")], "\\btook[\"']?"],
    ["multiline", BOOTED, String.raw`firstline = "^\\d{4}-`],
    ["pattern", WORDS, 'pattern = "<word> <word_2> <word_3> <rest>"'],
    ["match", WORDS, '{level=~".*"} |= "user"'],
    ["metrics", WORDS, "match_all = true"],
    ["logfmt", [sample("level=info took=5 msg=a"), sample("level=warn took=7 msg=b")], 'level = "", took = ""'],
  ])("%s", (name, entries, written) => {
    const code = draftsOf(entries).code(name);
    expect(code?.replaceAll("`^\\d", '"^\\\\d')).toContain(written);
  });

  it("regex, with one that reads the message where the lines are read by another stage", () => {
    expect(draftsOf(JSONS).code("regex")).toMatch(/^stage\.json \{ expressions = \{msg = ""\} \} stage\.regex \{/);
  });

  it("regex, with one that reads all of the lines", () => {
    for (const entries of [WORDS, BOOTED.filter(({ line }) => !line.startsWith(" "))]) {
      const { code } = draftStages(entries, 0n).find(({ name }) => name === "regex")!;
      const { stages } = loadStages(code!);
      const preview = Preview.run({ stages, dialect: "loki" }, entries, { start: 0n, seed: 1, host: TEST_HOST });
      expect([code, preview.counts().get("1")]).toEqual([code, expect.objectContaining({ missed: 0, errors: 0 })]);
    }
  });

  it("tenant, with a label that says whose it is", () => {
    const entries = JSONS.map((entry) => ({ ...entry, labels: { namespace: "team-a" } }));
    expect(draftsOf(entries).code("tenant")).toBe('stage.tenant { label = "namespace" }');
  });

  it("json, with the value that holds it", () => {
    const entries = [sample("x", { extracted: { payload: '{"a":1,"b":2}' } })];
    expect(draftsOf(entries).code("json")).toBe('stage.json { expressions = {a = "", b = ""} source = "payload" }');
  });
});

it.each([
  ["JSON", JSONS],
  ["Spring Boot", SPRING],
  ["sentences", WORDS],
  ["odd names", [sample('{"a b":"x","ü":"INFO","1":2,"\\u0000":"y"}', { labels: { a: '`"\\' } })]],
])("every draft for %s does something, and drops nothing", (_, entries) => {
  for (const { name, code, before } of draftStages(entries, 0n)) {
    if (code === undefined || name === "geoip") continue;
    const { stages, diagnostics } = loadStages(code);
    expect([name, diagnostics.filter(({ severity }) => severity === "error")]).toEqual([name, []]);
    expect([name, stages.map(({ spec }) => spec.name).at(-1), stages.length - 1]).toEqual([name, name, before]);
    const preview = Preview.run({ stages, dialect: "loki" }, entries, { start: 0n, seed: 1, host: TEST_HOST });
    const { missed, errors, in: entered, dropped } = preview.counts().get(`${stages.length}`)!;
    expect([name, missed + errors < entered, dropped]).toEqual([name, true, 0]);
  }
});

it("has makers for stages alone, and nothing to say without entries", () => {
  const names = STAGES.map(({ name }) => name);
  expect(Object.keys(MAKERS).filter((name) => !names.includes(name))).toEqual([]);
  expect(draftStages([], 0n)).toEqual([]);
});

it("is bounded: a hostile file takes no longer than others", () => {
  const entries = [...Array(2000).keys()].map((i) => sample(`${"a=".repeat(3000)}${i} ${"[".repeat(2000)}`));
  expect(draftStages(entries, 0n).length).toBe(STAGES.length);
});
