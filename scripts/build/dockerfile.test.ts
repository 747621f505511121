import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

const lines = readFileSync(new URL("../../deploy/docker/Dockerfile", import.meta.url), "utf8").split("\n");

it("the image that is built again is the same: bases by digest, packages by the lock file", () => {
  const bases = lines.filter((line) => line.startsWith("FROM ")).map((line) => line.split(" ")[1]!);
  expect(bases).toHaveLength(2);
  for (const base of bases) expect(base).toMatch(/^[\w./-]+:[\w.-]+@sha256:[0-9a-f]{64}$/);
  // `npm install` takes what is newest within a range.
  expect(lines.filter((line) => /\bnpm (?!ci\b)/.test(line))).toEqual([]);
});
