import { type ComponentNode, loadConfig, STAGES } from "@sluice/engine";
import { describe, expect, it } from "vitest";
import { asksTheSame } from "./same-component.ts";

function load(text: string): ComponentNode {
  const loaded = loadConfig(text);
  if (!loaded.ok) throw new Error(loaded.diagnostics.map(({ message }) => message).join("; "));
  return loaded.components[0]!;
}

const process = (stages: string) => `logs.process "a" {\n forward_to = []\n ${stages}\n}`;
const write = (url: string, more = "") => `logs.write "a" {\n endpoint {\n url = "${url}"\n ${more}\n }\n}`;
const regex = (text: string) => `stage.regex { expression = "${text}" }`;
const template = (text: string) => `stage.template {\n source = "s"\n template = "${text}"\n}`;
const json = (name: string, text: string) => `stage.json { expressions = { ${name} = "${text}" } }`;

describe("two readings of a component", () => {
  const configs = STAGES.flatMap(({ examples }) => examples.map(({ config }) => process(config)));

  it("are the same where the text is, for every example of a stage", () => {
    expect(configs.length).toBeGreaterThan(60);
    for (const text of configs) expect(asksTheSame(load(text), load(`\n\n${text}`)), text).toBe(true);
  });

  it("differ where the stages do", () => {
    const distinct = [...new Set(configs)].map(load);
    for (const [i, one] of distinct.entries()) {
      const others = distinct.filter((other) => asksTheSame(one, other));
      expect(others, String(i)).toEqual([one]);
    }
  });

  it.each([
    ["a password", write("http://a"), write("http://a", 'bearer_token = "x"'), false],
    ["another password", write("http://a", 'bearer_token = "x"'), write("http://a", 'bearer_token = "y"'), false],
    ["the same one", write("http://a", 'bearer_token = "x"'), write("http://a", 'bearer_token = "x"'), true],
    ["a default that is written out", write("http://a"), write("http://a", 'batch_wait = "1s"'), true],
    ["another address", write("http://a"), write("http://b"), false],
    ["a header", write("http://a", 'headers = { a = "1" }'), write("http://a", 'headers = { a = "2" }'), false],
    ["another expression", process(regex("a+")), process(regex("b+")), false],
    ["the same one", process(regex("a+")), process(regex("a+")), true],
    ["a template", process(template("a")), process(template("b")), false],
    ["names that are expressions", process(json("level", "")), process(json("level", "level")), true],
    ["another name", process(json("level", "")), process(json("lvl", "")), false],
    ["the dialect", process(""), process("").replace("logs", "loki"), false],
  ])("with %s", (_title, one, other, same) => {
    expect(asksTheSame(load(one), load(other))).toBe(same);
  });
});
