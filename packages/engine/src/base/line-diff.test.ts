import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { diffLines } from "./line-diff.ts";

/** `before` with what the text says done to it. */
function patched(before: string, diff: string): string {
  const lines = before === "" ? [] : before.trimEnd().split("\n");
  const out: string[] = [];
  let at = 0;
  for (const line of diff.split("\n").slice(0, -1)) {
    const head = /^@@ -(\d+),(\d+) /.exec(line);
    if (head !== null) {
      const start = Number(head[1]) - (head[2] === "0" ? 0 : 1);
      while (at < start) out.push(lines[at++]!);
    } else if (line.startsWith("+")) out.push(line.slice(1));
    else {
      expect(lines[at]).toBe(line.slice(1));
      if (line.startsWith(" ")) out.push(lines[at]!);
      at++;
    }
  }
  out.push(...lines.slice(at));
  return out.map((line) => `${line}\n`).join("");
}

describe("two texts", () => {
  it("are shown with the lines around what differs", () => {
    const before = "a\nb\nc\nd\ne\nf\ng\n";
    expect(diffLines(before, before)).toEqual({ added: 0, removed: 0, text: "" });
    expect(diffLines(before, before.replace("e\n", "E\nE2\n"))).toEqual({
      added: 2,
      removed: 1,
      text: "@@ -2,6 +2,7 @@\n b\n c\n d\n-e\n+E\n+E2\n f\n g\n",
    });
    expect(diffLines("", "a\n").text).toBe("@@ -0,0 +1,1 @@\n+a\n");
  });

  it("can be made from one another by what is shown, and by no more than that", () => {
    const text = fc
      .array(fc.constantFrom("a", "b", "c", "d"), { maxLength: 30 })
      .map((lines) => lines.map((one) => `${one}\n`).join(""));
    fc.assert(
      fc.property(text, text, (before, after) => {
        const { added, removed, text: shown } = diffLines(before, after);
        expect(patched(before, shown)).toBe(after);
        expect(added + removed).toBe(distance(before, after));
      }),
    );
  });

  it("that have little in common are replaced, in a bounded time", () => {
    const many = (mark: string) => Array.from({ length: 5000 }, (_, i) => `${mark}${i}\n`).join("");
    expect(diffLines(many("a"), many("b"))).toMatchObject({ added: 5000, removed: 5000 });
  });
});

/** By the longest common subsequence. */
function distance(before: string, after: string): number {
  const [a, b] = [before, after].map((text) => text.split("\n").slice(0, -1)) as [string[], string[]];
  const best = a.map(() => b.map(() => 0));
  const at = (i: number, j: number) => (i < 0 || j < 0 ? 0 : best[i]![j]!);
  for (let i = 0; i < a.length; i++)
    for (let j = 0; j < b.length; j++)
      best[i]![j] = a[i] === b[j] ? at(i - 1, j - 1) + 1 : Math.max(at(i - 1, j), at(i, j - 1));
  return a.length + b.length - 2 * at(a.length - 1, b.length - 1);
}
