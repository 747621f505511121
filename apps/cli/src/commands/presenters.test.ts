/** Text and JSON say of every entry at every stage what the engine's outcome says: one status, presented in several ways. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { buildWithResources, entryRecord, Preview, type StageHost } from "@sluice/engine";
import { previewCases, TEST_HOST } from "@sluice/engine/testing";
import { expect, it } from "vitest";
import type { Output } from "../output.ts";
import { TextReport } from "./preview-text.ts";

const FOLDER = new URL("../../../../packages/engine/conformance/vectors/", import.meta.url);
const FILES = readdirSync(FOLDER, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".json"));
const CASES = previewCases(FILES.map((name) => JSON.parse(readFileSync(new URL(name, FOLDER), "utf8"))));
const PLACES = [FOLDER, new URL("../../../../public/", import.meta.url)];
const HOST: StageHost = {
  ...TEST_HOST,
  resource(path) {
    const place = PLACES.map((folder) => new URL(path, folder)).find((url) => existsSync(url));
    return place === undefined ? undefined : readFileSync(place);
  },
};

/** Entries of a case at most: the rest of a long one is like the first. */
const MOST = 8;
const STEP =
  /^ +(\d+(?:\.\d+)*) [a-z_]+ +\S (error|dropped|held|merged|split|missed|changed|released|unchanged)(?: {2}by entry .*)?$/;

it("text and JSON agree with the outcomes over all vectors and examples", { timeout: 60_000 }, () => {
  const seen = new Set<string>();
  for (const { name, stages, samples, start } of CASES) {
    const some = samples.slice(0, MOST);
    const made = buildWithResources(() =>
      Preview.run({ stages, dialect: "logs" }, some, { start, seed: 1, host: HOST }),
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
      // A stage is said to be not reached by all, or has steps in all.
      const reached = [...outcome].flatMap(([path, one]) => (one === "not_reached" ? [] : [path]));
      expect([place, steps, lines[0], json.status, json.settled, json.stages, reached]).toEqual([
        place,
        json.steps.map(({ path, status }) => [path, status]),
        expect.stringContaining(` ${status}`),
        status,
        settled,
        Object.fromEntries(outcome),
        [...outcome.keys()].filter((path) => steps.some(([at]) => at === path)),
      ]);
      for (const one of outcome.values()) seen.add(one);
    }
  }
  // Once the input has ended, nothing is held.
  const all = ["changed", "dropped", "error", "merged", "missed", "not_reached", "released", "split", "unchanged"];
  expect([...seen].sort()).toEqual(all);
});
