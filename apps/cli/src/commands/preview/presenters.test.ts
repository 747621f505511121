/**
 * Text and JSON say of every entry at every stage what the engine's outcome says, and of every stage what it counted: one
 * status and one count, presented in several ways. Tests beside the server's preview and the page's workers say the same
 * of those.
 */
import { isDeepStrictEqual } from "node:util";
import { buildWithResources, describeBalance, entryRecord, Preview, summaryRecord } from "@sluice/engine";
import { previewCases } from "@sluice/engine/testing";
import { readVectorFiles, VECTOR_HOST } from "@sluice/engine/vectors";
import { expect, it } from "vitest";
import type { Output } from "../../output.ts";
import { TextReport } from "./preview-text.ts";

const CASES = previewCases(readVectorFiles());

/** Entries of a case at most: the rest of a long one is like the first. */
const MOST = 4;
const STEP =
  /^ +(\d+(?:\.\d+)*) [a-z_]+ +\S (error|dropped|held|merged|split|missed|changed|released|unchanged)(?: {2}by entry .*)?$/;

/** What the table of stages says, by path; zeros are left out. */
function readTable(text: string): Record<string, Record<string, number>> {
  const lines = text.split("\n");
  const header = lines.findIndex((line) => /^stage +in +out /.test(line));
  const columns = lines[header]!.split(/ +/).slice(1);
  const rows: Record<string, Record<string, number>> = {};
  for (const line of lines.slice(header + 1)) {
    const [, path, cells] = /^ *(\d[\d.]*) \S+((?: +\d+)+)$/.exec(line) ?? [];
    if (path === undefined) break;
    rows[path] = Object.fromEntries(
      cells!
        .trim()
        .split(/ +/)
        .map((cell, i) => [columns[i]!, Number(cell)]),
    );
  }
  return withoutZeros(rows);
}

/** The table counts entries, not bytes, and has no column for those that a stage left as they were, which no other counts. */
const NOT_IN_TABLE: readonly string[] = ["unchanged", "bytes_in", "bytes_out"];
const withoutZeros = (rows: object): Record<string, Record<string, number>> =>
  Object.fromEntries(
    Object.entries(rows).flatMap(([path, row]) => {
      const cells = Object.entries(row as Record<string, number>).filter(
        ([name, n]) => n > 0 && !NOT_IN_TABLE.includes(name),
      );
      return cells.length === 0 ? [] : [[path, Object.fromEntries(cells)]];
    }),
  );

it("text and JSON agree with the outcomes over all vectors and examples", { timeout: 60_000 }, () => {
  const seen = new Set<string>();
  let referred = 0;
  for (const { name, stages, samples, start } of CASES) {
    const some = samples.slice(0, MOST);
    const made = buildWithResources(() =>
      Preview.run({ stages, dialect: "logs" }, some, { start, seed: 1, host: VECTOR_HOST }),
    );
    if (!made.ok) continue;
    const preview = made.built;
    let written = "";
    const out = {
      write(text: string) {
        written += text;
      },
    } as Output;
    const report = new TextReport(preview, out, stages, { outputsOnly: false, full: false });
    const stepsOf = (i: number) => entryRecord(preview, i).steps.map(({ path, status }) => `${path} ${status}`);
    for (const [i] of some.entries()) {
      const { status, settled, stages: outcome } = preview.outcomeOf(i);
      const json = entryRecord(preview, i);
      written = "";
      report.entry(i);
      const lines = written.split("\n");
      const steps = lines.flatMap((line) => {
        const match = STEP.exec(line);
        return match === null || !outcome.has(match[1]!) ? [] : [[match[1], match[2]]];
      });
      const place = `${name}, entry ${i}`;
      // A record made of several is described at one of them.
      const carriers = /⋈ merged into entr(?:y|ies) ([\d, ]+), see there/.exec(written)?.[1]?.split(", ") ?? [];
      if (carriers.length > 0) {
        const left = json.steps.map(({ path, status: is }) => `${path} ${is}`);
        for (const [path, is] of steps)
          expect([place, left.splice(left.indexOf(`${path} ${is}`), 1)]).toEqual([place, [`${path} ${is}`]]);
        const told = carriers.flatMap((id) => stepsOf(Number(id) - 1));
        expect([place, told]).toEqual([place, expect.arrayContaining(left)]);
        expect([place, lines[0], json.status, json.settled, json.stages]).toEqual([
          place,
          expect.stringContaining(` ${status}`),
          status,
          settled,
          Object.fromEntries(outcome),
        ]);
        referred++;
        continue;
      }
      // A stage is said to be not reached by all, or has steps in all.
      const reached = [...outcome].flatMap(([path, one]) => (one === "not_reached" ? [] : [path]));
      const told = [steps, json.status, json.settled, json.stages, reached];
      const wanted = [
        json.steps.map(({ path, status }) => [path, status]),
        status,
        settled,
        Object.fromEntries(outcome),
        [...outcome.keys()].filter((path) => steps.some(([at]) => at === path)),
      ];
      if (!isDeepStrictEqual(told, wanted)) expect([place, told]).toEqual([place, wanted]);
      if (!lines[0]!.includes(` ${status}`)) expect([place, lines[0]]).toEqual([place, status]);
      for (const one of outcome.values()) seen.add(one);
    }
    written = "";
    report.summary(false);
    const { stages: counts, balance } = summaryRecord(preview, false);
    const sum = [written.split("\n")[0], some.length > 0 ? readTable(written) : undefined];
    const summed = [describeBalance(balance), some.length > 0 ? withoutZeros(counts) : undefined];
    if (!isDeepStrictEqual(sum, summed)) expect([name, sum]).toEqual([name, summed]);
  }
  expect(referred).toBeGreaterThan(0);
  // Once the input has ended, nothing is held.
  const all = ["changed", "dropped", "error", "merged", "missed", "not_reached", "released", "split", "unchanged"];
  expect([...seen].sort()).toEqual(all);
});
