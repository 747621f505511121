/** A body of stages over a log, by the engine's own preview: as it is, and as Alloy would get it. */
import { hash } from "node:crypto";
import type { Diagnostic } from "../../src/base/diagnostic.ts";
import { exportConfig } from "../../src/document/export/export-config.ts";
import { type OpenedDocument, openDocument } from "../../src/document/open-document.ts";
import type { Snapshot } from "../../src/pipeline/snapshot.ts";
import type { StageHost } from "../../src/pipeline/stage.ts";
import { Preview } from "../../src/preview/preview.ts";
import type { WrittenLog } from "../formats/index.ts";

const HOST: StageHost = { resource: () => undefined, sha256: (text) => hash("sha256", text, "hex") };

export interface StagesRun {
  readonly preview: Preview;
  /** Those of lints too. */
  readonly diagnostics: readonly Diagnostic[];
  /** What becomes different in Alloy, as sentences; none wanted. */
  readonly differences: readonly string[];
}

export function runStages(text: string, log: WrittenLog): StagesRun {
  const document = openDocument(text);
  const preview = runDocument(document, log);
  return {
    preview,
    diagnostics: document.diagnostics,
    differences: text.trim() === "" ? [] : compareInAlloy(text, preview, log),
  };
}

function runDocument(document: OpenedDocument, { lines, start }: WrittenLog): Preview {
  const [pipeline] = document.pipelines;
  const samples = lines.map((line) => ({ line, labels: {} }));
  const { stages, dialect } = pipeline ?? { stages: [], dialect: "logs" as const };
  return Preview.run({ stages, dialect }, samples, { start, seed: 1, host: HOST });
}

const MAX_DIFFERENCES = 5;
/** How the names of a pipeline's own metrics begin, here and in Alloy. */
const METRIC_PREFIXES = ["logs_process_", "loki_process_"] as const;

function compareInAlloy(text: string, preview: Preview, log: WrittenLog): string[] {
  const exported = exportConfig(text, "loki");
  if (!exported.ok) return [`export: ${exported.reason}`];
  // What only may differ is measured below.
  const notes = exported.notes.filter(({ kind }) => kind !== "differs").map(({ what, why }) => `${what}: ${why}`);
  const ours = preview.outputs;
  const inAlloy = runDocument(openDocument(exported.text), log);
  const theirs = inAlloy.outputs;
  const metrics = [preview, inAlloy].map((one) => one.exposition().replaceAll(METRIC_PREFIXES[0], METRIC_PREFIXES[1]));
  const counts = ours.length === theirs.length ? [] : [`${ours.length} entries leave, in Alloy ${theirs.length}`];
  const others = ours.flatMap(({ entry, index }) => {
    const other = theirs[index]?.entry;
    return other === undefined || writeEntry(entry) === writeEntry(other) ? [] : [`entry ${index} differs in Alloy`];
  });
  if (metrics[0] !== metrics[1]) counts.push("metrics differ in Alloy");
  return [...notes, ...counts, ...others.slice(0, MAX_DIFFERENCES)];
}

/** What leaves, as one text. */
const writeEntry = ({ line, timestamp, labels, metadata }: Snapshot): string =>
  JSON.stringify([line, String(timestamp), labels.toRecord(), metadata ?? []]);
