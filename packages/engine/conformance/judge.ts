/**
 * Runs vector files and judges every case as passed, failed or a known gap, on any platform. The list of known gaps ratchets:
 * a listed case that passes counts as failed.
 */
import type {
  ComponentCase,
  ExpressionCase,
  PromtailCase,
  RegexCase,
  StageCase,
  SyntaxCase,
  VectorFile,
  Verdict,
} from "./cases.ts";
import { runComponentCase } from "./components-kind.ts";
import { runExpressionCase } from "./expressions-kind.ts";
import type { ConformanceHost } from "./host.ts";
import { runPromtailCase } from "./promtail-kind.ts";
import { isText, runRegexCase } from "./regex-kind.ts";
import { runStageCase } from "./stages-kind.ts";
import { runSyntaxCase } from "./syntax-kind.ts";

export interface KnownGap {
  readonly kind: string;
  readonly name: string;
  readonly reason: string;
  /** The gap is one only where this file (relative to the folder above the vectors' own) is not there. */
  readonly missing_file?: string;
}

/** Outcome of one case. */
export interface Judgement {
  readonly name: string;
  /** What the case counts under: its kind, but inputs that are not text, and cases that are read, count apart. */
  readonly tally: string;
  readonly outcome: "passed" | "failed" | "gap";
  /** The first difference, or the gap's reason; empty where the case passed. */
  readonly detail: string;
  /** What the engine did, in the recorded form. */
  readonly got: unknown;
}

interface CaseKind<V> {
  run(vector: V, host: ConformanceHost): Verdict;
  nameOf(vector: V): string;
  /** Without it, its cases count under their kind. */
  tallyOf?(vector: V): string;
}

/** A kind of cases. Vector files are JSON, in which the kind of a file says the type of its cases. */
const kindOf = <V>({ run, nameOf, tallyOf }: CaseKind<V>): CaseKind<unknown> => ({
  run: (vector, host) => run(vector as V, host),
  nameOf: (vector) => nameOf(vector as V),
  ...(tallyOf && { tallyOf: (vector: unknown) => tallyOf(vector as V) }),
});

const nameOf = ({ name }: { readonly name: string }): string => name;

const CASE_KINDS: Readonly<Record<string, CaseKind<unknown>>> = {
  stages: kindOf<StageCase>({ run: runStageCase, nameOf }),
  regex: kindOf<RegexCase>({
    run: runRegexCase,
    nameOf: ({ pattern, pattern_b64: base64 }) => (base64 === undefined ? `/${pattern}/` : `/base64 ${base64}/`),
    tallyOf: (vector) => (isText(vector) ? "regex" : "regex (not UTF-8)"),
  }),
  syntax: kindOf<SyntaxCase>({ run: runSyntaxCase, nameOf }),
  components: kindOf<ComponentCase>({ run: runComponentCase, nameOf }),
  expressions: kindOf<ExpressionCase>({ run: runExpressionCase, nameOf }),
  promtail: kindOf<PromtailCase>({ run: runPromtailCase, nameOf }),
};

/** What cases count under that are read from documentation. */
export const READ = "read from documentation";

/** The kinds of vectors that `judgeFile` runs. Kinds that need more of the platform are declared elsewhere (`kinds.ts`). */
export const KINDS: readonly string[] = Object.keys(CASE_KINDS);

/** Runs every case of a file. Throws for a kind that is not among `KINDS`. */
export function judgeFile(file: VectorFile, host: ConformanceHost, gaps: readonly KnownGap[]): Judgement[] {
  const kind = CASE_KINDS[file.kind];
  if (kind === undefined)
    throw new Error(`kind ${JSON.stringify(file.kind)} is not run here; known kinds: ${KINDS.join(", ")}`);
  const gapOf = new Map(
    gaps
      .filter(
        ({ kind: ofKind, missing_file: missing }) =>
          ofKind === file.kind && (missing === undefined || host.resource(missing) === undefined),
      )
      .map((gap) => [gap.name, gap]),
  );
  return file.cases.map((vector) => {
    const name = kind.nameOf(vector);
    const tally = file.source === undefined ? (kind.tallyOf?.(vector) ?? file.kind) : READ;
    return { name, tally, ...judge(kind.run(vector, host), gapOf.get(name)) };
  });
}

/** Outcome of a case that may be a known gap. */
export function judge(
  { got, difference }: Verdict,
  gap: KnownGap | undefined,
): Pick<Judgement, "outcome" | "detail" | "got"> {
  if (gap === undefined)
    return difference === undefined
      ? { outcome: "passed", detail: "", got }
      : { outcome: "failed", detail: difference, got };
  if (difference !== undefined) return { outcome: "gap", detail: gap.reason, got };
  return { outcome: "failed", detail: `listed as a known gap (${gap.reason}) but passes: take it off the list`, got };
}
