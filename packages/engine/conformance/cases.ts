/** The recorded cases as files hold them. The README beside the vectors describes the form. */

import type { WrittenEntry, WrittenSample } from "../src/base/written-entry.ts";

export interface VectorFile {
  readonly format: 1;
  readonly kind: string;
  readonly note?: string;
  /** What the cases are read from, where nobody recorded them: an address of the documentation, and when it was read. */
  readonly source?: string;
  readonly cases: readonly Record<string, unknown>[];
}

export interface StageCaseEntry extends Partial<Omit<WrittenSample, "extracted">> {
  readonly line_b64?: string;
  readonly extracted?: Readonly<Record<string, unknown>>;
  readonly repeat?: number;
  readonly scrape?: boolean;
}

export interface OutEntry extends Partial<Omit<WrittenEntry, "extracted">> {
  readonly line_b64?: string;
  readonly extracted?: Readonly<Record<string, unknown>>;
  readonly at?: string;
}

export interface StageResult {
  readonly error?: string;
  readonly out?: readonly OutEntry[];
  readonly metrics?: readonly string[];
  readonly scrapes?: readonly { readonly at: string; readonly metrics: readonly string[] }[];
  readonly threw?: string;
}

export interface StageCase {
  readonly name: string;
  readonly note?: string;
  readonly stages: string;
  readonly now?: string;
  readonly entries?: readonly StageCaseEntry[];
  readonly end_advance?: string;
  readonly unordered?: boolean;
  readonly extracted_as_strings?: boolean;
  readonly must_not_crash?: boolean;
  readonly want: StageResult;
}

export type Bytes = string | { readonly b64: string };

export interface RegexMatch {
  readonly index: readonly number[];
  readonly groups: readonly (Bytes | null)[];
}

export interface RegexCase {
  readonly pattern?: string;
  readonly pattern_b64?: string;
  readonly note?: string;
  readonly error?: string;
  readonly groups?: number;
  readonly names?: readonly string[];
  readonly results?: readonly { readonly input: Bytes; readonly matches: readonly RegexMatch[] }[];
}

export interface SyntaxDiagnostic {
  readonly severity: string;
  readonly line: number;
  readonly column: number;
  readonly end_line?: number;
  readonly end_column?: number;
  readonly message: string;
  /** The value at fault, where the text itself does not show it. */
  readonly value?: string;
}

export interface SyntaxCase {
  readonly name: string;
  readonly text?: string;
  readonly text_b64?: string;
  readonly eval?: boolean;
  readonly decode?: "stages" | "config";
  readonly want: SyntaxResult;
}

export interface SyntaxResult {
  readonly diagnostics: readonly SyntaxDiagnostic[];
  readonly parse_error?: string;
  readonly formatted: string | null;
  readonly format_is_stable?: boolean;
  readonly attrs?: readonly Readonly<Record<string, unknown>>[];
  readonly decoded?: {
    readonly error?: string;
    readonly diagnostics?: readonly SyntaxDiagnostic[];
    readonly stages?: readonly string[];
    readonly config?: unknown;
  };
  readonly threw?: string;
}

export interface PromtailCase {
  readonly name: string;
  readonly yaml: string;
  /** The result of the original's converter; empty or absent where it crashed. */
  readonly want?: {
    readonly config?: string;
    readonly diagnostics?: readonly { readonly severity: "Warning" | "Error" | "Critical"; readonly message: string }[];
  };
}

export interface ComponentCase {
  readonly name: string;
  /** The sentence or the example of the documentation that the case follows. */
  readonly says: string;
  readonly config: string;
  /** The component that takes the entries: `loki.enrich.default`. */
  readonly component: string;
  /** Files that the configuration names. */
  readonly files?: Readonly<Record<string, string>>;
  readonly entries?: readonly WrittenSample[];
  readonly want: {
    /** The configuration is refused, and the reason has this word. */
    readonly refused?: string;
    readonly out?: readonly OutEntry[];
    /** Among the lines of the exposition. */
    readonly metrics?: readonly string[];
  };
}

export interface ExpressionCase extends Pick<ComponentCase, "name" | "says"> {
  readonly expression: string;
  /** An expression with the same value; absent: an error is wanted. */
  readonly want?: string;
}

/** What running a case gave: its own result in the recorded form, and the first difference if there is one. */
export interface Verdict {
  readonly got: unknown;
  /** Undefined: the case passes. */
  readonly difference: string | undefined;
}
