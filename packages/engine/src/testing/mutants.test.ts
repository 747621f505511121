import { describe, expect, it } from "vitest";
import { openDocument } from "../document/open-document.ts";
import { mutants } from "./mutants.ts";

const CONFIG = `stage.match {
  selector = \`{app="a", env!="b"} |= "x=y"\`
  stage.drop {
    source = "level"
    value  = "debug"
  }
}
stage.labels {
  values = { level = "", app = "" }
}
stage.metrics {
  metric.counter {
    name      = "lines"
    match_all = true
    action    = "inc"
  }
}
`;

describe("mutants", () => {
  it("delete stages, swap neighbours, and negate or empty arguments", () => {
    expect([...mutants(CONFIG)].map(({ id, text }) => [id, text !== undefined])).toEqual([
      ["delete 1 match", true],
      ["swap 1 match and 2 labels", true],
      ["1 match: selector negated 1", true],
      ["1 match: selector negated 2", true],
      ["1 match: selector negated 3", true],
      // A match without stages is refused, and so is a value without its source.
      ["delete 1.1 drop", false],
      ["1.1 drop: source emptied", false],
      ["1.1 drop: value emptied", true],
      ["delete 2 labels", true],
      ["swap 2 labels and 3 metrics", true],
      ["2 labels: values emptied", true],
      ["2 labels: values without level", true],
      ["2 labels: values without app", true],
      ["delete 3 metrics", true],
      ["3 metrics, metric.counter 1: name emptied", true],
      ["3 metrics, metric.counter 1: match_all negated", true],
      ["3 metrics, metric.counter 1: action negated", true],
    ]);
  });

  it("are all taken by the check, and differ from the configuration and from each other", () => {
    const texts = [...mutants(CONFIG)].flatMap(({ text }) => text ?? []);
    expect(new Set([CONFIG, ...texts]).size).toBe(texts.length + 1);
    for (const text of texts) expect(openDocument(text, { purpose: "preview" }).ok).toBe(true);
  });

  it("negate a selector in place, whatever quotes it has", () => {
    const selectors = (text: string) =>
      [...mutants(`stage.match {\n selector = ${text}\n stage.drop { expression = "a" }\n}`)]
        .filter(({ id }) => id.includes("selector"))
        .map((one) => /selector = (.*)/.exec(one.text ?? "")?.[1]);
    expect(selectors('"{a=~\\"b=c\\"} !~ \\"d\\""')).toEqual([
      '"{a!~\\"b=c\\"} !~ \\"d\\""',
      '"{a=~\\"b=c\\"} |~ \\"d\\""',
    ]);
  });

  it("name the component where there are several", () => {
    const one = (label: string) => `logs.process "${label}" {\n forward_to = []\n stage.decolorize { }\n}\n`;
    expect([...mutants(one("a") + one("b"))].map(({ id }) => id)).toEqual([
      "logs.process.a: delete 1 decolorize",
      "logs.process.b: delete 1 decolorize",
    ]);
  });
});
