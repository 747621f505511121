/** Adds samples from a file that is too large to load in full. */

import { EntryReader, type SampleContent, type SampleProblem } from "@sluice/engine";
import { MAX_SAMPLE_TEXT } from "../../../core/model/samples.ts";
import type { App } from "../../../core/page/app.ts";
import { closeDialog } from "../../../core/page/dialogs.ts";
import { notify } from "../../../core/page/notify.ts";
import { counted, grouped } from "../../../core/text/counted.ts";
import { endSentence } from "../../../core/text/sentence.ts";
import { addEntries, fileSource } from "../add-samples.ts";
import { type LargeFile, type LineChoice, type LineProgress, type TakenLines, takeLines } from "./large-file.ts";

/** Adds the chosen lines and closes the dialog; a returned text says why there are none, and the dialog stays open. */
export async function takeOfFile(
  app: App,
  { file, format }: LargeFile,
  choice: LineChoice,
  signal: AbortSignal,
  progress: (now: LineProgress) => void,
): Promise<string | undefined> {
  const taken = await takeLines(file, choice, { signal, progress });
  if (signal.aborted) return undefined;
  if (!taken.ok) return taken.why === undefined ? undefined : `${file.name} ${taken.why}.`;
  const { entries, problems } = format === "jsonl" ? readEntries(taken.lines) : plain(taken.lines);
  if (entries.length === 0) {
    const looked = `${counted(taken.progress.lines, "line")} of ${file.name}`;
    return problems[0] === undefined
      ? `None of the ${looked} matched.`
      : endSentence(`None of them is an entry: ${problems[0].message}`);
  }
  closeDialog(app);
  addEntries(app, entries, fileSource(file));
  notify(app, "info", sayTaken(file.name, taken, choice, { kept: entries.length, bad: problems.length }));
  return undefined;
}

const plain = (lines: readonly string[]): Read => ({ entries: lines.map((line) => ({ line })), problems: [] });

interface Read {
  readonly entries: readonly SampleContent[];
  readonly problems: readonly SampleProblem[];
}

/** Skips lines that are not JSON entries: few files of this size are intact. */
function readEntries(lines: readonly string[]): Read {
  const reader = new EntryReader();
  const entries: SampleContent[] = [];
  const problems: SampleProblem[] = [];
  for (const [i, line] of lines.entries()) {
    const read = reader.read(line, i + 1);
    if (read === undefined) continue;
    if ("message" in read) problems.push(read);
    else entries.push(read);
  }
  return { entries, problems };
}

function sayTaken(
  name: string,
  { progress, ended, every }: TakenLines & { ok: true },
  { most, every: choice }: LineChoice,
  { kept, bad }: { readonly kept: number; readonly bad: number },
) {
  const { lines } = progress;
  const spread = choice === "spread" && every > 1 ? `, one of every ${grouped(every)}` : "";
  const why = {
    file: "",
    most: `, then reached the limit of ${counted(most, "sample")}`,
    room: `, then reached the limit of ${MAX_SAMPLE_TEXT / 1e6} MB of text`,
  }[ended];
  const left =
    bad === 0
      ? ""
      : ` ${counted(bad, "line is not a JSON entry and was", "lines are not JSON entries and were")} left out.`;
  return `Kept ${grouped(kept)} of the ${ended === "file" ? "" : "first "}${counted(lines, "line")} of ${name}${spread}${why}.${left}`;
}
