import { describe, expect, it, vi } from "vitest";
import { CompiledText, CompiledTexts } from "./compiled-text.ts";
import { type EmbeddedLanguage, LANGUAGES } from "./languages.ts";

describe("CompiledText", () => {
  it("is compiled when it is first asked for, and once", () => {
    const compile = vi.spyOn(LANGUAGES.re2, "compile");
    const text = new CompiledText("re2", "a+");
    expect(compile).not.toHaveBeenCalled();
    expect(text.outcome.ok).toBe(true);
    expect(text.compiled.test("caat")).toBe(true);
    expect(compile).toHaveBeenCalledTimes(1);
  });

  it("holds what each language compiles to", () => {
    expect(new CompiledText("jmespath", "a.b").compiled.search({ a: { b: 1 } })).toEqual({ ok: true, value: 1 });
    expect(new CompiledText("logql", '{a="b"}').compiled.matchesLabels(() => "b")).toBe(true);
    expect(new CompiledText("pattern", "<a> <_>").compiled.match("x y")).toEqual(["x"]);
    expect(new CompiledText("gotemplate", "{{ .a }}").compiled.fields).toEqual(["a"]);
    expect(new CompiledText("gotime", "15:04").compiled.usesClock).toBe(true);
  });

  const REFUSED: [EmbeddedLanguage, string][] = [
    ["re2", "(a"],
    ["gotemplate", "{{"],
    ["logql", "{"],
    ["jmespath", "a["],
    ["pattern", "<a><b>"],
  ];
  it.each(REFUSED)("says why a text in %s is refused, and throws only where it is to be run", (language, text) => {
    const refused = new CompiledText(language, text);
    const { outcome } = refused;
    if (outcome.ok) throw new Error("accepted");
    expect(() => refused.compiled).toThrow(`undetected bad ${language}: ${outcome.refusal.message}`);
  });

  it("takes the empty text for none where that is asked", () => {
    expect(new CompiledText("jmespath", "").ifGiven).toBeUndefined();
    expect(new CompiledText("re2", "").ifGiven).toBeUndefined();
    expect(new CompiledText("re2", "").compiled.test("anything")).toBe(true);
    expect(new CompiledText("re2", "a").ifGiven?.test("a")).toBe(true);
  });
});

describe("CompiledTexts", () => {
  it("knows a text by its language", () => {
    const texts = new CompiledTexts();
    expect(texts.of("re2", "a")).toBe(texts.of("re2", "a"));
    expect(texts.of("re2", "a")).not.toBe(texts.of("pattern", "a"));
  });

  it("share what finding out the cost of patterns may take; what comes after has the linear engine", () => {
    const engineOf = (from: CompiledTexts, text: string) =>
      (from.of("re2", text) as CompiledText<"re2">).compiled.engine;
    const texts = new CompiledTexts();
    const engines = Array.from({ length: 12 }, (_, i) => {
      expect(texts.of("logql", `{a="b"} |~ "${"(?:ab)*c".repeat(290)}${i}"`).outcome.ok).toBe(true);
      return engineOf(texts, `a*${i}`);
    });
    expect([engines[0], engines.at(-1)]).toEqual(["native", "linear"]);
    expect(engineOf(new CompiledTexts(), "a*11")).toBe("native");
  });

  it("share how large patterns may be; the one that is too large and those after it are refused, unread", () => {
    const texts = new CompiledTexts();
    const outcomes = Array.from({ length: 12 }, (_, i) => texts.of("re2", `${"\\pL+x".repeat(50)}${i}`).outcome);
    const isRead = outcomes.map(({ ok }) => ok);
    expect(isRead).toEqual([
      ...Array(isRead.indexOf(false)).fill(true),
      ...Array(12 - isRead.indexOf(false)).fill(false),
    ]);
    expect(isRead.indexOf(false)).toBeGreaterThan(4);
    expect(outcomes.at(-1)).toMatchObject({ refusal: { message: expect.stringContaining("too large") } });
    expect(texts.of("re2", "(").outcome).toMatchObject({ refusal: { message: expect.stringContaining("too large") } });
    expect(new CompiledTexts().of("re2", "a").outcome.ok).toBe(true);
  });

  it("put between others stay theirs: compiled once, and within what the patterns of all may take", () => {
    const texts = new CompiledTexts();
    const anchored = (text: string) => (texts.of("re2", text) as CompiledText<"re2">).between("^(?:", ")$");
    const compile = vi.spyOn(LANGUAGES.re2, "compile");
    expect([anchored("a|b").compiled.test("b"), anchored("a|b").compiled.test("ab")]).toEqual([true, false]);
    expect(compile).toHaveBeenCalledTimes(1);
    const large = Array.from({ length: 12 }, (_, i) => anchored(`${"\\pL+x".repeat(50)}${i}`).outcome);
    expect(large.at(-1)).toMatchObject({ refusal: { message: expect.stringContaining("too large") } });
  });
});
