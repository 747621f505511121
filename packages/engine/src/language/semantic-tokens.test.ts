import { expect, it } from "vitest";
import { parseFile } from "../syntax/index.ts";
import { semanticTokens } from "./semantic-tokens.ts";

/** Tokens as `kind text`, with a minus before what is deprecated. */
const show = (text: string): string[] =>
  semanticTokens(parseFile(text).file).map(
    ({ kind, span, deprecated }) => `${deprecated ? "-" : ""}${kind} ${text.slice(span.start, span.end)}`,
  );

it("distinguishes components, labels, arguments and references", () => {
  const text = `logs.process "a" {
  forward_to = [logs.write.out.receiver, logs.write.gone.receiver]
  nothing = 1
}
logs.write "out" {
  endpoint {
    url = sys.env("URL")
  }
}
`;
  expect(show(text)).toEqual([
    "component logs.process",
    'label "a"',
    "argument forward_to",
    "reference logs.write.out.receiver",
    "component logs.write",
    'label "out"',
    "block endpoint",
    "argument url",
    "function env",
  ]);
});

it("reads into texts of embedded languages", () => {
  const text =
    'stage.regex { expression = `(?P<a>x)` }\nstage.template {\n source = "a"\n template = "\\u00e9{{ ToUpper .a | nope }}"\n}\n';
  expect(show(text)).toEqual([
    "stage stage.regex",
    "argument expression",
    "regexp `(?P<a>x)`",
    "stage stage.template",
    "argument source",
    "argument template",
    "function ToUpper",
  ]);
});

it("recognizes marks, and gives unknown names no meaning", () => {
  expect(
    show("// sluice:samples a.log\n// sluice:nothing\nstage.nothing { a = 1 }\nstage.drop { nothing { } }\n"),
  ).toEqual(["mark sluice:samples", "stage stage.drop"]);
});

it("reads what can be understood of a broken text, and never overlaps", () => {
  const text = 'logs.process "a" {\n stage.json { expressions = { a = "x" \n stage.drop { expression = ".*" }';
  const spans = semanticTokens(parseFile(text).file).map(({ span }) => span);
  for (const [i, span] of spans.entries()) expect(span.start).toBeGreaterThanOrEqual(spans[i - 1]?.end ?? 0);
});
