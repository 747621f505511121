import { expect, it } from "vitest";
import { parseFile } from "../syntax/index.ts";
import { folds } from "./folds.ts";

/** Folds as lines: `2-4`, with a star for comments. */
function lines(text: string): string[] {
  const { file } = parseFile(text);
  return folds(file).map(({ span, kind }) => {
    const [from, to] = [span.start, span.end].map((offset) => file.lines.position(offset).line);
    return `${from}-${to}${kind === "comment" ? "*" : ""}`;
  });
}

it("blocks, lists and maps of several lines can be folded", () => {
  const text = `logs.process "a" {
  forward_to = [
    logs.echo.out.receiver,
  ]

  stage.json {
    expressions = {
      a = "",
    }
  }
  stage.drop { expression = "x" }
}
`;
  expect(lines(text)).toEqual(["1-12", "2-4", "6-10", "7-9"]);
});

it("comments of several lines can be folded, and what is switched off as one", () => {
  expect(lines("// a\n// b\n\n// one line\nstage.cri { }\n/* x\n y */\n")).toEqual(["1-2*", "6-7*"]);
  expect(lines("stage.cri { }\n// sluice:off\n// stage.drop {\n// }\n// sluice:on\n")).toEqual(["2-5*"]);
});

it("what parses of a broken text can be folded", () => {
  expect(lines('stage.json {\n  regex = "a"\n}\nstage.drop {\n  expression = \n}\n')).toContain("1-3");
});
