/**
 * Tries what somebody types into a form on the entries of the last run as they reached that stage, whether it is in the
 * text yet or not (the engine's `probe`).
 */
import { entriesBefore, type Probe, probe, SeededRandom, type Spread, type StageHost, spreadOf } from "@sluice/engine";
import type { Running } from "./execute.ts";
import type { EntriesBefore, ProbeOrder, SpreadOrder } from "./preview-protocol.ts";

/** Questions that are answered at once. */
const MAX_QUESTIONS = 60;

/** Answers in the order of the questions; undefined where the run is not the last one. */
export function probeRun(
  running: Running | undefined,
  { questions, sampleId, chosenOnly, ...before }: ProbeOrder,
  host: Pick<StageHost, "sha256">,
): readonly Probe[] | undefined {
  if (running === undefined || running.id !== before.run) return undefined;
  const index = sampleId === null ? -1 : running.sampleIds.indexOf(sampleId);
  const chosen = index < 0 ? undefined : index;
  const all = entriesOf(running, before);
  const entries = chosenOnly ? all.filter(({ sample }) => sample === chosen) : all;
  return questions.slice(0, MAX_QUESTIONS).map((question) =>
    probe(
      entries,
      { ...question, chosen },
      // The same chance each time, so that a value stays while something else is typed.
      { now: running.preview.clock.now(), random: new SeededRandom(1), sha256: host.sha256 },
    ),
  );
}

export function spreadRun(
  running: Running | undefined,
  { source, bounds, ...before }: SpreadOrder,
): Spread | undefined {
  if (running === undefined || running.id !== before.run) return undefined;
  return spreadOf(entriesOf(running, before), source, bounds);
}

const entriesOf = ({ preview, stages }: Running, { path, name }: EntriesBefore) =>
  entriesBefore(preview, stages, path, name);
