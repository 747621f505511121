import { expect, it } from "vitest";
import { openDocument } from "../../open-document.ts";

const rule = (...lines: string[]): string => `  rule {\n${lines.map((line) => `    ${line}\n`).join("")}  }\n`;
const MISTYPED = rule('source_labels = ["__journal_systemd_unit"]', 'target_label = "unit"');
const NEVER = rule('regex = "query"', 'target_label = "domain"');
const codes = (...rules: string[]): string[] =>
  openDocument(`logs.relabel "a" {\n  forward_to = []\n${rules.join("")}}\n`, {
    purpose: "preview",
    library: { env: () => undefined },
  }).diagnostics.map(({ code }) => code);

it.each([
  ["has an error", rule('regex = "("', 'target_label = "x"'), "invalid-re2"],
  ["has another action", rule('action = "kep"'), "eval-value"],
  ["has an unknown value", rule('regex = sys.env("X")', 'target_label = "x"'), "unknown-value"],
])("passes over a rule that %s, and looks at the others", (_, bad, code) => {
  expect(codes(MISTYPED, bad, NEVER)).toEqual(["mistyped-label", code, "rule-never-applies"]);
});

it("finds nothing about a label that a rule with an error may set", () => {
  const sets = (target: string): string => rule('regex = "("', `target_label = ${target}`);
  expect(codes(sets('"__journal_systemd_unit"'), MISTYPED)).toHaveLength(1);
  expect(codes(sets('sys.env("X")'), MISTYPED)).not.toContain("mistyped-label");
  expect(codes(sets('"other"'), MISTYPED)).toContain("mistyped-label");
});
