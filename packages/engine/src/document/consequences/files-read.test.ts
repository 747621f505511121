/** Messages about files that are no longer read, checked with the matcher of file sources. */
import { posix } from "node:path";
import fc from "fast-check";
import { expect, it } from "vitest";
import { globMatcher } from "../../base/glob.ts";
import { openDocument } from "../open-document.ts";
import { findConsequences } from "./consequences.ts";

interface Asked {
  readonly path: string;
  readonly exclude: string | undefined;
}

const FOLDER = "/etc/sluice";
const open = (targets: readonly Asked[]) => {
  const written = targets.map(
    ({ path, exclude }) =>
      `{ __path__ = "${path}"${exclude === undefined ? "" : `, __path_exclude__ = "${exclude}"`} }`,
  );
  const document = openDocument(
    `logs.source.file "f" {\n targets = [${written.join(", ")}]\n forward_to = [logs.echo.out.receiver]\n}\nlogs.echo "out" { }\n`,
    { bareStages: false },
  );
  if (!document.ok) throw new Error(document.diagnostics[0]?.message);
  return document;
};
const reads = (targets: readonly Asked[], file: string) =>
  targets.some(
    ({ path, exclude }) =>
      globMatcher(posix.resolve(FOLDER, path))(file) &&
      (exclude === undefined || !globMatcher(posix.resolve(FOLDER, exclude))(file)),
  );

const parts = (among: readonly string[]) =>
  fc.array(fc.constantFrom(...among), { minLength: 1, maxLength: 4 }).map((all) => all.join("/"));
const written = fc
  .tuple(
    fc.constantFrom("/", "//", "/./", "/x/../", "", "../", "/etc/sluice/"),
    parts(["a", "b", "?", "*", "a*", "**", ".", ".."]),
  )
  .map(([anchor, rest]) => anchor + rest);
const asked = fc.array(fc.record({ path: written, exclude: fc.option(written, { nil: undefined, freq: 4 }) }), {
  minLength: 1,
  maxLength: 3,
});
const files = fc
  .tuple(fc.constantFrom("/", "/etc/sluice/", "/etc/"), parts(["a", "b", "ab", "aa"]))
  .map(([anchor, rest]) => anchor + rest);

it("a file that is no longer read is always named, and one that is read never", () => {
  const seen = { kept: 0, partly: 0, gone: 0 };
  fc.assert(
    fc.property(asked, asked, fc.array(files, { minLength: 20, maxLength: 20 }), (before, after, all) => {
      const said = findConsequences(open(before), open(after)).consequences.filter(
        ({ kind }) => kind === "source-ends",
      );
      const lost = all.filter((file) => reads(before, file) && !reads(after, file));
      if (said.length === 0) {
        seen.kept++;
        expect(lost).toEqual([]);
      }
      const gone = said.find(({ text }) => text.includes("no longer read."));
      if (said.length > (gone === undefined ? 0 : 1)) seen.partly++;
      if (gone === undefined) return;
      seen.gone++;
      const named = before.filter(({ path }) => gone.text.split(/, | and | (?:is|are) no/).includes(path));
      expect(named.length).toBeGreaterThan(0);
      // The same path stands there twice at times, with other files left out.
      for (const one of named)
        for (const file of all)
          if (named.filter(({ path }) => path === one.path).length === 1 && reads([one], file))
            expect(reads(after, file), file).toBe(false);
    }),
    { seed: 21, numRuns: 2000 },
  );
  expect(Math.min(seen.kept, seen.partly, seen.gone)).toBeGreaterThan(50);
});
