/** For each document that names samples, the counts at its stages: run when they are asked for, and once for each text. */
import { statSync } from "node:fs";
import {
  namedResources,
  nanosOf,
  type OpenedDocument,
  previewablePipelines,
  type Sample,
  type StageHost,
  type StageNote,
  toSample,
} from "@sluice/engine";
import { nodeStageHost, sha256Hex } from "@sluice/server/editors";
import { type FileStamp, readSampleFile } from "./sample-file.ts";
import { runSamples } from "./sample-run.ts";
import { filesFor, NamedFileError, resolveNamed } from "./workspace-files.ts";

/** Where a document stands, and what is open around it. */
export interface DocumentPlace {
  readonly uri: string;
  readonly path: string;
  readonly folders: readonly string[];
}

export type CountsResult =
  | { readonly kind: "notes"; readonly notes: readonly StageNote[] }
  /** The text is another one meanwhile. */
  | { readonly kind: "gone" };

interface Run {
  readonly text: string;
  result: Promise<CountsResult>;
  ended: boolean;
  /** Nobody wants it any more. */
  stopped: boolean;
  /** The file as it was read, once it was. */
  read: { readonly path: string; readonly stamp: FileStamp } | undefined;
}

export class SampleCounts {
  readonly #runs = new Map<string, Run>();

  /** The notes for a document that names samples. */
  ask(place: DocumentPlace, document: OpenedDocument): Promise<CountsResult> {
    const last = this.#runs.get(place.uri);
    if (last !== undefined && last.text === document.text && (!last.ended || isUnchanged(last.read)))
      return last.result;
    this.forget(place.uri);
    const run: Run = { text: document.text, result: GONE, ended: false, stopped: false, read: undefined };
    this.#runs.set(place.uri, run);
    run.result = this.#run(place, document, run).finally(() => {
      run.ended = true;
    });
    return run.result;
  }

  /** Ends the run for a document, whose text is another one or which was closed. */
  forget(uri: string): void {
    const run = this.#runs.get(uri);
    if (run !== undefined) run.stopped = true;
    this.#runs.delete(uri);
  }

  /** The paths of the files that were read. */
  files(): string[] {
    return [...this.#runs.values()].flatMap(({ read }) => (read === undefined ? [] : [read.path]));
  }

  async #run(place: DocumentPlace, document: OpenedDocument, run: Run): Promise<CountsResult> {
    const named = document.samplesFile!;
    const note = (text: string): CountsResult => ({ kind: "notes", notes: [{ span: named.span, text }] });
    let samples: Sample[];
    let cut: boolean;
    try {
      const path = await resolveNamed(named.file, place.path, place.folders);
      const read = await readSampleFile(path, named.file);
      run.read = { path, stamp: read.stamp };
      samples = read.samples.entries.map((entry) => toSample(entry, {}));
      cut = read.samples.cut;
    } catch (error) {
      if (error instanceof NamedFileError) return note(error.message);
      throw error;
    }
    const { host, problems } = await hostOf(document, place);
    const result = await runSamples(document, samples, {
      host,
      now: () => performance.now(),
      start: nanosOf(Date.now()),
      gone: () => run.stopped,
    });
    if (result.kind === "gone") return result;
    if (result.kind === "too long") return note(`not counted: the samples took longer than ${result.seconds} s`);
    const entries = samples.length.toLocaleString("en");
    const told = cut ? `the first ${entries} entries` : `${entries} ${samples.length === 1 ? "entry" : "entries"}`;
    const notes = [{ span: named.span, text: told }, ...problems, ...result.notes];
    return { kind: "notes", notes: notes.sort((a, b) => a.span.start - b.span.start) };
  }
}

const GONE: Promise<CountsResult> = Promise.resolve({ kind: "gone" });

/** Whether the file has not changed since it was read; one that could not be read is tried again. */
function isUnchanged(read: Run["read"]): boolean {
  const now = read && statSync(read.path, { throwIfNoEntry: false });
  return now !== undefined && now.size === read?.stamp.size && now.mtimeMs === read.stamp.mtimeMs;
}

/** What stages get of files that they name, and what is wrong with these. */
async function hostOf(
  document: OpenedDocument,
  { path, folders }: DocumentPlace,
): Promise<{ readonly host: StageHost; readonly problems: readonly StageNote[] }> {
  const hosts: StageHost[] = [];
  const problems: StageNote[] = [];
  for (const { stages } of previewablePipelines(document)) {
    if (namedResources(stages).length === 0) continue;
    const made = await nodeStageHost(stages, path, filesFor(path, folders));
    if (made.ok) hosts.push(made.host);
    else
      for (const { span, message } of made.diagnostics) if (span !== undefined) problems.push({ span, text: message });
  }
  const host: StageHost = {
    resource: (name) => hosts.flatMap((one) => one.resource(name) ?? [])[0],
    sha256: sha256Hex,
  };
  return { host, problems };
}
