/** What POST /api/preview answers is what the engine's outcomes say, as for the command line and the page. */
import {
  buildWithResources,
  entryRecord,
  formatJsonLines,
  formatRfc3339,
  outputRecord,
  Preview,
  readSamples,
  summaryRecord,
  toSample,
} from "@sluice/engine";
import { previewCases, TEST_HOST, toContents } from "@sluice/engine/testing";
import { readVectorFiles } from "@sluice/engine/vectors";
import { expect, it } from "vitest";
import { sha256Hex } from "../host/stage-host.ts";
import { PREVIEW_LIMITS } from "./preview-answer.ts";
import { runPreview } from "./run-preview.ts";

const CASES = previewCases(readVectorFiles());
/** Entries of a case at most: the rest of a long one is like the first. */
const MOST = 3;

// More than a thousand runs, each of them twice.
it("the answer agrees with the outcomes over all vectors and examples", { timeout: 60_000 }, () => {
  let compared = 0;
  const refused: string[] = [];
  for (const { name, text, stages, samples, start } of CASES) {
    const written = formatJsonLines(toContents(samples.slice(0, MOST)));
    const body = JSON.stringify({ config: text, samples: written, now: formatRfc3339(start), seed: 1 });
    const limits = PREVIEW_LIMITS;
    const { status, parts } = runPreview({ body: Buffer.from(body), now: 0n, limits }, () => 0);
    const answer = JSON.parse(Buffer.concat(parts).toString());
    if (status !== 200) {
      refused.push(answer.error);
      continue;
    }
    const read = readSamples(written, { format: "jsonl" });
    if (!read.ok) throw new Error(read.error.message);
    const own = read.entries.map((entry) => toSample(entry, {}));
    const host = { ...TEST_HOST, sha256: sha256Hex };
    const made = buildWithResources(() => Preview.run({ stages, dialect: "logs" }, own, { start, seed: 1, host }));
    if (!made.ok) throw new Error(made.diagnostic.message);
    const preview = made.built;
    const records = {
      outputs: preview.outputs.map(outputRecord),
      entries: own.map((_, i) => entryRecord(preview, i)),
      summary: summaryRecord(preview, false),
    };
    // Compared value by value only where that tells what differs, which takes longest.
    const said = JSON.stringify(records);
    if (JSON.stringify(answer) !== said) expect([name, answer]).toEqual([name, JSON.parse(said)]);
    compared += own.length;
  }
  expect(compared).toBeGreaterThan(1000);
  // Files are not opened for a request, and a push's times have an end.
  const known = /\.mmdb|entries are missing|is not between the years 1677 and 2262|body must be an object/;
  expect(refused.filter((message) => !known.test(message))).toEqual([]);
  expect(refused.length).toBeLessThan(CASES.length / 10);
});
