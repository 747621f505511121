/** What somebody wants to run: a configuration as a whole, stages for one component of what runs, or a version that was kept. */
import {
  type ConfigFiles,
  type Consequence,
  type Consequences,
  findConsequencesInSteps,
  type OpenedDocument,
  type PutMode,
  putStagesInSteps,
  readTree,
} from "@sluice/engine";
import type { Backlog, Heirs } from "../core/runtime/heirs.ts";
import type { Logger } from "../platform/log.ts";
import { inSlices, type Scheduler } from "../platform/scheduler.ts";
import type { Checked } from "./load-result.ts";

export interface WholeDraft {
  readonly kind: "whole";
  readonly files: ConfigFiles;
}

export interface StagesDraft {
  readonly kind: "stages";
  /** In which the stages stand. */
  readonly files: ConfigFiles;
  /** The pipeline there; undefined: the only one. */
  readonly from: string | undefined;
  /** The component of what runs. */
  readonly into: string;
  readonly mode: PutMode;
}

export type Draft = WholeDraft | StagesDraft;

/** A configuration, or with `into` its stages for a component of what runs. */
export const draftInto = (files: ConfigFiles, { into, from, how = "replace" }: Placed): Draft =>
  into === undefined ? { kind: "whole", files } : { kind: "stages", files, from, into, mode: how };

/** As a request says it. */
interface Placed {
  readonly into?: string | undefined;
  readonly from?: string | undefined;
  readonly how?: PutMode | undefined;
}

export type Drafted =
  | { readonly ok: true; readonly files: ConfigFiles }
  /** Why not, as a sentence. */
  | { readonly ok: false; readonly reason: string };

/** What runs. */
interface Running {
  readonly files: ConfigFiles;
  readonly config: OpenedDocument;
}

/** The configuration that a draft makes of what runs. With its secrets, which nobody has to write again. */
export async function filesOfDraft(draft: Draft, running: Running, scheduler: Scheduler): Promise<Drafted> {
  if (draft.kind === "whole") return { ok: true, files: draft.files };
  return inSlices(filesInSteps(draft, running), scheduler);
}

function* filesInSteps({ files, from, into, mode }: StagesDraft, running: Running): Generator<void, Drafted> {
  const document = readTree(files.text);
  yield;
  const put = yield* putStagesInSteps({ document, pipeline: from }, running.config, into, mode);
  if (!put.ok) return put;
  yield;
  return { ok: true, files: running.files.withChange(put.text) };
}

/** What a draft is for, where nobody says. */
export const noteOfDraft = (draft: Draft): string | undefined =>
  draft.kind === "stages" ? `stages put into ${draft.into}` : undefined;

/** What would be said of a draft, and what would stop if it ran. */
export interface CheckedDraft extends Checked, Partial<Foreseen> {
  /** The whole configuration as it would run, without secrets, where the draft is a part of it. */
  readonly config?: string | undefined;
  /** What it was compared with: what ran, and which of its components have a place for stages. */
  readonly runs: { readonly version?: number; readonly sha256: string; readonly pipelines: readonly string[] };
}

export function runningOf(
  { sha256, config }: { readonly sha256: string; readonly config: OpenedDocument },
  version: number | undefined,
): CheckedDraft["runs"] {
  const pipelines = config.components.filter(({ spec }) => spec.stages).map(({ id }) => id);
  return { ...(version !== undefined && { version }), sha256, pipelines };
}

/** Of stages that have no place. */
export function notPut({ files: { name: file } }: Draft, reason: string): Checked {
  const diagnostic = { file, severity: "error", code: "stages-not-put", message: reason } as const;
  return { ok: false, diagnostics: [diagnostic], text: `${file}: error: ${reason}\n` };
}

/** As many are listed at most. */
const MOST = 100;

/** What stops when a draft runs. */
export interface Foreseen {
  readonly consequences: readonly Consequence[];
  /** How many there are besides; left out where there are none. */
  readonly consequences_more?: number;
  readonly lacks: Consequences["lacks"];
  /** Journals that end with entries in them, which others can take over. */
  readonly backlogs?: readonly Backlog[];
}

/** What is inside of what runs. */
export interface Inside {
  /** Entries that stages hold and that have to leave as they are, by component. */
  readonly held: ReadonlyMap<string, number>;
  readonly backlogs: readonly Backlog[];
  /** Who takes over from whom. */
  readonly heirs: Heirs;
}

/** `hide`: takes secrets out of a text. */
export function* foresee(
  before: OpenedDocument,
  after: OpenedDocument,
  hide: (text: string) => string,
  { held, backlogs, heirs }: Inside,
): Generator<void, Foreseen> {
  const left = backlogs.filter(({ component }) => !heirs.has(component));
  const entries = new Map(left.map(({ component, entries }) => [component, entries]));
  const { consequences, lacks } = yield* findConsequencesInSteps(before, after, held, entries);
  const told: Consequence[] = [];
  for (const one of consequences.slice(0, MOST)) {
    told.push({ ...one, text: hide(one.text) });
    yield;
  }
  const more = consequences.length - told.length;
  return {
    consequences: told,
    ...(more > 0 && { consequences_more: more }),
    lacks,
    ...(backlogs.length > 0 && { backlogs: backlogs.slice(0, MOST) }),
  };
}

/** Of one load. */
const MAX_LOGGED = 20;

/** A line for each thing that stopped and that somebody may miss. */
export function logStops(
  log: Logger,
  consequences: readonly Consequence[],
  cause: Readonly<Record<string, unknown>>,
): void {
  for (const { component, text } of consequences.filter(({ loses }) => loses).slice(0, MAX_LOGGED))
    log.write("warn", text, { ...(component !== undefined && { component }), ...cause });
}
