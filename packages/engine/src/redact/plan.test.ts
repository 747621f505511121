import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { openDocument } from "../document/open-document.ts";
import type { Sample } from "../preview/preview.ts";
import { TEST_HOST } from "../testing/run-stages.ts";
import { planRedaction } from "./plan.ts";

const samplesOf = (...lines: string[]): Sample[] => lines.map((line) => ({ line, labels: { job: "a" } }));
const plan = (text: string, samples: readonly Sample[]) =>
  planRedaction({
    document: openDocument(text),
    open: (one) => openDocument(one),
    pipeline: openDocument(text).pipelines[0]?.id ?? "stages",
    samples,
    preview: { start: 0n, seed: 1, host: TEST_HOST },
  });
const JSON_TO_LABEL = `stage.json {
	expressions = { token = "", level = "" }
}
stage.labels {
	values = { token = "", level = "" }
}
`;

describe("the stages of a redaction", () => {
  it("stand before what makes labels, and change nothing else", () => {
    const made = plan(JSON_TO_LABEL, samplesOf('{"token":"abc123def456","level":"info"}', '{"level":"warn"}'));
    if (!made.ok) throw new Error(made.reason);
    expect(made.text.indexOf("stage.replace")).toBeLessThan(made.text.indexOf("stage.json"));
    expect(made).toMatchObject({ after: undefined, changed: 1, otherwise: [], left: { kinds: [] } });
    expect(openDocument(made.text).diagnostics).toEqual([]);
  });

  it("stand after those that make whole lines, and before the others", () => {
    const made = plan(
      `stage.multiline {\n\tfirstline = "^\\\\S+ key"\n}\n// sluice:off\n// stage.cri { }\n// sluice:on\nstage.decolorize { }\n${JSON_TO_LABEL}`,
      samplesOf("a key -----BEGIN PRIVATE KEY-----", "MIIEowIBAAKCAQEA", "-----END PRIVATE KEY-----", "b key done"),
    );
    if (!made.ok) throw new Error(made.reason);
    expect(made.text).toMatch(/decolorize \{ \}\s+\/\/ Redacts private key\.\s+stage\.replace[\s\S]*stage\.json/);
    expect(made).toMatchObject({ after: "decolorize", changed: 3, otherwise: [], left: { kinds: [] } });
  });

  it("stand after what splits a line into entries", () => {
    const made = plan(
      `stage.split_json { }\n${JSON_TO_LABEL}`,
      samplesOf('[{"token":"abc123def456","level":"info"},{"token":"9f8e7d6c5b4a"}]'),
    );
    if (!made.ok) throw new Error(made.reason);
    expect(made).toMatchObject({ after: "split_json", changed: 1, otherwise: [], left: { kinds: [] } });
  });

  it("are put into a configuration and into a text without stages", () => {
    const samples = samplesOf("password=hunter22");
    const config = plan(`loki.process "p" {\n  forward_to = []\n}\n`, samples);
    expect(config.ok && config.text).toMatch(/forward_to = \[\]\s+\/\/ Redacts password\.\s+stage\.replace \{/);
    const empty = plan("", samples);
    expect(empty.ok && empty.text).toMatch(/^\/\/ Redacts password\.\nstage\.replace/);
  });

  it("say what they leave: labels that the source sets", () => {
    const made = plan(JSON_TO_LABEL, [{ line: '{"token":"abc123def456"}', labels: { api_key: "a8Kd92mXz01QpLw7" } }]);
    if (!made.ok) throw new Error(made.reason);
    expect(made.left.kinds).toMatchObject([{ kind: "password", places: [{ part: "label", name: "api_key" }] }]);
  });

  it("say that a private key stays whose lines are not joined", () => {
    const made = plan("", samplesOf("password=hunter22", "-----BEGIN PRIVATE KEY-----", "MIIEowIBAAKCAQEAx"));
    expect(made).toMatchObject({ ok: true, changed: 1, left: { kinds: [{ kind: "private_key", entries: 2 }] } });
  });

  it("are none where the pipeline has errors or nothing can be told apart", () => {
    expect(plan("stage.json { expresions = 1 }", samplesOf("password=hunter22"))).toMatchObject({ ok: false });
    expect(plan("", samplesOf("nothing"))).toMatchObject({ ok: false });
  });

  it("report entries whose result differs otherwise", () => {
    const drop = `stage.drop {\n\texpression = "hunter22"\n}\n`;
    expect(plan(drop, samplesOf("password=hunter22"))).toMatchObject({ ok: true, otherwise: [0] });
  });
});

it("keeps times, labels and counts of any lines, in JSON and logfmt, and no secret leaves", () => {
  const pipelines = {
    json: `stage.json {\n\texpressions = { time = "", level = "", token = "", msg = "" }\n}\n`,
    logfmt: `stage.logfmt {\n\tmapping = { time = "", level = "", token = "", msg = "" }\n}\n`,
  };
  const rest = `stage.timestamp {
	source = "time"
	format = "RFC3339"
}
stage.labels {
	values = { level = "", token = "" }
}
stage.drop {
	source = "level"
	value  = "debug"
}
stage.output {
	source = "msg"
}
`;
  const secret = fc.string({ unit: fc.constantFrom(..."abXY019_-"), minLength: 8, maxLength: 16 });
  const entry = fc.record({
    second: fc.nat(59),
    level: fc.constantFrom("info", "debug", "error"),
    token: fc.option(secret.filter((one) => /^[a-z].*\d.*[a-z]$/.test(one))),
    msg: fc.string({ unit: fc.constantFrom(...'abc "\\:{},=/'), maxLength: 12 }),
  });
  fc.assert(
    fc.property(fc.constantFrom("json", "logfmt"), fc.array(entry, { minLength: 1, maxLength: 8 }), (way, entries) => {
      fc.pre(entries.some(({ token, level }) => token !== null && level !== "debug"));
      const lines = entries.map(({ second, level, token, msg }) => {
        const time = `2026-01-15T08:00:${String(second).padStart(2, "0")}Z`;
        const values = { time, level, ...(token === null ? {} : { token }), msg };
        return way === "json"
          ? JSON.stringify(values)
          : Object.entries(values)
              .map(([name, value]) => `${name}=${JSON.stringify(value)}`)
              .join(" ");
      });
      const made = plan(pipelines[way] + rest, samplesOf(...lines));
      expect(made).toMatchObject({ ok: true, otherwise: [], left: { kinds: [] } });
      expect(made.ok && made.changed).toBe(
        entries.filter(({ token, level }) => token !== null && level !== "debug").length,
      );
    }),
    { seed: 9, numRuns: 40 },
  );
});
