import { processorTime } from "@sluice/languages/testing";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { openDocument, readTree } from "../open-document.ts";
import { hideConfigSecrets, maskConfigSecrets } from "./config-secrets.ts";

const SECRET = "KAAA1111";

describe("a text with syntax errors is shown without", () => {
  it.each([
    ["a secret after a colon", `password : "${SECRET}"`],
    ["one under a quoted name", `"password" = "${SECRET}"`],
    ["a second one after a comma", `password = "a", "${SECRET}"`],
    ["one behind another argument", `username = "u" password = "${SECRET}"`],
    ["one without an assignment", `password "${SECRET}"`],
    ["one without quotes", `password = 7${SECRET}`],
    ["one on the next line", `password\n  = "${SECRET}"`],
    ["one whose name has a blank", `pass word = "${SECRET}"`],
    ["one as the label of a block", `password "${SECRET}" {\n} x`],
    ["one that a missing quote makes a comment", `url = http://me:${SECRET}@loki/`],
    ["one in a raw text of several lines", `password : \`x\n${SECRET}\``],
  ])("%s", (_, line) => {
    const document = readTree(`remotecfg {\n  ${line}\n}\n`);
    expect(document.syntaxErrors.length).toBeGreaterThan(0);
    const masked = maskConfigSecrets(document);
    for (const shown of [hideConfigSecrets(document), masked]) expect(shown).not.toContain(SECRET);
    expect(masked.split("\n").map((one) => one.length)).toEqual(document.text.split("\n").map((one) => one.length));
  });

  it.each([
    ["comments on one line", `a = = 1 ${"/**/".repeat(100_000)}`],
    ["comments", `a = = 1\n${"//x\n".repeat(100_000)}`],
    ["errors", "a = = 1\n".repeat(50_000)],
    ["blocks", `a = = 1\n${"b {\n}\n".repeat(60_000)}`],
    ["texts", `a = = ${'"a" '.repeat(100_000)}`],
    ["blanks", `a = = 1 ${" ".repeat(400_000)}x`],
  ])("taking long, with many %s", (_, text) => {
    const document = readTree(text);
    expect(processorTime(() => maskConfigSecrets(document))).toBeLessThan(3000);
  });

  it("anything but names, what was read, and comments", () => {
    const text = `logs.echo "out" {\n  format = "json" colour = "green"\n  // a comment\n  level = 5 // and another\n}}\n`;
    expect(maskConfigSecrets(readTree(text))).toBe(text.replace('"json" colour = "green"', '"****" ****** * "*****"'));
  });
});

const CONFIG = `logs.process "p" {
  forward_to = [logs.write.w.receiver]
  stage.regex {
    expression = \`^(?P<level>\\w+)\`
  }
  stage.labels {
    values = { level = "" }
  }
}

// Where it goes.
logs.write "w" {
  endpoint {
    url          = "http://me:${SECRET}@loki:3100/push"
    bearer_token = "${SECRET}"
    headers      = { Authorization = "Bearer ${SECRET}", "X-Api-Key" = "y${SECRET}" }
    basic_auth {
      username = "u"
      password = "${SECRET}"
    }
  }
}
`;

/** The texts with secrets: what changes within them is another value, and no error of the syntax. */
const VALUES = new RegExp(`http://me:${SECRET}[^"]*|(?:Bearer |y)?${SECRET}`, "g");

/** A configuration in which characters are missing, added or replaced, anywhere but within a value. */
const brokenTexts = fc
  .array(
    fc.record({
      at: fc.nat(CONFIG.length - 1),
      removed: fc.constantFrom(0, 1, 1, 2),
      added: fc.constantFrom(
        "",
        "",
        '"',
        "`",
        "=",
        ":",
        "{",
        "}",
        "[",
        "]",
        "(",
        ")",
        ",",
        ".",
        " ",
        "\n",
        "/*",
        "x",
        "7",
        "\\",
      ),
    }),
    { minLength: 1, maxLength: 2 },
  )
  .map((changes) => {
    let text = CONFIG;
    for (const { at, removed, added } of changes) {
      const within = [...text.matchAll(VALUES)].some(
        ({ index, 0: value }) => at + removed > index && at < index + value.length,
      );
      if (!within) text = text.slice(0, at) + added + text.slice(at + removed);
    }
    return text;
  });

it("is shown without its secrets, wherever it is broken", () => {
  fc.assert(
    fc.property(brokenTexts, (text) => {
      const document = openDocument(text);
      fc.pre(document.syntaxErrors.length > 0);
      const masked = maskConfigSecrets(document);
      expect(masked).toHaveLength(text.length);
      for (const shown of [hideConfigSecrets(document), masked]) expect(shown).not.toContain(SECRET);
    }),
    { seed: 12, numRuns: 600 },
  );
});
