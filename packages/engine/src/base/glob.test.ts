/** Relations of patterns, checked with the matcher of file sources. */
import { posix } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { globCovers, globMatcher, globsOverlap, hasWildcard, normalPath } from "./glob.ts";

const names = fc
  .array(fc.constantFrom("a", "b", "*", "?", "."), { minLength: 1, maxLength: 4 })
  .map((all) => all.join(""));
const patterns = fc
  .array(fc.oneof({ weight: 3, arbitrary: names }, { weight: 1, arbitrary: fc.constant("**") }), {
    minLength: 1,
    maxLength: 4,
  })
  .map((parts) => normalPath(`/${parts.join("/")}`));
/** Files that a pattern stands for, with whatever its wildcards may. */
const filesOf = (pattern: string) =>
  fc.infiniteStream(fc.array(fc.constantFrom("a", "b", "ab", "."), { maxLength: 3 })).map((drawn) => {
    const parts = pattern.split("/").slice(1);
    return `/${parts
      .flatMap((part, at) => {
        const some = drawn.next().value as string[];
        if (part === "**") {
          const folders = some.map((one) => `${one}x`);
          return at < parts.length - 1 ? folders : [...folders, "file"];
        }
        const name = part.replace(/[*?]/g, (wildcard) => {
          const text = (drawn.next().value as string[]).join("");
          return wildcard === "*" ? text : (text[0] ?? "z");
        });
        return name === "" || /^\.+$/.test(name) ? `${name}n`.slice(-Math.max(1, name.length)) : name;
      })
      .join("/")}`;
  });
const known = { seed: 21, numRuns: 3000 };

describe("patterns", () => {
  it("that cover another fit all that it fits, and overlap with it", () => {
    let covering = 0;
    fc.assert(
      fc.property(
        patterns.chain((narrow) => fc.tuple(patterns, fc.constant(narrow), filesOf(narrow))),
        ([wide, narrow, file]) => {
          if (!globMatcher(narrow)(file)) return;
          if (globCovers(wide, narrow)) {
            covering++;
            expect(globMatcher(wide)(file)).toBe(true);
          }
          if (globMatcher(wide)(file)) expect(globsOverlap(wide, narrow)).toBe(true);
        },
      ),
      known,
    );
    expect(covering).toBeGreaterThan(50);
  });

  it("cover themselves, and what wildcards in their place stood for", () => {
    fc.assert(
      fc.property(patterns, fc.nat(), (pattern, at) => {
        expect(globCovers(pattern, pattern)).toBe(true);
        const parts = pattern.split("/");
        const nth = 1 + (at % (parts.length - 1));
        if (parts[nth] === "**") return;
        for (const wider of ["*", "**"]) expect(globCovers(parts.with(nth, wider).join("/"), pattern)).toBe(true);
      }),
      known,
    );
  });

  it("cover a path without wildcards exactly where it fits", () => {
    fc.assert(
      fc.property(patterns, patterns, (wide, path) => {
        if (hasWildcard(path)) return;
        expect(globCovers(wide, path)).toBe(globMatcher(wide)(path));
        expect(globsOverlap(wide, path)).toBe(globMatcher(wide)(path));
      }),
      known,
    );
  });

  it.each([
    ["/var/log/?.log", "/var/log/*.log", false, true],
    ["/var/log/*", "/var/log/**", false, true],
    ["/var/log/**", "/var/log/**/*.log", true, true],
    ["/var/log/**/*", "/var/log/**", true, true],
    ["/a/*", "/b/*", false, false],
    ["/**/x", "/a/**", false, true],
  ])("%s of %s", (wide, narrow, covers, overlaps) => {
    expect([globCovers(wide, narrow), globsOverlap(wide, narrow)]).toEqual([covers, overlaps]);
  });
});

it("paths lose what says nothing as the file system resolves them", () => {
  const parts = fc.array(fc.constantFrom("a", "b*", "..", ".", ""), { maxLength: 7 });
  fc.assert(
    fc.property(parts, (all) => {
      const path = all.join("/");
      expect(normalPath(`/${path}`)).toBe(posix.resolve("/", path));
      expect(posix.resolve("/x/y/z", normalPath(path))).toBe(posix.resolve("/x/y/z", path.replace(/^\/+(?=.)/, "/")));
    }),
    known,
  );
});
