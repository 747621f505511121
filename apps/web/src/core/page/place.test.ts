import { describe, expect, it } from "vitest";
import { type Place, readPlace, writePlace } from "./place.ts";

const PLACES: Readonly<Record<string, Place>> = {
  "/design/a1": { at: "design", document: "a1", item: null },
  "/design/a1/entry/7": { at: "design", document: "a1", item: "7" },
  "/tests/a1/test/a%20%2F%20%E2%80%9Cb%E2%80%9D%20%23%25": { at: "tests", document: "a1", item: "a / “b” #%" },
  "/compare/a1/with/state%3As2": { at: "compare", document: "a1", item: "state:s2" },
  "/live": { at: "live" },
  "/profiles": { at: "profiles", side: null },
  "/profiles/files": { at: "profiles", side: "files" },
};

describe("an address of a place", () => {
  it("is written and read as the same place", () => {
    for (const [fragment, place] of Object.entries(PLACES)) {
      expect(writePlace(place)).toBe(fragment);
      expect(readPlace(fragment)).toEqual(place);
      expect(readPlace(`${fragment}/`), "with a slash at the end").toEqual(place);
    }
  });

  it("names no place if it has other words, too much, or nothing", () => {
    const wrong = ["/", "/desgn/a", "/design", "/design//entry/1", "/design/a/test/b", "/design/a/entry", "/live/a"];
    const more = ["/profiles/else", "/profiles/files/x", "/design/a/entry/1/2", `/tests/a/test/${"b".repeat(1000)}`];
    for (const fragment of [...wrong, ...more, "s1=abc", "document", ""])
      expect(readPlace(fragment), fragment).toBeUndefined();
  });

  it("survives what URLs cannot hold: a broken escape, half a character, a name without end", () => {
    expect(readPlace("/tests/a/test/50%")).toEqual({ at: "tests", document: "a", item: "50%" });
    expect(writePlace({ at: "tests", document: "a", item: "\ud800" })).toBe("/tests/a/test/%EF%BF%BD");
    expect(writePlace({ at: "tests", document: "a", item: "x".repeat(5000) })).toBe("/tests/a");
  });
});
