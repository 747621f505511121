/** A preview for people: for each entry what every stage changed, and why something was dropped or not changed. */
import {
  cutMiddle,
  describeBalance,
  describeStop,
  displayWidth,
  notesFor,
  type Outcome,
  type Preview,
  type PreviewOutput,
  type Snapshot,
  type StageNode,
  type Step,
  stepStatus,
  visible,
} from "@sluice/engine";
import { createPaint } from "../../display.ts";
import type { Output } from "../../output.ts";
import { longestShown, OUTCOME, STATUS, showCarried } from "../show-entry.ts";
import { describeChanges } from "./preview-changes.ts";
import type { PreviewReport } from "./preview-report.ts";
import { stageTable } from "./preview-table.ts";

export class TextReport implements PreviewReport {
  readonly #preview: Preview;
  readonly #out: Output;
  readonly #stages: readonly StageNode[];
  readonly #outputsOnly: boolean;
  readonly #longest: number;
  readonly #paint = createPaint(process.stdout);
  /** By the path of a stage. */
  readonly #heads = new Map<string, { readonly head: string; readonly width: number }>();

  constructor(
    preview: Preview,
    out: Output,
    stages: readonly StageNode[],
    { outputsOnly, full }: { readonly outputsOnly: boolean; readonly full: boolean },
  ) {
    this.#preview = preview;
    this.#out = out;
    this.#stages = stages;
    this.#outputsOnly = outputsOnly;
    this.#longest = full ? Number.POSITIVE_INFINITY : longestShown(process.stdout);
  }

  output({ entry }: PreviewOutput): void {
    if (!this.#outputsOnly) return;
    this.#out.write(`${showCarried(entry)} ${visible(entry.line)}\n`);
  }

  entry(sample: number): void {
    if (this.#outputsOnly) return;
    const outcome = this.#preview.outcomeOf(sample);
    const steps = this.#preview.stepsOf(sample);
    let lines = [this.#paint("bold", `entry ${sample + 1}  `) + this.#describeOutcome(outcome)];
    const first = steps.find((step) => step.before?.origins.includes(sample))?.before;
    if (first !== undefined) {
      lines.push(`  ${this.#shorten(first.line)}`);
      lines.push(`  ${this.#paint("gray", showCarried(first))}`);
    }
    const { shown, carriers } = untilMerged(steps, sample);
    const width = shown.reduce((widest, step) => Math.max(widest, this.#headOf(step).width), 0);
    const around = pathsAround(steps);
    lines = lines.concat(shown.flatMap((step) => this.#describeStep(step, sample, around, width)));
    if (carriers.length > 0) {
      const merged = `⋈ merged into ${carriers.length === 1 ? "entry" : "entries"} ${showOrigins(carriers)}, see there`;
      lines.push(`  ${this.#paint("magenta", merged)}`);
    }
    for (const { entry, index } of outcome.outputs) {
      if (carrierOf(entry, sample) !== undefined) continue;
      const head = this.#paint("green", `→ output ${index + 1}`);
      const carried = this.#paint("gray", showCarried(entry));
      lines.push(`  ${head} ${carried}`, `    ${this.#shorten(entry.line)}`);
    }
    this.#out.write(`${lines.join("\n")}\n\n`);
  }

  summary(interrupted: boolean): void {
    if (this.#outputsOnly) return;
    const { balance } = this.#preview;
    const note = interrupted ? this.#paint("yellow", " (interrupted)") : "";
    this.#out.write(`${this.#paint("bold", describeBalance(balance))}${note}\n`);
    if (this.#preview.stuck)
      this.#out.write(`${this.#paint("yellow", "A stage takes no input, and nothing will ever wake it.")}\n`);
    if (balance.in > 0) this.#out.write(`\n${stageTable(this.#stages, this.#preview.counts())}`);
    const metrics = this.#preview.exposition();
    if (metrics !== "") this.#out.write(`\n${metrics}`);
  }

  #describeOutcome({ status, settled, heldBy, drops, errors }: Outcome): string {
    const { sign, style } = OUTCOME[status];
    const where =
      settled === "held"
        ? ` by stage ${heldBy ?? "?"}`
        : settled === "dropped" && drops.length > 0
          ? ` by ${[...new Set(drops.map(({ path, stage }) => `stage ${path} ${stage}`))].join(", ")}`
          : "";
    // An entry that a stage failed on may be dropped or held all the same.
    const also = status === "error" && settled !== "out" ? `, ${settled}` : "";
    const failed = errors.length === 0 ? "" : this.#paint("red", `, failed in stage ${errors.join(", ")}`);
    return this.#paint(style, `${sign} ${status}${also}${where}`) + failed;
  }

  /** What `step` did to `sample`, which it may have concerned only on the way: another entry's arrival lets it go. */
  #describeStep(step: Step, sample: number, around: ReadonlySet<string>, width: number): string[] {
    const { before } = step;
    const itsOwn = before?.origins.includes(sample) === true;
    const status = stepStatus(step, sample);
    const { head, width: own } = this.#headOf(step);
    const padding = " ".repeat(width - own);
    const { sign, style } = STATUS[status];
    const cause =
      itsOwn || before === undefined ? "" : this.#paint("gray", `  by entry ${showOrigins(before.origins)}`);
    const lines = [`  ${head}${padding}  ${this.#paint(style, `${sign} ${status}`)}${cause}`];
    const add = (text: string) => lines.push(`      ${text}`);
    for (const { text, stopped } of notesFor(step.reasons, step, sample)) {
      add(this.#paint("gray", this.#shorten(text)));
      const stop = stopped?.();
      if (stop !== undefined) add(this.#paint("gray", this.#shorten(describeStop(stop))));
    }
    if (step.error !== undefined) add(this.#paint("red", this.#shorten(step.error.message)));
    for (const { level, message } of notesFor(step.logs, step, sample)) {
      if (level !== "debug") add(this.#paint("yellow", `${level}: ${this.#shorten(message)}`));
    }
    // Stages inside report what they did.
    const emitted = around.has(step.path)
      ? []
      : step.emitted.filter((after) => after.origins.includes(sample) && carrierOf(after, sample) === undefined);
    for (const [i, after] of emitted.entries()) {
      const came = itsOwn ? before! : step.returned.find(({ left }) => left === after)?.came;
      if (came !== undefined) {
        if (emitted.length > 1) add(this.#paint("gray", `${i + 1} of ${emitted.length}`));
        for (const line of describeChanges(came, after, this.#longest, this.#paint)) add(line);
      } else if (after.origins.length > 1) add(this.#paint("green", this.#shorten(after.line)));
      if (after.origins.length > 1) add(this.#paint("gray", `from entries ${showOrigins(after.origins)}`));
    }
    const others = itsOwn ? step.emitted.filter(({ origins }) => !origins.includes(sample)) : [];
    for (const { origins } of others) {
      add(this.#paint("gray", `releases ${origins.length === 1 ? "entry" : "entries"} ${showOrigins(origins)}`));
    }
    for (const { entry, why } of step.dropped) {
      if (entry.origins.includes(sample) && carrierOf(entry, sample) === undefined)
        add(this.#paint("gray", `counted under reason ${visible(JSON.stringify(why.reason))}`));
    }
    for (const { name, labels, operation, value } of step.metrics) {
      const pairs = Object.entries(labels).map(([label, text]) => `${label}=${JSON.stringify(text)}`);
      add(
        this.#paint(
          "gray",
          visible(`${operation} ${name}${pairs.length === 0 ? "" : `{${pairs.join(",")}}`} ${value}`),
        ),
      );
    }
    return lines;
  }

  /** The same for all entries. */
  #headOf(step: Step): { readonly head: string; readonly width: number } {
    let known = this.#heads.get(step.path);
    if (known === undefined) {
      const head = stepHead(step);
      known = { head, width: displayWidth(head) };
      this.#heads.set(step.path, known);
    }
    return known;
  }

  #shorten(text: string): string {
    return visible(cutMiddle(text, this.#longest));
  }
}

/** The entry at which a record made of several is shown: the first of them. Undefined where that is `sample`, or it is alone. */
function carrierOf({ origins }: Snapshot, sample: number): number | undefined {
  return origins.length > 1 && origins[0] !== sample && origins.includes(sample) ? origins[0] : undefined;
}

/**
 * The steps of `sample` up to where it becomes part of another entry's record, and the entries at which the rest is shown:
 * told at each of its parts, a record of many lines would be written as many times.
 */
function untilMerged(steps: readonly Step[], sample: number): { shown: readonly Step[]; carriers: readonly number[] } {
  if (!steps.some(isOfSeveral)) return { shown: steps, carriers: [] };
  const carriers = new Set<number>();
  let merged = false;
  const shown = steps.filter(({ before, emitted, dropped }) => {
    const came = before && carrierOf(before, sample);
    if (came !== undefined) {
      merged = true;
      carriers.add(came);
      return false;
    }
    if (before?.origins.includes(sample)) merged = false;
    const parts = [...emitted, ...dropped.map(({ entry }) => entry)].filter(({ origins }) => origins.includes(sample));
    const elsewhere = parts.flatMap((part) => carrierOf(part, sample) ?? []);
    for (const carrier of elsewhere) carriers.add(carrier);
    return !merged || elsewhere.length < parts.length || before?.origins.includes(sample) === true;
  });
  return { shown, carriers: [...carriers] };
}

/** Whether an entry in it is made of several. */
function isOfSeveral({ before, emitted, dropped }: Step): boolean {
  if (before !== undefined && before.origins.length > 1) return true;
  return emitted.some(({ origins }) => origins.length > 1) || dropped.some(({ entry }) => entry.origins.length > 1);
}

/** Stages inside others are set in. */
function stepHead({ path, stage }: Step): string {
  return `${"  ".repeat(path.split(".").length - 1)}${path} ${stage}`;
}

/** At most this many are named. */
const MAX_ORIGINS = 12;

function showOrigins(origins: readonly number[]): string {
  const shown = origins.slice(0, MAX_ORIGINS).map((id) => id + 1);
  const more = origins.length - shown.length;
  return more > 0 ? `${shown.join(", ")} and ${more} more` : shown.join(", ");
}

/** The paths of stages that have one of these steps inside of them: `1` and `1.0` for a step of `1.0.2`. */
function pathsAround(steps: readonly Step[]): ReadonlySet<string> {
  const around = new Set<string>();
  for (const { path } of steps) {
    for (let dot = path.lastIndexOf("."); dot > 0; dot = path.lastIndexOf(".", dot - 1)) around.add(path.slice(0, dot));
  }
  return around;
}
