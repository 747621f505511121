import { expect, it } from "vitest";
import { parseFile } from "../syntax/index.ts";
import { type DocumentSymbol, symbols } from "./symbols.ts";

const show = (list: readonly DocumentSymbol[]): unknown[] =>
  list.map(({ name, children }) => (children.length === 0 ? name : [name, show(children)]));

it("lists components with their stages, and nothing else", () => {
  const text = `logs.source.api "in" {
  http { listen_port = 1 }
}
logs.process "main" {
  forward_to = []
  stage.match {
    selector = \`{}\`
    stage.drop { }
  }
  stage.metrics { metric.counter { } }
}
`;
  expect(show(symbols(parseFile(text).file))).toEqual([
    "logs.source.api.in",
    ["logs.process.main", [["stage.match", ["stage.drop"]], "stage.metrics"]],
  ]);
});

it("lists what can be understood of a text with errors", () => {
  expect(show(symbols(parseFile('logs.process "a" {\n  stage.drop { = }\n  stage.regex { }\n}').file))).toEqual([
    ["logs.process.a", expect.arrayContaining(["stage.drop"])],
  ]);
});

it("spans whole blocks and their names", () => {
  const text = "stage.drop { }";
  expect(symbols(parseFile(text).file)[0]).toMatchObject({
    span: { start: 0, end: text.length },
    nameSpan: { start: 0, end: 10 },
  });
});
