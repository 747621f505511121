/** Names of frames, and what profilers are told. */
import { describe, expect, it } from "vitest";
import { colourOf, packageOf, shortName } from "./frame-name.ts";
import { readAddress, recipesFor } from "./profiler-recipes.ts";

describe("names of frames", () => {
  it.each([
    ["net/http.(*conn).serve", "http.(*conn).serve", "net/http"],
    ["github.com/grafana/pyroscope-go.TagWrapper", "pyroscope-go.TagWrapper", "github.com/grafana/pyroscope-go"],
    ["./node/run.js:busy:6", "run.js:busy:6", "./node/run"],
    ["runtime.goexit", "runtime.goexit", "runtime"],
    ["<module>", "<module>", "<module>"],
    ["a / b", "a / b", "a / b"],
    ["Map<std/x>", "Map<std/x>", "Map<std/x>"],
  ])("%s is shown as %s, of %s", (name, short, from) => {
    expect([shortName(name), packageOf(name)]).toEqual([short, from]);
  });

  it("functions of one package have one colour", () => {
    expect(colourOf("net/http.a", 6)).toBe(colourOf("net/http.(*b).c", 6));
    expect(colourOf("", 6)).toBeLessThan(6);
  });
});

describe("what profilers are told", () => {
  it("has the address in each recipe", () => {
    for (const { code } of recipesFor("http://h:1")) expect(code).toContain("http://h:1");
  });

  it.each([
    ["http://127.0.0.1:8080/", "http://127.0.0.1:8080"],
    [" https://profiles.example/base/ ", "https://profiles.example/base"],
    ["127.0.0.1:8080", undefined],
    ["nowhere", undefined],
    ["http://h/'; rm -rf", undefined],
    ['http://h/"', undefined],
    ["http://h/$(x)", undefined],
  ])("%j as an address is %j", (text, address) => expect(readAddress(text)).toBe(address));
});
