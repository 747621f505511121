/** A comparison for people: each entry that differs, in what, because of which stage, and the counts of both. */
import {
  type Both,
  type ComparisonSummary,
  cutMiddle,
  type DifferentPart,
  type EntryDifference,
  formatRfc3339,
  type Outcome,
  PART_WORDS,
  type Parting,
  type SideSummary,
  type StagePair,
  visible,
} from "@sluice/engine";
import { createPaint } from "../../display.ts";
import { describeSentChanges } from "../preview/preview-changes.ts";
import { longestShown, OUTCOME, showCarried } from "../show-entry.ts";

/** Entries that one entry became, of each side. */
const SHOWN_OUTPUTS = 20;
/** Values that the cause sets otherwise. */
const SHOWN_VALUES = 8;

export class CompareText {
  readonly #names: Both<string>;
  readonly #longest: number;
  readonly #paint = createPaint(process.stdout);

  /** `names`: of the files. */
  constructor(names: Both<string>, full: boolean) {
    this.#names = names;
    this.#longest = full ? Number.POSITIVE_INFINITY : longestShown(process.stdout);
  }

  entry({ index, sample, parts, outcomes, parting }: EntryDifference): string {
    const lines = [
      `${this.#paint("bold", `entry ${index + 1}`)}  differs in ${parts.map((part) => PART_WORDS[part]).join(", ")}`,
      `  ${this.#shorten(sample.line)}`,
    ];
    if (parting !== undefined)
      for (const line of this.#describeParting(parting)) lines.push(`  ${this.#paint("gray", line)}`);
    const [a, b] = [outcomes.a.outputs, outcomes.b.outputs];
    lines.push(`  A ${this.#describeOutcome(outcomes.a)}`, `  B ${this.#describeOutcome(outcomes.b)}`);
    if (a.length === b.length && a.length > 0) {
      for (const [i, { entry }] of a.slice(0, SHOWN_OUTPUTS).entries()) {
        const changes = describeSentChanges(entry, b[i]!.entry, this.#longest, this.#paint);
        if (a.length > 1 && changes.length > 0)
          lines.push(`    ${this.#paint("gray", `output ${i + 1} of ${a.length}`)}`);
        for (const line of changes) lines.push(`    ${line}`);
      }
    } else {
      for (const [sign, colour, outputs] of [["-", "red", a] as const, ["+", "green", b] as const]) {
        for (const { entry } of outputs.slice(0, SHOWN_OUTPUTS)) {
          lines.push(`    ${this.#paint(colour, `${sign} ${showCarried(entry)} ${this.#shorten(entry.line)}`)}`);
        }
        if (outputs.length > SHOWN_OUTPUTS)
          lines.push(`    ${this.#paint("gray", `${sign} and ${outputs.length - SHOWN_OUTPUTS} more`)}`);
      }
    }
    return `${lines.join("\n")}\n\n`;
  }

  summary(summary: ComparisonSummary, interrupted: boolean): string {
    const { compared, different, same, sides, causes, series, onlyStreams } = summary;
    const note = interrupted ? this.#paint("yellow", " (interrupted)") : "";
    const lines = [
      `A ${visible(this.#names.a)}`,
      `B ${visible(this.#names.b)}`,
      "",
      `${this.#paint("bold", same ? `no difference in ${entriesOf(compared)}` : describeCounts(summary))}${note}`,
      "",
      ...countTable(sides),
    ];
    for (const side of ["a", "b"] as const) {
      if (sides[side].stuck)
        lines.push("", `In ${side.toUpperCase()} a stage takes no input, and nothing will ever wake it.`);
    }
    if (different > 0) {
      lines.push("", "by stage");
      for (const { pair, entries } of causes) lines.push(`  ${describePair(pair)}: ${entriesOf(entries)}`);
      const unnamed = different - causes.reduce((sum, { entries }) => sum + entries, 0);
      if (unnamed > 0) lines.push(`  no stage alone: ${entriesOf(unnamed)}`);
    }
    for (const side of ["a", "b"] as const) {
      if (sides[side].drops.length === 0) continue;
      lines.push("", `dropped in ${side.toUpperCase()}`);
      for (const { path, stage, reason, entries } of sides[side].drops)
        lines.push(`  stage ${path} ${stage}, reason ${visible(JSON.stringify(reason))}: ${entriesOf(entries)}`);
    }
    lines.push(...this.#only("streams", onlyStreams), ...this.#only("series", series.only));
    if (series.changed.length > 0) {
      lines.push("", "series with other values");
      for (const { series: name, a, b } of series.changed) lines.push(`  ${this.#shorten(name)}: ${a} → ${b}`);
    }
    return `${lines.join("\n")}\n`;
  }

  #only(what: string, { a, b }: Both<readonly string[]>): string[] {
    if (a.length + b.length === 0) return [];
    return [
      "",
      `${what} of one alone`,
      ...a.map((one) => `  ${this.#paint("red", `- ${this.#shorten(one)}`)}`),
      ...b.map((one) => `  ${this.#paint("green", `+ ${this.#shorten(one)}`)}`),
    ];
  }

  #describeParting({ at, cause, values, reasons }: Parting): string[] {
    const why =
      cause.change === "same"
        ? `because of earlier entries or chance, which ${describePair(cause)} depends on`
        : `because of ${describePair(cause)}${at === cause ? "" : `, as ${describePair(at)} uses its values`}`;
    const show = (value: unknown) => (value === undefined ? "not set" : this.#shorten(JSON.stringify(value)));
    const shown = values.slice(0, SHOWN_VALUES);
    const more = values.length - shown.length;
    return [
      why,
      ...shown.map(({ name, a, b }) => `  extracted ${visible(name)}: ${show(a)} → ${show(b)}`),
      ...(more > 0 ? [`  and ${more} more extracted values`] : []),
      ...reasons.a.map((text) => `  in A: ${this.#shorten(text)}`),
      ...reasons.b.map((text) => `  in B: ${this.#shorten(text)}`),
    ];
  }

  #describeOutcome({ status, settled, heldBy, drops, outputs }: Outcome): string {
    const { sign, style } = OUTCOME[status];
    const where =
      settled === "held"
        ? ` by stage ${heldBy ?? "?"}`
        : drops.map(({ path, stage, reason }) => ` by stage ${path} ${stage} (${visible(reason)})`).join(",");
    const at = settled === "out" && outputs.length > 0 ? ` at ${formatRfc3339(outputs[0]!.entry.timestamp)}` : "";
    return this.#paint(style, `${sign} ${status}`) + where + this.#paint("gray", at);
  }

  #shorten(text: string): string {
    return visible(cutMiddle(text, this.#longest));
  }
}

const entriesOf = (count: number): string => (count === 1 ? "1 entry" : `${count} entries`);

function describeCounts({ compared, different, parts, series }: ComparisonSummary): string {
  const inWhat = Object.entries(parts)
    .filter(([, count]) => count > 0)
    .map(([part, count]) => `${count} in ${PART_WORDS[part as DifferentPart]}`);
  const entries = `${different} of ${entriesOf(compared)} ${different === 1 ? "differs" : "differ"}`;
  const metrics =
    series.different === 0 ? "" : `; ${series.different} series ${series.different === 1 ? "differs" : "differ"}`;
  return `${entries}${inWhat.length === 0 ? "" : `: ${inWhat.join(", ")}`}${metrics}`;
}

/** `stage 2 labels, which differs`. */
function describePair({ change, a, b }: StagePair): string {
  const name = (stage: StagePair["a"]) => `stage ${stage!.path} ${stage!.spec.name}`;
  if (change === "only_a") return `${name(a)}, which only A has`;
  if (change === "only_b") return `${name(b)}, which only B has`;
  const both = a.path === b.path ? name(b) : `${name(b)} (${a.path} in A)`;
  if (change === "replaced") return `${name(b)}, which replaces ${name(a)} of A`;
  return change === "same" ? both : `${both}, which differs`;
}

/** Counts of both, one below the other. */
function countTable({ a, b }: Both<SideSummary>): string[] {
  const heads = ["", "in", "sent", "made of", "dropped", "held", "bytes", "streams", "series"];
  const row = (name: string, { balance, bytes, streams, series }: SideSummary) => [
    name,
    ...[balance.in, balance.emitted, balance.out, balance.dropped, balance.held, bytes, streams, series].map(String),
  ];
  const rows = [heads, row("A", a), row("B", b)];
  const widths = heads.map((_, i) => Math.max(...rows.map((cells) => cells[i]!.length)));
  return rows.map((cells) =>
    cells
      .map((cell, i) => (i === 0 ? cell.padEnd(widths[i]!) : cell.padStart(widths[i]!)))
      .join("  ")
      .trimEnd(),
  );
}
