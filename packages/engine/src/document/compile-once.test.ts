import { SeededRandom } from "@sluice/languages/base";
import { describe, expect, it, vi } from "vitest";
import { type EmbeddedLanguage, LANGUAGES } from "../schema/languages.ts";
import { mayNameFiles } from "../schema/named-files.ts";
import { STAGES } from "../stages/index.ts";
import { fuzzEntries, runNodes } from "../testing/index.ts";
import { openDocument } from "./open-document.ts";

/** Counts what is compiled from here on, by language and text. */
function countCompiled(): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const [name, language] of Object.entries(LANGUAGES) as [EmbeddedLanguage, (typeof LANGUAGES)["re2"]][]) {
    const { compile } = language;
    vi.spyOn(language, "compile").mockImplementation((text) => {
      counts.set(`${name} ${text}`, (counts.get(`${name} ${text}`) ?? 0) + 1);
      return compile(text);
    });
  }
  return counts;
}

const TEXT = STAGES.filter((spec) => !mayNameFiles(spec))
  .flatMap(({ examples }) => examples.map(({ config }) => config))
  .join("\n");

describe("a text of an embedded language", () => {
  it("is compiled once for a document and all pipelines that are made of it", () => {
    const counts = countCompiled();
    const { pipelines, ok } = openDocument(`${TEXT}\n${TEXT}`);
    expect(ok).toBe(true);
    for (let run = 0; run < 2; run++) runNodes(pipelines[0]!.stages, fuzzEntries(20, new SeededRandom(1)));
    const languages = new Set([...counts.keys()].map((key) => key.slice(0, key.indexOf(" "))));
    expect(languages).toEqual(new Set(Object.keys(LANGUAGES)));
    expect([...counts].filter(([, times]) => times > 1)).toEqual([]);
  });

  it("is compiled anew for another document, which may outlive the first", () => {
    const counts = countCompiled();
    for (let i = 0; i < 2; i++) openDocument('stage.regex { expression = "(a)" }');
    expect(counts.get("re2 (a)")).toBe(2);
  });
});
