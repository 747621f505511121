/** Texts that are not a configuration, or too large. */
import { describe, expect, it } from "vitest";
import { formatFile } from "../../syntax/index.ts";
import { importPromtail } from "./index.ts";

describe("bad input", () => {
  it.each([
    ["no YAML", "clients: [\n", "this is not YAML: did not find expected node content"],
    ["bytes", "ab\0c", "this is not a text: it holds zero bytes"],
    ["no UTF-8", "ab\udcffc", "this is not a text in UTF-8"],
    [
      "a large file",
      "#".repeat(1024 * 1024 + 1),
      "this file has more than 1048576 characters: a configuration of Promtail is shorter",
    ],
    ["a word", "hello", "Promtail's configuration, a mapping, is expected here, not a text"],
    [
      "an alias of itself",
      "pipeline_stages: &x [*x]",
      "the file nests deeper than 250 levels once its aliases are expanded",
    ],
    [
      "a match within itself",
      "- match: &x {selector: '{a=\"b\"}', stages: [{match: *x}]}",
      "the file nests deeper than 250 levels once its aliases are expanded",
    ],
  ])("has a clear message: %s", (_, yaml, message) => {
    const { text, diagnostics, ok } = importPromtail(yaml);
    expect({ text, ok, messages: diagnostics.map((one) => one.message) }).toEqual({
      text: "",
      ok: false,
      messages: [message],
    });
  });

  it("is bounded where aliases multiply", () => {
    const layers = [..."bcdefg"].map((name, i) => `- &${name} [${Array(9).fill(`*${"abcdef"[i]}`).join(",")}]`);
    const bomb = `- &a {docker: {}}\n${layers.join("\n")}\n`;
    expect(importPromtail(bomb).diagnostics.map(({ message }) => message)).toContain(
      "the file has more than 100000 values once its aliases are expanded",
    );
  });

  it("keeps a bounded number of remarks", () => {
    const keys = Array.from({ length: 5000 }, (_, i) => `x${i}: 1`).join("\n");
    expect(importPromtail(keys).diagnostics).toHaveLength(1000);
  });

  it("is written in the one form", () => {
    const { text } = importPromtail("- json: {expressions: {a: b}}");
    expect(formatFile(text)).toMatchObject({ ok: true, text });
  });
});
