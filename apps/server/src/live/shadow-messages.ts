/** What the server and the process of a shadow run say to each other. */

import type { ShadowSummary } from "@sluice/protocol";
import type { FileRules } from "../platform/file-rules.ts";
import type { HeldBlock } from "../watch/begun-before.ts";

export interface ShadowText {
  readonly text: string;
  readonly environment: Readonly<Record<string, string>>;
}

export type ToShadow =
  | {
      readonly begin: {
        readonly active: ShadowText;
        readonly draft: ShadowText;
        /** Beside which relative paths are looked up. */
        readonly configFile: string;
        /** Which files what runs may use, and the draft, which comes from outside. */
        readonly rules: Readonly<Record<"active" | "draft", FileRules>>;
        readonly now: bigint;
        readonly seed: number;
      };
    }
  | {
      readonly batches: readonly ShadowBatch[];
      /** By which they are acknowledged. */
      readonly bytes: number;
    }
  /** What the live pipelines hold now. */
  | { readonly held: readonly HeldBlock[] }
  /** Time has passed; it is asked how things are. */
  | { readonly report: bigint };

export interface ShadowBatch {
  readonly entries: readonly ShadowEntry[];
  /** Components that they go to. */
  readonly ids: readonly string[];
  readonly now: bigint;
}

export type ShadowEntry = readonly [
  labels: Readonly<Record<string, string>>,
  line: string,
  timestamp: bigint,
  metadata: readonly (readonly [string, string])[],
];

export type FromShadow =
  /** Its process is there; the pipelines are. */
  | "ready"
  | "begun"
  /** So many bytes and entries of batches are through; entries that are inside then. */
  | { readonly done: number; readonly entries: number; readonly inside: number }
  | { readonly summary: ShadowSummary; readonly cpu: number; readonly memory: number }
  /** It cannot go on. */
  | { readonly failed: string; readonly exceeded: boolean };
