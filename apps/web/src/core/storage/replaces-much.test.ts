import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { MUCH, replacesMuch } from "./replaces-much.ts";

const lines = (count: number, what = "line") => Array.from({ length: count }, (_, i) => `${what} ${i}`).join("\n");
const samples = (count: number, what = "sample") =>
  Array.from({ length: count }, (_, id) => ({ id: id + 1, line: `${what} ${id}` }));
const content = ({ text = "", tests = "", count = 0, what = "sample" } = {}) => ({
  text,
  tests,
  samples: samples(count, what),
});

describe("a change", () => {
  it.each<[string, ReturnType<typeof content>, ReturnType<typeof content>]>([
    ["another text in place of one", content({ text: lines(40) }), content({ text: lines(10, "other") })],
    ["another text in place of a short one", content({ text: lines(2) }), content({ text: "x" })],
    [
      "a fix over many lines",
      content({ text: lines(60) }),
      content({ text: lines(60).replaceAll(/line \d*7$/gm, "x") }),
    ],
    ["stages that are deleted", content({ text: lines(60) }), content({ text: lines(54) })],
    ["all samples removed", content({ count: 3 }), content()],
    ["the only sample removed", content({ count: 1 }), content()],
    ["other samples in place of those", content({ count: 50 }), content({ count: 50, what: "other" })],
    ["half of few samples removed", content({ count: 6 }), content({ count: 3 })],
    ["one very long line in place of another", content({ text: "x".repeat(2000) }), content({ text: "short" })],
    [
      "a very long line among others that is replaced",
      content({ text: `${lines(40)}\n${"x".repeat(2000)}` }),
      content({ text: `${lines(40)}\nshort` }),
    ],
    ["tests that go", content({ tests: lines(12) }), content()],
  ])("replaces much: %s", (_, before, after) => {
    expect(replacesMuch(before, after)).toBe(true);
  });

  it.each<[string, ReturnType<typeof content>, ReturnType<typeof content>]>([
    ["a key typed", content({ text: lines(40) }), content({ text: `${lines(40)}x` })],
    [
      "a key typed into a very long line",
      content({ text: "x".repeat(2000) }),
      content({ text: `${"x".repeat(900)}y${"x".repeat(1099)}` }),
    ],
    ["a key typed into the only line", content({ text: "a" }), content({ text: "ab" })],
    ["a stage that moves", content({ text: lines(9) }), content({ text: lines(9).split("\n").reverse().join("\n") })],
    ["a text that is formatted", content({ text: lines(9) }), content({ text: lines(9).replaceAll(/^/gm, "  ") })],
    ["lines that are added", content({ text: lines(9) }), content({ text: `${lines(9, "new")}\n${lines(9)}` })],
    ["a value that changes", content({ text: lines(40) }), content({ text: lines(40).replace("line 3", "value 3") })],
    ["samples that are added", content({ count: 3 }), content({ count: 300 })],
    ["one sample removed", content({ count: 30 }), content({ count: 29 })],
    ["nothing", content({ text: lines(3), count: 3 }), content({ text: lines(3), count: 3 })],
  ])("does not: %s", (_, before, after) => {
    expect(replacesMuch(before, after)).toBe(false);
  });

  it("that only puts something in looks at no line, however many there are", () => {
    const text = lines(6000);
    const at = text.length / 2;
    const split = vi.spyOn(String.prototype, "split");
    const much = replacesMuch(content({ text }), content({ text: `${text.slice(0, at)}x\n\n${text.slice(at)}` }));
    const calls = split.mock.calls.length;
    split.mockRestore();
    expect([much, calls]).toEqual([false, 0]);
  });

  it("is judged by the lines that are nowhere afterwards, wherever they stand", () => {
    const text = fc
      .array(fc.constantFrom("a", "b", "c", "d", "", "  a"), { maxLength: 30 })
      .map((all) => all.join("\n"));
    const linesIn = (one: string) => one.split("\n").flatMap((line) => line.trim() || []);
    fc.assert(
      fc.property(text, text, text, (before, after, around) => {
        const [was, is] = [`${around}\n${before}\n${around}`, `${around}\n${after}\n${around}`];
        const rest = linesIn(is);
        const lost = linesIn(was).filter((line) => {
          const at = rest.indexOf(line);
          if (at >= 0) rest.splice(at, 1);
          return at < 0;
        }).length;
        const of = linesIn(was).length;
        const much = lost >= MUCH || (lost >= 3 && lost * 2 >= of) || (lost > 1 && lost === of);
        expect(replacesMuch(content({ text: was }), content({ text: is }))).toBe(much);
      }),
    );
  });
});
