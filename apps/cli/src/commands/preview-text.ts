/** A preview for people: for each entry what every stage changed, and why something was dropped or stayed as it was. */
import { styleText } from "node:util";
import { type ExtractedValue, formatRfc3339, type LabelSet, type Preview, type PreviewOutput, type Snapshot, type Step, type StepStatus, stepStatus } from "@sluice/engine";
import type { PreviewReport } from "./preview.ts";

type Style = Parameters<typeof styleText>[0];

const paint = (style: Style, text: string): string => (process.stdout.hasColors?.() ? styleText(style, text) : text);

const STATUS_STYLE: Readonly<Record<StepStatus, Style>> = {
  changed: "cyan",
  unchanged: "gray",
  dropped: "red",
  buffered: "yellow",
  merged: "magenta",
  split: "magenta",
  released: "green",
  error: "red",
};

export class TextReport implements PreviewReport {
  readonly #preview: Preview;
  readonly #outputsOnly: boolean;

  constructor(preview: Preview, outputsOnly: boolean) {
    this.#preview = preview;
    this.#outputsOnly = outputsOnly;
  }

  output({ entry }: PreviewOutput): void {
    if (this.#outputsOnly) process.stdout.write(`${formatRfc3339(entry.timestamp)} ${entry.labels} ${visible(entry.line)}\n`);
  }

  entry(sample: number): void {
    if (this.#outputsOnly) return;
    const { status, heldBy } = this.#preview.outcomeOf(sample);
    const steps = this.#preview.stepsOf(sample);
    const first = steps.find((step) => step.before !== undefined)?.before;
    const style = status === "passed" ? "green" : status === "dropped" ? "red" : "yellow";
    const lines = [paint("bold", `entry ${sample + 1}  `) + paint(style, heldBy === undefined ? status : `${status} by stage ${heldBy}`)];
    if (first !== undefined) lines.push(`  ${visible(first.line)}`, `  ${paint("gray", `${first.labels} ${formatRfc3339(first.timestamp)}`)}`);
    const width = Math.max(0, ...steps.map((step) => step.path.length + step.stage.length));
    for (const step of steps) lines.push(...describeStep(step, width));
    process.stdout.write(`${lines.join("\n")}\n\n`);
  }

  summary(interrupted: boolean): void {
    const { in: entered, out, dropped, held, emitted } = this.#preview.balance;
    const note = interrupted ? " (interrupted)" : "";
    const entries = emitted === out ? "" : ` in ${emitted} entries`;
    if (!this.#outputsOnly) process.stdout.write(`${paint("bold", `${entered} in`)}: ${out} out${entries}, ${dropped} dropped, ${held} held${note}\n`);
    const metrics = this.#preview.exposition();
    if (!this.#outputsOnly && metrics !== "") process.stdout.write(`\n${metrics}`);
  }
}

function describeStep(step: Step, width: number): string[] {
  const status = stepStatus(step);
  const head = `  ${step.path} ${step.stage}${" ".repeat(width - step.path.length - step.stage.length)}  ${paint(STATUS_STYLE[status], status)}`;
  const lines = [head];
  for (const { text } of step.reasons) lines.push(`      ${paint("gray", text)}`);
  if (step.error !== undefined) lines.push(`      ${paint("red", step.error.message)}`);
  for (const after of step.emitted) {
    if (step.before !== undefined) lines.push(...describeChanges(step.before, after).map((line) => `      ${line}`));
    else lines.push(`      ${visible(after.line)}`);
    if (after.origins.length > 1) lines.push(`      ${paint("gray", `from entries ${after.origins.map((id) => id + 1).join(", ")}`)}`);
  }
  for (const { why } of step.dropped) lines.push(`      ${paint("gray", `counted under reason ${JSON.stringify(why.reason)}`)}`);
  for (const { name, labels, operation, value } of step.metrics) {
    lines.push(`      ${paint("gray", `${operation} ${name}${JSON.stringify(labels) === "{}" ? "" : JSON.stringify(labels)} ${value}`)}`);
  }
  return lines;
}

function describeChanges(before: Snapshot, after: Snapshot): string[] {
  const lines: string[] = [];
  if (before.line !== after.line) lines.push(`line ${paint("red", visible(before.line))} → ${paint("green", visible(after.line))}`);
  if (before.timestamp !== after.timestamp) lines.push(`timestamp ${formatRfc3339(before.timestamp)} → ${formatRfc3339(after.timestamp)}`);
  lines.push(...mapChanges("label", labelMap(before.labels), labelMap(after.labels)));
  lines.push(...mapChanges("metadata", new Map(before.metadata), new Map(after.metadata)));
  lines.push(...mapChanges("extracted", new Map(before.extracted), new Map(after.extracted)));
  return lines;
}

const labelMap = (labels: LabelSet): Map<string, ExtractedValue> => new Map(labels);

function mapChanges(what: string, before: ReadonlyMap<string, ExtractedValue>, after: ReadonlyMap<string, ExtractedValue>): string[] {
  const lines: string[] = [];
  for (const [name, value] of after) {
    const old = before.get(name);
    if (old === undefined) lines.push(paint("green", `+ ${what} ${name}=${JSON.stringify(value)}`));
    else if (JSON.stringify(old) !== JSON.stringify(value)) lines.push(paint("cyan", `~ ${what} ${name}=${JSON.stringify(old)} → ${JSON.stringify(value)}`));
  }
  for (const [name, value] of before) if (!after.has(name)) lines.push(paint("red", `- ${what} ${name}=${JSON.stringify(value)}`));
  return lines;
}

/** Control characters made visible, since one of them could move the cursor or hide the rest. */
function visible(text: string): string {
  return text.replace(/[\u0000-\u001f\u007f-\u009f]/g, (c) => {
    if (c === "\n") return "⏎";
    if (c === "\t") return "⇥";
    return `\\x${c.charCodeAt(0).toString(16).padStart(2, "0")}`;
  });
}
