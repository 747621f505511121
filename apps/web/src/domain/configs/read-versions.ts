/** What the server says of the configurations that it runs and ran. */

import type { Consequence as EngineConsequence } from "@sluice/engine";
import type { ConfigVersion, ConfigVersionList } from "@sluice/protocol";
import * as v from "valibot";
import { readBy } from "../read-by.ts";
import { listOf } from "../read-list.ts";

/** Of one list: more than a server keeps. */
const MOST = 10_000;
const text = v.string();
const number = v.pipe(v.number(), v.safeInteger(), v.minValue(1));

/** Something that the server found wrong with a configuration. */
export interface PlacedMessage {
  /** From 1, the column in bytes of UTF-8; absent where it is about the whole. */
  readonly line?: number | undefined;
  readonly column?: number | undefined;
  readonly severity: "error" | "warning" | "info";
  readonly code: string;
  readonly message: string;
}

/** What had a configuration loaded. */
export const Via = v.picklist(["start", "signal", "reload", "deploy", "rollback"]);

const VersionSchema: v.GenericSchema<unknown, ConfigVersion> = v.object({
  number,
  at: text,
  via: Via,
  from: v.optional(text),
  user: v.optional(text),
  note: v.optional(text),
  base: v.optional(number),
  result: v.picklist(["loaded", "refused"]),
  message: v.optional(text),
  sha256: text,
});
const List: v.GenericSchema<unknown, ConfigVersionList> = v.object({
  current: v.optional(number),
  problem: v.optional(text),
  fallback: v.optional(text),
  versions: listOf(VersionSchema, MOST),
});
const Message: v.GenericSchema<unknown, PlacedMessage> = v.object({
  line: v.optional(number),
  column: v.optional(number),
  severity: v.picklist(["error", "warning", "info"]),
  code: text,
  message: text,
});

/** What the server says of something that may run: whether it may, what stops, and what it was compared with. */
export interface Foreseen {
  readonly ok: boolean;
  readonly diagnostics: readonly PlacedMessage[];
  /** How many there are besides. */
  readonly more?: number | undefined;
  readonly consequences: readonly Consequence[];
  readonly consequences_more?: number | undefined;
  readonly lacks: readonly ("source" | "sink")[];
  /** Of stages: the whole configuration as it would run, without secrets. */
  readonly config?: string | undefined;
  /** `pipelines`: components that have a place for stages. */
  readonly runs: { readonly version?: number | undefined; readonly pipelines: readonly string[] };
}

/** Kinds are for programs, and a newer server may know more of them. */
export type Consequence = Omit<EngineConsequence, "kind">;

const ConsequenceSchema: v.GenericSchema<unknown, Consequence> = v.object({
  component: v.optional(text),
  loses: v.boolean(),
  text,
});

export const readForeseen = readBy<Foreseen>(
  v.object({
    ok: v.boolean(),
    diagnostics: listOf(Message, MOST),
    more: v.optional(v.number()),
    consequences: v.optional(listOf(ConsequenceSchema, MOST), []),
    consequences_more: v.optional(v.number()),
    lacks: v.optional(listOf(v.picklist(["source", "sink"]), 2), []),
    config: v.optional(text),
    runs: v.object({ version: v.optional(number), pipelines: listOf(text, MOST) }),
  }),
);
export const readVersionList = readBy(List);
export const readVersionText = readBy(v.object({ text }));
export const readRunning = readBy(v.object({ file: text, text, sha256: text }));
export const readChanged = readBy(v.object({ changed: v.boolean(), version: v.optional(number) }));
export const readRefused = readBy(
  v.object({ error: text, diagnostics: v.optional(listOf(Message, MOST)), more: v.optional(number) }),
);
