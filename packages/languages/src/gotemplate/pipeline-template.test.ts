import { describe, expect, it } from "vitest";
import { SeededRandom } from "../base/random.ts";
import { compilePipelineTemplate } from "./index.ts";
import { accessor, DATA, HOST } from "./testing.ts";

function output(text: string): string {
  const compiled = compilePipelineTemplate(text);
  if (!compiled.ok) return compiled.message;
  const result = compiled.template.execute(accessor(DATA), HOST);
  return result.ok ? result.text : result.message;
}

describe("which function a name means", () => {
  it.each([
    [
      "the library's slice shadows the language's",
      "{{ slice (list 1 2 3) 1 }} {{ kindOf (slice (list 1) 0) }}",
      "[2 3] slice",
    ],
    ["Alloy's regexReplaceAll shadows the library's", '{{ regexReplaceAll "a(x)" "-ax-" "$1" }}', "-x-"],
    ["the language's own remain", '{{ len "abc" }} {{ eq 1 1 }} {{ index (list 5) 0 }}', "3 true 5"],
    [
      "slice of a text is the library's error",
      '{{ slice "abc" 1 }}',
      'template: pipeline_template:1:3: executing "pipeline_template" at <slice "abc" 1>: error calling slice: list should be type of slice or array but string',
    ],
  ])("%s", (_name, template, expected) => {
    expect(output(template)).toBe(expected);
  });
});

const PIECES = [
  ...'{{ }} {{- -}} ( ) | := = , . $ $x .x .level nil true 1 2.5 1i \'a\' "s" `r` "\\xff" -3 0x1F é'.split(" "),
  ...'if else end range with define template block break continue "t" print printf len index eq and or list dict'.split(
    " ",
  ),
  ..."until first join repeat toJson regexReplaceAll ToUpper now dateModify semver set get .Month".split(" "),
  " ",
  "\n",
  "{{ end }}",
  "{{ range ",
  "{{ if ",
  "{{/*",
  "*/}}",
];

describe("texts made of random pieces", () => {
  it("are refused with a place inside them, or run, but never throw", () => {
    const random = new SeededRandom(7);
    let ran = 0;
    for (let i = 0; i < 4000; i++) {
      let text = random.next() < 0.7 ? "{{ " : "";
      for (let n = 1 + Math.floor(random.next() * 8); n > 0; n--) {
        text += PIECES[Math.floor(random.next() * PIECES.length)]!;
        if (random.next() < 0.6) text += " ";
      }
      if (random.next() < 0.7) text += " }}";
      const compiled = compilePipelineTemplate(text);
      if (compiled.ok) {
        ran++;
        const result = compiled.template.execute(accessor(DATA), HOST);
        if (!result.ok) expect(result.message).toMatch(/^template: pipeline_template/);
        continue;
      }
      expect(compiled.message, text).toMatch(/^template: pipeline_template:\d+: /);
      expect(0 <= compiled.start && compiled.start <= compiled.end && compiled.end <= text.length, text).toBe(true);
    }
    expect(ran).toBeGreaterThan(200);
  });
});
