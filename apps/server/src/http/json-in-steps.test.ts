import { atOnce } from "@sluice/engine";
import { describe, expect, it } from "vitest";
import { jsonInSteps } from "./json-in-steps.ts";

const plain = <T>(value: T): T => value;
const components = (count: number) => ({
  at: "now",
  version: undefined,
  components: Array.from({ length: count }, (_, i) => ({
    id: `c"${i}`,
    errors: [],
    health: { state: "up", since: null },
  })),
});

describe("JSON in steps", () => {
  it.each([
    ["texts, numbers and nothing", ["é\n", 1.5, null, true, []]],
    ["objects in lists in objects", components(3)],
    ["what is undefined", { a: undefined, b: [undefined, 1], c: {} }],
    ["what is deep", { a: [{ b: [{ c: [{ d: [1, { e: "f" }] }] }] }] }],
  ])("is that of one go for %s", (_, value) => {
    expect(atOnce(jsonInSteps(value, plain))).toBe(JSON.stringify(value));
  });

  it("hides what each part says", () => {
    const hide = <T>(part: T): T => JSON.parse(JSON.stringify(part).replaceAll("s3cr3t", "(secret)"));
    const value = { a: "s3cr3t", b: [{ c: [{ d: { e: { f: "a s3cr3t" } } }] }] };
    expect(atOnce(jsonInSteps(value, hide))).toBe(JSON.stringify(value).replaceAll("s3cr3t", "(secret)"));
  });

  it("stops at each part of a list", () => {
    const steps = (count: number) => [...jsonInSteps(components(count), plain)].length;
    expect(steps(300) - steps(100)).toBeGreaterThanOrEqual(200);
  });
});
