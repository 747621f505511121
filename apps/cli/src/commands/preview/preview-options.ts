/** What commands that run samples through a pipeline are asked in the same words. All throw `UsageError`. */
import {
  DEFAULT_SEED,
  type DocumentPipeline,
  findPipeline,
  nanosOf,
  type OpenedDocument,
  parseRfc3339,
  readAmount,
  readSeed,
} from "@sluice/engine";
import { labelsOfPairs } from "@sluice/engine/lokipush";
import { FileError, fileName } from "../../config-file.ts";
import { INPUT_FORMATS, type InputFormat } from "../../sample-input.ts";
import { UsageError } from "../../usage.ts";

export function readFormat(text: string, option = "--format"): InputFormat {
  const format = INPUT_FORMATS.find((one) => one === text);
  if (format === undefined) {
    throw new UsageError(`${option} must be one of ${INPUT_FORMATS.join(", ")}, got ${JSON.stringify(text)}`);
  }
  return format;
}

/** Of `NAME=VALUE`; names are those that a push could carry. */
export function readLabels(pairs: readonly string[]): Readonly<Record<string, string>> {
  const named = pairs.map((pair) => {
    const at = pair.indexOf("=");
    if (at <= 0) throw new UsageError(`--label must be NAME=VALUE, got ${JSON.stringify(pair)}`);
    return [pair.slice(0, at), pair.slice(at + 1)] as const;
  });
  const read = labelsOfPairs(new Map(named));
  if (!read.ok) throw new UsageError(`--label: ${read.message}`);
  return read.labels;
}

export function readNow(text: string | undefined): bigint {
  if (text === undefined) return nanosOf(Date.now());
  const at = parseRfc3339(text);
  if (at === undefined) {
    throw new UsageError(`--now must be an RFC 3339 time such as 2026-01-15T08:00:00Z, got ${JSON.stringify(text)}`);
  }
  return at;
}

export function readSeedOption(text: string | undefined): number {
  if (text === undefined) return DEFAULT_SEED;
  const seed = readSeed(text);
  if (seed === undefined) throw new UsageError(`--seed must be a whole number, got ${JSON.stringify(text)}`);
  return seed;
}

/** The pipeline to preview; undefined when the file has errors. */
export function choosePipeline(
  file: string,
  document: OpenedDocument,
  wanted: string | undefined,
): DocumentPipeline | undefined {
  const { kind, pipelines } = document;
  if (kind === "stages" && wanted !== undefined)
    throw new UsageError("--pipeline needs a configuration with components; FILE is a bare body of stages");
  // Unlike the page, which shows what it can, a script gets an error for a wrong file.
  if (!document.ok) return undefined;
  const name = fileName(file);
  const ids = pipelines.map(({ id }) => id).join(", ");
  if (pipelines.length === 0) throw new FileError(`${name} has no logs.process: it has no stages to preview`);
  const usual = pipelines.filter(({ steps }) => steps === "stages");
  const offered = usual.length > 0 ? usual : pipelines;
  if (wanted === undefined && offered.length > 1)
    throw new UsageError(`${name} has several pipelines; choose one with --pipeline: ${ids}`);
  const chosen = wanted === undefined ? pipelines[0] : findPipeline(document, wanted);
  if (chosen === undefined) throw new UsageError(`${name} has no pipeline ${JSON.stringify(wanted)}; it has ${ids}`);
  return chosen;
}

/** A number above zero, of an option called `name`; `isWhole`: it counts something. */
export function readAmountOption(name: string, text: string | undefined, isWhole = false): number | undefined {
  if (text === undefined) return undefined;
  const read = readAmount(text, isWhole);
  if (!read.ok) throw new UsageError(`--${name}: got ${JSON.stringify(text)}. ${read.message}`);
  return read.amount;
}
