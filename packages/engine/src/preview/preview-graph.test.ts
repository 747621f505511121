import { SECOND } from "@sluice/languages/base";
import { describe, expect, it } from "vitest";
import { openDocument } from "../document/open-document.ts";
import { TEST_HOST } from "../testing/index.ts";
import { Preview, type Sample } from "./preview.ts";
import { type GraphFlow, type GraphPreviewOptions, previewGraph } from "./preview-graph.ts";

const sample = (line: string, more: Partial<Sample> = {}): Sample => ({ line, labels: { job: "t" }, ...more });
const LINES = ["one", "two no", "three", "four no"].map((line) => sample(line));

function flow(text: string, samples: readonly Sample[] = LINES, options: Partial<GraphPreviewOptions> = {}): GraphFlow {
  const document = openDocument(text, { purpose: "preview" });
  expect(document.syntaxErrors).toEqual([]);
  const steps = previewGraph(document, samples, { start: 0n, seed: 1, host: TEST_HOST, ...options });
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** `a: 4 in, 2 sent, 2 dropped`, without what is zero at the end. */
const told = ({ pipelines }: GraphFlow) =>
  Object.entries(pipelines).map(
    ([id, { in: entered, sent, dropped, held }]) =>
      `${id.split(".").at(-1)}: ${entered.entries} → ${sent.entries}, ${dropped} dropped, ${held} held`,
  );
const entriesOf = ({ edges }: GraphFlow) => Object.values(edges).map(({ entries }) => entries);
const process = (label: string, to: readonly string[], stages = "") =>
  `logs.process "${label}" {\n  forward_to = [${to.map((one) => `${one}.receiver`).join(", ")}]\n${stages}\n}\n`;
const NO = 'stage.drop { expression = "no" }';
const ECHO = 'logs.echo "out" { }\n';

describe("the preview of a whole graph", () => {
  it("follows chains, in whatever order they are written", () => {
    const chain = [
      process("a", ["logs.echo.out"], 'stage.drop { expression = "th" }'),
      process("b", ["logs.process.a"], NO),
    ];
    for (const text of [chain, chain.toReversed()]) {
      const ran = flow(text.join("") + ECHO);
      expect(told(ran)).toEqual(["b: 4 → 2, 2 dropped, 0 held", "a: 2 → 1, 1 dropped, 0 held"]);
      expect(ran.entrances).toEqual(["logs.process.b"]);
      expect(ran.edges).toEqual({
        "logs.process.a → logs.echo.out": { entries: 1, bytes: 3 },
        "logs.process.b → logs.process.a": { entries: 2, bytes: 8 },
      });
    }
  });

  it("gives each of several its own copy, and counts the copies that meet again", () => {
    const ran = flow(
      process("a", ["logs.process.b", "logs.process.c", "logs.echo.out"]) +
        process("b", ["logs.process.d"], NO) +
        process("c", ["logs.process.d", "logs.process.d"]) +
        process("d", ["logs.echo.out"]) +
        ECHO,
    );
    expect(told(ran)).toEqual([
      "a: 4 → 4, 0 dropped, 0 held",
      "b: 4 → 2, 2 dropped, 0 held",
      "c: 4 → 4, 0 dropped, 0 held",
      "d: 10 → 10, 0 dropped, 0 held",
    ]);
    expect(entriesOf(ran)).toEqual([4, 4, 4, 2, 8, 10]);
  });

  it("counts a pipeline as the preview of it alone does", () => {
    const stages = `${NO}\nstage.split_json { }\nstage.multiline { firstline = "^t" }`;
    const text = process("a", [], stages.replace("stage.split_json { }\n", ""));
    const ran = flow(text);
    const alone = Preview.run(openDocument(text).pipelines[0]!, LINES, { start: 0n, seed: 1, host: TEST_HOST });
    const { in: entered, out, dropped, held, emitted } = alone.balance;
    expect(ran.pipelines["logs.process.a"]).toMatchObject({
      in: { entries: entered },
      sent: { entries: emitted },
      dropped,
      held,
    });
    expect(entered).toBe(out + dropped + held);
  });

  it("lets samples in where a source forwards to, not behind what Sluice does not run", () => {
    const text =
      'logs.source.api "s" { forward_to = [logs.process.b.receiver] }\n' +
      'loki.source.journal "j" { forward_to = [logs.process.c.receiver] }\n' +
      'loki.source.syslog "k" { forward_to = [logs.process.c.receiver] }\n' +
      'loki.other.relabel "r" { forward_to = [logs.process.d.receiver] }\n' +
      process("a", ["logs.process.b", "loki.other.relabel.r"]) +
      process("b", []) +
      process("c", []) +
      process("d", []);
    const ran = flow(text);
    expect(ran.entrances.map((id) => id.at(-1))).toEqual(["a", "b", "c"]);
    expect(told(ran).map((one) => one.slice(0, 8))).toEqual(["a: 4 → 4", "b: 8 → 8", "c: 4 → 4"]);
    // Of two sources nobody knows which sent what.
    expect(Object.keys(ran.edges)).toEqual([
      "logs.source.api.s → logs.process.b",
      "logs.process.a → logs.process.b",
      "logs.process.a → loki.other.relabel.r",
    ]);
  });

  it("counts the samples once where several sources lead to one pipeline, which share them", () => {
    const ran = flow(
      'logs.source.demo "x" {\n  forward_to = [logs.process.a.receiver]\n}\n' +
        'logs.source.api "y" {\n  http { listen_port = 3100 }\n  forward_to = [logs.process.a.receiver, logs.process.b.receiver]\n}\n' +
        process("a", ["logs.process.b"], NO) +
        process("b", []),
    );
    expect(told(ran)).toEqual(["a: 4 → 2, 2 dropped, 0 held", "b: 6 → 6, 0 dropped, 0 held"]);
    const samples = { entries: 4, bytes: 3 + 6 + 5 + 7 };
    expect(ran.shared).toEqual({
      "logs.source.demo.x → logs.process.a": samples,
      "logs.source.api.y → logs.process.a": samples,
    });
    expect(ran.edges).toEqual({
      "logs.source.api.y → logs.process.b": samples,
      "logs.process.a → logs.process.b": { entries: 2, bytes: 8 },
    });
  });

  it("hands entries on at the time at which they left, without what was extracted", () => {
    const first =
      'stage.regex { expression = "(?P<word>\\\\w+)" }\nstage.multiline {\n firstline = "^o"\n max_wait_time = "3s"\n}';
    // Its burst is one entry: what comes within the second after is dropped.
    const second = 'stage.limit {\n rate = 1\n burst = 1\n drop = true\n}\nstage.labels { values = { word = "" } }';
    const text = process("a", ["logs.process.b"], first) + process("b", [], second);
    const apart = ["one", "two", "one", "two"].map((line) => sample(line, { advance: SECOND }));
    expect(told(flow(text, apart))).toEqual(["a: 4 → 2, 0 dropped, 0 held", "b: 2 → 2, 0 dropped, 0 held"]);
    const together = apart.map(({ line }) => sample(line));
    expect(told(flow(text, together))).toEqual(["a: 4 → 2, 0 dropped, 0 held", "b: 2 → 1, 1 dropped, 0 held"]);
  });

  it("keeps held entries while the clock stands, and releases them when it has advanced", () => {
    const text =
      process("a", ["logs.echo.out"], 'stage.multiline {\n firstline = "^o"\n max_wait_time = "3s"\n}') + ECHO;
    expect(told(flow(text, LINES, { until: SECOND }))).toEqual(["a: 4 → 0, 0 dropped, 4 held"]);
    expect(told(flow(text, LINES, { until: 4n * SECOND }))).toEqual(["a: 4 → 1, 0 dropped, 0 held"]);
  });

  it("follows no circle twice", () => {
    const text = process("a", ["logs.process.b"]) + process("b", ["logs.process.c"]) + process("c", ["logs.process.b"]);
    const document = openDocument(text);
    // A circle is an error of the component at which it closes; all are taken for fit to run.
    const pipelines = document.pipelines.map((one) => ({ ...one, previewable: true }));
    const steps = previewGraph({ ...document, pipelines }, LINES, { start: 0n, seed: 1, host: TEST_HOST });
    let last = steps.next();
    while (!last.done) last = steps.next();
    expect(told(last.value)).toEqual([
      "a: 4 → 4, 0 dropped, 0 held",
      "b: 4 → 4, 0 dropped, 0 held",
      "c: 4 → 4, 0 dropped, 0 held",
    ]);
  });

  it("is bounded in sum: what would take too many entries is left out, with all behind it", () => {
    const diamonds = Array.from({ length: 20 }, (_, i) =>
      process(`p${i}`, i === 19 ? [] : [`logs.process.p${i + 1}`, `logs.process.p${i + 1}`]),
    ).join("");
    const ran = flow(diamonds, LINES, { mostEntries: 100 });
    expect(told(ran).map((one) => one.split(",")[0])).toEqual(["p0: 4 → 4", "p1: 8 → 8", "p2: 16 → 16", "p3: 32 → 32"]);
    expect(ran.skipped).toEqual(["logs.process.p4"]);
  });

  it("says why a pipeline could not be run, and goes on with the others", () => {
    const geoip = 'stage.geoip {\n db = "no.mmdb"\n db_type = "city"\n source = "ip"\n}';
    const ran = flow(process("a", ["logs.process.b"], geoip) + process("b", []) + process("c", []));
    expect(Object.keys(ran.pipelines)).toEqual(["logs.process.c"]);
    expect(ran.failures["logs.process.a"]).toContain("no.mmdb");
  });

  it("stops after each hundred entries", () => {
    const many = Array.from({ length: 250 }, (_, i) => sample(String(i)));
    const document = openDocument(process("a", []));
    const steps = previewGraph(document, many, { start: 0n, seed: 1, host: TEST_HOST });
    expect([...steps]).toHaveLength(3);
  });

  it("previews a bare body of stages as its one node", () => {
    expect(told(flow(NO))).toEqual(["stages: 4 → 2, 2 dropped, 0 held"]);
  });
});
