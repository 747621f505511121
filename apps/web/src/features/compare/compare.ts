/** A comparison of two configurations on the samples of a document: the request, and the words for the answer. */
import {
  type Both,
  type ComparisonRecord,
  type DifferenceRecord,
  type DifferentPart,
  PART_WORDS,
  type Side,
  type StagePairJson,
} from "@sluice/engine";
import type { RunSample } from "../../core/model/run.ts";
import { counted } from "../../core/text/counted.ts";
import type { Gone } from "../../core/workers/gone.ts";

export interface CompareOrder {
  /** Texts of configurations. */
  readonly a: string;
  readonly b: string;
  /** The pipeline of B; undefined: the first. */
  readonly pipeline: string | undefined;
  readonly samples: readonly RunSample[];
  /** RFC 3339. */
  readonly clock: string;
  readonly seed: number;
}

/** An entry that differs. */
export interface CompareRow extends DifferenceRecord {
  readonly sampleId: number;
}

export interface CompareResult {
  readonly summary: ComparisonRecord;
  /** In the order of the samples. */
  readonly rows: readonly CompareRow[];
  /** Number of entries that differ beyond those in `rows`. */
  readonly more: number;
  /** Ids of the pipelines. */
  readonly pipelines: Both<string>;
  readonly milliseconds: number;
}

export type CompareAnswer =
  | { readonly kind: "compared"; readonly result: CompareResult }
  | { readonly kind: "refused"; readonly side: Side; readonly message: string };

/** Which of the entries that differ are listed; a stage is named by its index among the causes. */
export type CompareFilter =
  | { readonly kind: "all" }
  | { readonly kind: "part"; readonly part: DifferentPart }
  | { readonly kind: "cause"; readonly cause: string };

/** A key for each pair of stages. */
export const causeKey = ({ a, b }: StagePairJson): string => `${a?.path ?? ""}/${b?.path ?? ""}`;

export function filterRows(rows: readonly CompareRow[], filter: CompareFilter): readonly CompareRow[] {
  switch (filter.kind) {
    case "all":
      return rows;
    case "part":
      return rows.filter(({ differs }) => differs.includes(filter.part));
    case "cause":
      return rows.filter(({ parting }) => parting !== undefined && causeKey(parting.cause) === filter.cause);
  }
}

/** `now dropped`, or the parts of the sent entry that differ. */
export function rowWords({ differs, a, b }: CompareRow): string {
  if (!differs.includes("outcome")) return differs.map((part) => PART_WORDS[part]).join(", ");
  const now = {
    out: a.settled === "dropped" ? "no longer dropped" : "now sent",
    dropped: "now dropped",
    held: "now held",
  };
  return now[b.settled];
}

/** `stage 2 regex`, and how it differs between A and B. */
export function stageWords({ change, a, b }: StagePairJson): string {
  const name = (stage: StagePairJson["a"]) => `stage ${stage!.path} ${stage!.stage}`;
  switch (change) {
    case "only_a":
      return `${name(a)}, which only A has`;
    case "only_b":
      return `${name(b)}, which only B has`;
    case "replaced":
      return `${name(b)}, which replaces ${name(a)} of A`;
    case "changed":
      return `${name(b)}, which differs`;
    case "same":
      return `${name(b)}, the same in both`;
  }
}

/** Why an entry differs, in sentences. */
export function whyWords({ parting }: CompareRow): string {
  if (parting === undefined) return "No single stage is the cause: both send the same at different times.";
  const { at, cause, values } = parting;
  const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
  if (cause.change === "same")
    return `${capital(stageWords(cause))}, depends on earlier entries or on chance, and those differ.`;
  const set =
    values.length === 0
      ? ""
      : ` ${counted(values.length, "extracted value")} ${values.length === 1 ? "differs" : "differ"} after it.`;
  const shown = causeKey(at) === causeKey(cause) ? "" : ` It shows at ${stageWords(at)}, which uses that result.`;
  return `The cause is ${stageWords(cause)}.${set}${shown}`;
}

declare module "../../core/workers/preview-protocol.ts" {
  interface PreviewKinds {
    /** Compares two configurations on the same samples. */
    readonly compare: { readonly ask: CompareOrder; readonly answer: CompareAnswer | Gone };
  }
}
