/** A preview from a body to an answer: the trace's documented form, every way to be refused, and the bounds. */
import { describe, expect, it } from "vitest";
import { PREVIEW_LIMITS, type PreviewLimits } from "./preview-answer.ts";
import { runPreview } from "./run-preview.ts";

const NOW = 1_700_000_000_000_000_000n;
const STAGES = `stage.regex {
  expression = "level=(?P<level>\\\\w+)"
}
stage.drop {
  source = "level"
  value  = "debug"
}
`;
const stream = (...lines: readonly string[]) => [{ stream: { app: "shop" }, values: lines.map((line) => ["1", line]) }];
const STREAMS = stream("level=info a", "level=debug b");

function ask(body: unknown, limits: Partial<PreviewLimits> = {}, elapsed: () => number = () => 0) {
  const bytes = Buffer.from(typeof body === "string" ? body : JSON.stringify(body));
  const answer = runPreview({ body: bytes, now: NOW, limits: { ...PREVIEW_LIMITS, ...limits } }, elapsed);
  const text = Buffer.concat(answer.parts).toString();
  return { ...answer, text, json: JSON.parse(text) as Record<string, never> };
}

describe("a preview", () => {
  it("gives outputs, entries with every step, and a summary", () => {
    const { status, outcome, json } = ask({ config: STAGES, streams: STREAMS, now: "2026-01-15T08:00:00Z" });
    expect([status, outcome]).toEqual([200, "answered"]);
    expect(json).toMatchObject({
      outputs: [
        {
          type: "output",
          index: 0,
          at: "2026-01-15T08:00:00Z",
          entry: { line: "level=info a", labels: { app: "shop" } },
        },
      ],
      entries: [
        {
          type: "entry",
          index: 0,
          status: "passed",
          outputs: [0],
          steps: [
            { path: "1", stage: "regex", status: "changed" },
            { path: "2", status: "unchanged" },
          ],
        },
        { index: 1, status: "dropped", outputs: [], drops: [{ path: "2", stage: "drop", reason: "drop_stage" }] },
      ],
      summary: { version: 2, balance: { in: 2, out: 1, dropped: 1, held: 0, emitted: 1 } },
    });
  });

  it("takes samples as a text, as page and command line do, and says what it passed over", () => {
    const samples = '{"line":"level=info a","labels":{},"advance":"2s","nonsense":1}\n{"line":"b"}';
    const { status, json } = ask({ config: STAGES, samples, now: "2026-01-15T08:00:00Z" });
    expect([status, json]).toMatchObject([
      200,
      { outputs: [{ at: "2026-01-15T08:00:02Z" }, { entry: { line: "b" } }], warnings: [{ line: 1 }] },
    ]);
    expect(ask({ config: STAGES, samples: '{"line":"a"}\n{"line":1}' })).toMatchObject({
      status: 400,
      json: { error: 'samples, line 2: an entry is an object with a string "line"' },
    });
    expect(ask({ config: STAGES, samples: "a\n".repeat(2001) }).status).toBe(413);
    expect(ask({ config: STAGES, samples: "a", streams: [] }).status).toBe(400);
  });

  it("never opens the file that a configuration names for its samples, and says so", () => {
    const config = `// sluice:samples /etc/hostname\n${STAGES}`;
    expect(ask({ config })).toMatchObject({
      status: 400,
      json: {
        error:
          'entries are missing: sluice:samples names "/etc/hostname", which the server does not open; send its content as "samples"',
      },
    });
    expect(ask({ config, samples: "a" }).json).toMatchObject({ entries: [{ index: 0 }] });
    expect(ask({ config, streams: STREAMS }).status).toBe(200);
  });

  it("leaves out what a comment says to ignore", () => {
    const config = `logs.process "a" {\n forward_to = [logs.echo.x.receiver]\n stage.nope { }\n}\n`;
    const codes = (text: string) =>
      (ask({ config: text, samples: "a" }).json.diagnostics as unknown as { code: string }[]).map(({ code }) => code);
    expect(codes(config)).toEqual(["unknown-reference", "unknown-stage"]);
    expect(codes(`// sluice:ignore unknown-reference\n${config}`)).toEqual(["unknown-stage"]);
  });

  it("names a key of the body that it does not know", () => {
    const { json } = ask({ config: STAGES, streams: STREAMS, sead: 7 });
    expect(json).toMatchObject({ warnings: [{ message: 'unknown key "sead" is ignored: the body has streams' }] });
  });

  it("names it also beside samples, where it was passed over silently", () => {
    const { json } = ask({ config: STAGES, sead: 7, samples: '{"line":"a","labels":{},"lyne":1}' });
    expect(json).toMatchObject({
      warnings: [{ message: expect.stringContaining('"sead"') }, { message: expect.stringContaining('"lyne"') }],
    });
  });

  it.each([
    ["a key of its own that is not JSON", `{"config": "", "now": 20x, "streams": []}`],
    ["an end in the middle of a value", `{"streams": [], "config": "abc`],
    ["a list", "[]"],
  ])("refuses a body with %s", (_name, body) => {
    expect(ask(body)).toMatchObject({ status: 400, outcome: "refused" });
  });

  it("chooses a pipeline, also of a configuration that was made for Alloy", () => {
    const config = `discovery.docker "d" { }\nloki.process "a" {\n  forward_to = []\n}\nloki.process "b" {\n  forward_to = []\n  stage.static_labels {\n    values = { x = "1" }\n  }\n}\n`;
    const { json } = ask({ config, streams: STREAMS, pipeline: "loki.process.b" });
    expect(json).toMatchObject({ outputs: [{ entry: { labels: { app: "shop", x: "1" } } }, {}] });
  });

  it("lists entries in the order of the input, also where a later one is settled first", () => {
    const config =
      'stage.match {\n  selector = "{app=\\"shop\\"} |= \\"wait\\""\n  stage.multiline {\n    firstline = "^wait"\n  }\n}\n';
    const { json } = ask({ config, streams: stream("wait 1", "go", "wait 2") });
    expect(json).toMatchObject({
      outputs: [{ entry: { line: "go" } }, { entry: { line: "wait 1" } }, { entry: { line: "wait 2" } }],
      entries: [
        { index: 0, outputs: [1] },
        { index: 1, outputs: [0] },
        { index: 2, outputs: [2] },
      ],
    });
  });

  it("plays waits in virtual time", () => {
    const config = "stage.limit {\n  rate  = 1\n  burst = 1\n}\n";
    const { json } = ask({ config, streams: stream("a", "b"), now: "2026-01-15T08:00:00Z" });
    expect(json).toMatchObject({ outputs: [{ at: "2026-01-15T08:00:00Z" }, { at: "2026-01-15T08:00:01Z" }] });
  });

  it.each([
    ["no JSON", "{", 400, /not JSON/],
    ["no configuration", { streams: [] }, 400, /"config"/],
    ["no streams", { config: STAGES }, 400, /"streams"/],
    ["a bad time", { config: STAGES, streams: [], now: "soon" }, 400, /RFC 3339/],
    ["a bad seed", { config: STAGES, streams: [], seed: 0.5 }, 400, /whole number/],
    ["stages with errors", { config: "stage.regx { }", streams: [] }, 422, /errors/],
    [
      "a pipeline that is not there",
      { config: 'logs.echo "a" { }', streams: [], pipeline: "x" },
      422,
      /no such pipeline/,
    ],
    [
      "a configuration without pipelines",
      { config: 'logs.echo "a" { }', streams: [] },
      422,
      /^there is no logs\.process to preview$/,
    ],
    [
      "a configuration whose pipeline has errors",
      { config: 'logs.process "a" {\n  forward_to = []\n  stage.regx { }\n}', streams: [] },
      422,
      /^the configuration has errors$/,
    ],
    ["a pipeline that is no text", { config: STAGES, streams: [], pipeline: 5 }, 400, /pipeline must be a text/],
    [
      "a file",
      { config: 'stage.geoip {\n  source = "ip"\n  db = "/etc/passwd"\n  db_type = "city"\n}', streams: [] },
      422,
      /./,
    ],
    ["too many entries", { config: STAGES, streams: stream(...new Array(2001).fill("")) }, 413, /more than 2000/],
  ])("refuses %s", (_, body, status, message) => {
    const got = ask(body);
    expect([got.status, got.outcome]).toEqual([status, "refused"]);
    expect(got.json.error).toMatch(message);
  });

  it("says where a configuration is wrong", () => {
    const { json } = ask({ config: "stage.output {\n  nope = 1\n}", streams: [] });
    expect(json.diagnostics).toMatchObject([{ severity: "error", code: "unknown-argument", line: 2, column: 3 }]);
  });
});

/** Stages that do next to nothing. */
const stages = (count: number) => 'stage.labels {\n  values = { level = "" }\n}\n'.repeat(count);

describe("the bounds of a preview", () => {
  it("refuses a trace of very many steps with 413, long before it is made", () => {
    const body = { config: stages(300), streams: stream(...new Array(2000).fill("level=info a")) };
    const got = ask(body, { answer: 1_000_000 });
    expect([got.status, got.outcome]).toEqual([413, "answer_limit"]);
    expect(got.text).toBe('{"error":"the answer would be larger than 0.9 MiB; preview fewer entries or stages"}');
  });

  it("refuses it also where a stage holds every entry, so that none can be written down before the end", () => {
    const config = `${stages(250)}stage.pack {\n  labels = []\n}\nstage.multiline {\n  firstline = "^never"\n  max_lines = 0\n}\n`;
    const seen: number[] = [];
    const got = ask({ config, streams: stream(...new Array(2000).fill("a")) }, { answer: 1_000_000 }, () => {
      seen.push(0);
      return 0;
    });
    expect([got.status, got.outcome]).toEqual([413, "answer_limit"]);
    // One look at the clock for each step: a million bytes are far fewer than half a million steps.
    expect(seen.length).toBeLessThan(10_000);
  });

  it("refuses one entry that is split into very many at 300 stages", () => {
    const numbers = Array.from({ length: 50_000 }, (_, i) => i);
    const got = ask(
      { config: `stage.split_json { }\n${stages(299)}`, streams: stream(JSON.stringify(numbers)) },
      { answer: 1_000_000 },
    );
    expect([got.status, got.outcome]).toEqual([413, "answer_limit"]);
  });

  it("never takes an answer for larger than it is", () => {
    for (const config of [
      stages(20),
      'stage.drop { expression = "a" }\n',
      'stage.multiline {\n  firstline = "^x"\n}\n',
      'stage.match {\n  selector = "{app=\\"shop\\"}"\n  stage.split_json { }\n}\n',
    ]) {
      const body = { config, streams: stream(...new Array(50).fill("[1,2]")) };
      const whole = ask(body);
      expect(whole.status).toBe(200);
      expect(ask(body, { answer: whole.text.length }).status).toBe(200);
      expect(ask(body, { answer: Math.floor(whole.text.length * 0.9) }).status).toBe(413);
    }
  });

  it("counts bytes, not characters", () => {
    const body = { config: 'stage.drop { expression = "☃" }', streams: stream("☃".repeat(1000)) };
    const whole = ask(body);
    expect(ask(body, { answer: Buffer.byteLength(whole.text) }).status).toBe(200);
    expect(ask(body, { answer: whole.text.length }).status).toBe(413);
  });

  it("refuses a preview that takes too long with 422, also within one entry", () => {
    let time = 0;
    const numbers = Array.from({ length: 1000 }, (_, i) => i);
    const body = { config: `stage.split_json { }\n${stages(50)}`, streams: stream(JSON.stringify(numbers)) };
    const got = ask(body, { time: 2000 }, () => time++);
    expect([got.status, got.outcome]).toEqual([422, "time_limit"]);
    expect(got.text).toBe(
      '{"error":"the preview took longer than 2 s; preview fewer entries, or make its templates and patterns cheaper"}',
    );
    expect(time).toBeLessThan(3000);
  });

  it("lists no more than fifty of a configuration's errors", () => {
    const { status, json } = ask({ config: "stage.output {\n  nope = 1\n}\n".repeat(250), streams: [] });
    expect(status).toBe(422);
    expect(json.diagnostics).toHaveLength(50);
  });

  it("passes an answer on in parts of a megabyte at most", () => {
    const { parts, text } = ask({ config: stages(40), streams: stream(...new Array(200).fill("level=info a")) });
    expect(text.length).toBeGreaterThan(2_000_000);
    expect(Math.max(...parts.map(({ length }) => length))).toBeLessThanOrEqual(1024 * 1024);
    expect(parts.length).toBe(Math.ceil(Buffer.byteLength(text) / (1024 * 1024)));
  });
});
