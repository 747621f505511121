import { describe, expect, it } from "vitest";
import { diagnose, runStages, stageNotes, valued } from "../testing/index.ts";

const CARD = "4023319055607716";
const run = (body: string, ...inputs: Parameters<typeof runStages>[1]) =>
  runStages(`stage.luhn {\n${body}\n}`, inputs, { trace: true });

describe("stage.luhn", () => {
  it.each([
    ["a default for an empty replacement", 'replacement = ""', CARD, "**REDACTED**"],
    ["a default for a length below one", "min_length = -4", `18 ${CARD}`, "18 **REDACTED**"],
    ["protected stretches", 'skip_regex = "id=\\\\d+"', `id=${CARD} ${CARD}`, `id=${CARD} **REDACTED**`],
    ["a number only partly protected", 'skip_regex = "\\\\d{8}"', CARD, "**REDACTED**"],
  ])("knows %s", (_name, body, line, wanted) => {
    expect(run(body, line).out[0]?.line).toBe(wanted);
  });

  it("writes a source's text to the line, replaced or not", () => {
    const { out } = run(
      'source = "s"',
      { line: "l", extracted: { s: `no ${CARD}` } },
      { line: "l", extracted: { s: "none" } },
    );
    expect(out.map(({ line, extracted }) => [line, extracted.s])).toEqual([
      ["no **REDACTED**", `no ${CARD}`],
      ["none", "none"],
    ]);
  });

  it.each([
    ["a missing source", {}, "source-missing"],
    ["a number of JSON", { s: 4111111111111111 }, "cannot-convert"],
    ["null", { s: null }, "cannot-convert"],
  ])("leaves the line alone for %s", (_name, extracted, code) => {
    const { out, steps } = run('source = "s"', { line: CARD, extracted });
    expect(out[0]?.line).toBe(CARD);
    expect(steps[0]?.[0]?.reasons.map((reason) => reason.code)).toEqual([code]);
  });

  it.each([
    ["an empty source", 'source = ""', "error empty-source: empty source"],
    [
      "a source",
      'source = "s"',
      'warning result-replaces-line: the searched text of "s" replaces the line, while the extracted value stays unchanged, as in Alloy',
    ],
  ])("speaks about %s", (_name, body, diagnostic) => {
    expect(diagnose(`stage.luhn {\n${body}\n}`)).toEqual([diagnostic]);
  });
});

describe("notes of stage.luhn", () => {
  for (const { name, run } of stageNotes("luhn", [
    ["no number", "", "x", "no-match", "not missed"],
    ["no source", 'source = "v"', "x", "source-missing", "missed"],
    ["a source that is not text", 'source = "v"', valued(4242424242424242), "cannot-convert", "missed"],
  ]))
    it(name, run);
});
