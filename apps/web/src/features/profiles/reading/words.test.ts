/** Names of frames, and the instructions for profilers. */
import { describe, expect, it } from "vitest";
import { PackageColours, packageOf, shortName } from "./frame-name.ts";
import { readAddress, recipesFor } from "./profiler-recipes.ts";

describe("names of frames", () => {
  it.each([
    ["net/http.(*conn).serve", "http.(*conn).serve", "net/http"],
    ["github.com/grafana/pyroscope-go.TagWrapper", "pyroscope-go.TagWrapper", "github.com/grafana/pyroscope-go"],
    ["./node/run.js:busy:6", "run.js:busy:6", "./node/run"],
    ["runtime.goexit", "runtime.goexit", "runtime"],
    ["com.example.shop.Cart.total", "com.example.shop.Cart.total", "com.example.shop"],
    ["<module>", "<module>", "<module>"],
    ["a / b", "a / b", "a / b"],
    ["Map<std/x>", "Map<std/x>", "Map<std/x>"],
  ])("%s is shown as %s, of %s", (name, short, from) => {
    expect([shortName(name), packageOf(name)]).toEqual([short, from]);
  });

  it("functions of one package have one colour, and packages have different ones", () => {
    const colours = new PackageColours(48);
    expect(colours.of("net/http.a")).toBe(colours.of("net/http.(*b).c"));
    const names = Array.from({ length: 47 }, (_, i) => `shop/part${i}.run`);
    const all = ["net/http.a", ...names].map((name) => colours.of(name));
    expect(new Set(all).size).toBe(48);
    expect([...names].reverse().map((name) => colours.of(name))).toEqual(all.slice(1).reverse());
    // Beyond that they share colours.
    expect(colours.of("one/more.run")).toBeLessThan(48);
    expect(new PackageColours(48).of("net/http.a")).toBe(all[0]);
  });
});

describe("instructions for profilers", () => {
  it("have the address in each recipe", () => {
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
