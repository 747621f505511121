/** The result of a load: who asked for it, and its messages with their places. */
import {
  type ConfigFiles,
  type Consequence,
  type Diagnostic,
  firstTold,
  formatDiagnostics,
  maskConfigSecretsInSteps,
  type OpenedDocument,
  type PlacedDiagnostic,
  withoutReadValues,
} from "@sluice/engine";
import type { Heirs } from "../core/runtime/heirs.ts";
import type { Shown } from "../core/shown.ts";
import { inSlices, type Scheduler } from "../platform/scheduler.ts";
import type { VersionNotes } from "./versions.ts";

export interface LoadCause extends Pick<VersionNotes, "via" | "from" | "user" | "note"> {
  /** The version that the client takes for the one that runs; without it, any. */
  readonly base?: number | undefined;
  /** The SHA-256 of the text that it takes for the one that runs, for where versions are not kept. */
  readonly baseSha256?: string | undefined;
  /** Who takes over what components keep that end. */
  readonly heirs?: Heirs | undefined;
}

/** What is wrong with a configuration, and where. */
export type Refusal = Extract<LoadResult, { readonly ok: false }>;

export type LoadResult =
  /**
   * `changed`: it is another than the one that ran before. `version`: its number, where versions are kept. `consequences`:
   * what stopped with the one before.
   */
  | {
      readonly ok: true;
      readonly changed: boolean;
      readonly version: number | undefined;
      readonly consequences: readonly Consequence[];
    }
  | {
      readonly ok: false;
      /**
       * `refused`: something is wrong with it. `busy`: the server has no time for it now. `conflict`: another version runs
       * than the client knew. `unknown`: there is no such version.
       */
      readonly kind: "refused" | "busy" | "conflict" | "unknown";
      /** One line. */
      readonly message: string;
      readonly diagnostics: readonly PlacedFileDiagnostic[];
      /** How many there are besides. */
      readonly more?: number | undefined;
      /** All of it, for people: `file:line:col: severity: message`, source lines and carets, without secrets. */
      readonly text: string;
    };

export type PlacedFileDiagnostic = PlacedDiagnostic & { readonly file: string };

/** What is wrong with a configuration that was not loaded. */
export interface Checked extends Explained {
  readonly ok: boolean;
}

export interface Explained {
  readonly text: string;
  /** At most fifty, errors first. */
  readonly diagnostics: readonly PlacedFileDiagnostic[];
  /** How many there are besides; left out where there are none. */
  readonly more?: number | undefined;
}

/**
 * What is wrong with a configuration, without its secrets: the first of it, and the number of the rest. `reads`: which
 * environment variables have values that messages must not quote, whatever functions make of them.
 */
export async function explain(
  files: ConfigFiles,
  config: Pick<OpenedDocument, "file" | "syntaxErrors">,
  shown: Shown,
  diagnostics: readonly Diagnostic[],
  scheduler: Scheduler,
  reads?: (variable: string) => boolean,
): Promise<Explained> {
  const placeOf = ({ span }: Diagnostic) => span?.start ?? -1;
  const sorted = [...diagnostics].sort((a, b) => placeOf(a) - placeOf(b));
  const first = firstTold(sorted);
  const quotable = reads === undefined ? first : withoutReadValues(config.file, first, reads);
  const told = await inSlices(hiddenInSteps(quotable, shown), scheduler);
  const hiddenOf = new Map(first.map((one, i) => [one, told[i]!]));
  // The rest is counted alone, so that thousands need not be searched for secrets.
  const hidden = sorted.map((one) => hiddenOf.get(one) ?? { severity: one.severity, code: one.code, message: "" });
  // Of a large configuration that takes a tenth of a second, and its lines are shown with what is wrong alone.
  const masked =
    hidden.length === 0
      ? files
      : files.withText(await inSlices(maskConfigSecretsInSteps(config, shown.secrets), scheduler));
  const more = hidden.length - told.length;
  return {
    text: formatDiagnostics(masked, hidden),
    diagnostics: files.place(told),
    ...(more > 0 && { more }),
  };
}

function* hiddenInSteps(diagnostics: readonly Diagnostic[], shown: Shown): Generator<void, Diagnostic[]> {
  const hidden: Diagnostic[] = [];
  for (const one of diagnostics) {
    hidden.push(...shown.diagnostics([one]));
    yield;
  }
  return hidden;
}

/** What is said where nothing was loaded. */
export const failure = (kind: Refusal["kind"], message: string): Refusal => ({
  ok: false,
  kind,
  message,
  diagnostics: [],
  text: `${message}\n`,
});

/** Who had it loaded, and what for, as the log says it. */
export const causeFields = ({ via, from, user, note }: LoadCause) => ({
  via,
  ...(from !== undefined && { from }),
  ...(user !== undefined && { user }),
  ...(note !== undefined && { note }),
});
