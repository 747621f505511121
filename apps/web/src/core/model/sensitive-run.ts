/** Sensitive data of a run, as the worker answers. */
import type { PrivateKind, SensitiveKind, SensitiveReport } from "@sluice/engine";

/** Reports whose `indexes` are ids of samples. */
export interface SensitiveRun {
  readonly samples: SensitiveReport;
  /** Of what leaves the pipeline. */
  readonly leaving: SensitiveReport;
  /** Samples that were searched up to now, of all. */
  readonly searched: number;
  readonly of: number;
}

/** Stages that redact, tried on the samples of a run, or why there are none. */
export type TriedRedaction =
  | {
      readonly ok: true;
      /** The text that it was made for, and that text with the stages. */
      readonly of: string;
      readonly text: string;
      /** The stages. */
      readonly code: string;
      readonly rules: readonly {
        readonly kinds: readonly PrivateKind[];
        readonly fields: readonly string[];
        readonly others: number;
      }[];
      /** What no stage covers. */
      readonly stays: readonly {
        readonly kind: PrivateKind;
        readonly field: string | undefined;
        readonly count: number;
      }[];
      /** The stage behind which they stand; undefined: they are the first. */
      readonly after: string | undefined;
      /** Samples of which something else leaves, and those with another result than that. */
      readonly changed: number;
      readonly otherwise: number;
      /** What still leaves. */
      readonly left: readonly SensitiveKind[];
      /** Samples that it was tried on, of all. */
      readonly tried: number;
      readonly samples: number;
    }
  | { readonly ok: false; readonly reason: string };
