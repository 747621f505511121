/** A proposal in words, for a person at a terminal. */
import {
  evidenceOf,
  type Proposal,
  type ProposedStage,
  type Question,
  type UnparsedKind,
  whyLeftOut,
} from "@sluice/engine";
import { formatTable } from "../../columns.ts";
import { counted, grouped } from "../../counted.ts";

/** Longest text of a cell; `--json` has all of it. */
const MAX_CELL = 110;

/** What the user decided about stages, by their ids. */
type Choices = ReadonlyMap<string, boolean>;

/** `cut`: the file has more lines than were read. */
export function summarize(name: string, proposal: Proposal, choices: Choices, cut: boolean): string {
  const { title, stages, questions, unparsed, untimed, text } = proposal;
  const { lines } = proposal.figures;
  const notes = cut ? [`read the first ${grouped(lines)} lines only`] : [];
  const from = notes.length === 0 ? "" : `${notes.join("; ")}\n`;
  const exposed = exposedOf(proposal);
  if (text === "" && stages.length === 0)
    return `${name}: no stages to propose: ${title === "" ? "the lines have no format, time, level or pattern that several share" : `the lines look like ${title}, and nothing would use what is read from them`}\n${exposed}${from}`;
  const parts = [
    `${name}: ${title === "" ? "stages for its lines" : `looks like ${title}`}\n${figuresOf(proposal)}\n${untimed.map((why) => `entries keep the time of their arrival: ${why}\n`).join("")}${exposed}${from}`,
    stagesTable(proposal, choices),
    ...(unparsed.length === 0 ? [] : [unparsedTable(unparsed, proposal.figures.unparsed)]),
    ...questions.map(describeQuestion),
  ];
  return `${parts.join("\n")}`;
}

function figuresOf({ figures }: Proposal): string {
  const { entries, dropped, parsed, unparsed, timed, carried, leveled, redacted, streams, comments, joined, attached } =
    figures;
  const share = (parsed / (parsed + unparsed)) * 100;
  return [
    `${linesOf(figures)}${counted(entries, "entry", "entries")}`,
    `${grouped(parsed)} parsed (${unparsed === 0 ? "100" : Math.min(99.9, share).toFixed(1)} %)`,
    `${grouped(timed)} with their time`,
    ...(carried === 0 ? [] : [`${grouped(carried)} with that of the entry before`]),
    `${grouped(leveled)} with a level`,
    counted(streams, "stream"),
    ...(redacted === 0 ? [] : [`${grouped(redacted)} with secrets redacted`]),
    ...(dropped === 0 ? [] : [`${grouped(dropped)} dropped`]),
    ...(comments === 0 ? [] : [counted(comments, "comment")]),
    ...(joined === 0 ? [] : [`${counted(joined, "line")} joined to the entry before${attachedOf(attached)}`]),
    ...(unparsed === 0 ? [] : [`${grouped(unparsed)} unparsed`]),
  ].join(", ");
}

const attachedOf = (attached: number): string =>
  attached === 0
    ? ""
    : ` (${grouped(attached)} of them ${attached === 1 ? "looks like an entry" : "look like entries"})`;

function exposedOf({ figures: { exposed } }: Proposal): string {
  if (exposed === 0) return "";
  return `${counted(exposed, "entry keeps", "entries keep")} what looks like a secret: no stage that is taken redacts it\n`;
}

/** All lines, and those that the other figures are of. */
function linesOf({ lines, looked, blank }: Proposal["figures"]): string {
  const all = `${counted(lines, "line")}${blank === 0 ? "" : ` (${grouped(blank)} blank)`}`;
  return looked + blank < lines ? `${all}; in ${grouped(looked)} of them, spread over all: ` : `${all}, `;
}

function stagesTable({ stages, branches }: Proposal, choices: Choices): string {
  const rows = stages.flatMap((stage, i) => {
    const branch = stage.branch === undefined ? undefined : branches[stage.branch];
    const begins = branch !== undefined && stages[i - 1]?.branch !== stage.branch;
    return [
      ...(begins ? [["", "", `only ${branch.title} (${counted(branch.entries, "entry", "entries")})`]] : []),
      [stage.taken ? "+" : "-", stage.id, cut(stage.says)],
      ...factsOf(stage, stages, choices).map((one) => ["", "", `  ${cut(one)}`]),
    ];
  });
  return formatTable([["", "ID", "stage"], ...rows]);
}

function factsOf(stage: ProposedStage, stages: readonly ProposedStage[], choices: Choices): readonly string[] {
  const taken = new Set(stages.filter((one) => one.taken).map((one) => one.id));
  const left = whyLeftOut(stage, stages, taken, choices);
  switch (left?.by) {
    case undefined: {
      const evidence = evidenceOf(stage);
      return evidence.length === 0 ? [] : [evidence.join("; ")];
    }
    case "choice":
      return ["left out"];
    case "default":
      return [[...stage.evidence, `off by default: --with ${quoted(stage.id)}`].join("; ")];
    case "needs":
      return left.missing.length === 0
        ? ["left out: what it works on is left out"]
        : [`left out: it needs ${left.missing.map(({ id }) => id).join(", ")}`];
  }
}

function unparsedTable(unparsed: readonly UnparsedKind[], all: number): string {
  const rows = unparsed.map(({ template, count, line }) => [grouped(count), grouped(line + 1), cut(template)]);
  const others = unparsed.reduce((rest, { count }) => rest - count, all);
  if (others > 0) rows.push([grouped(others), "", "others"]);
  return formatTable([["unparsed", "first line", "pattern"], ...rows]);
}

function describeQuestion({ id, text, answers, answer }: Question): string {
  const rows = answers.map((one) => [
    `  --answer ${quoted(`${id}=${one.id}`)}`,
    `${one.text}${one.id === answer ? " (as it is now)" : ""}`,
  ]);
  return `${text}\n${formatTable(rows)}`;
}

/** As a word of a shell. */
const quoted = (text: string): string => (/^[\w@:=.,/+-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`);

const cut = (text: string): string => (text.length <= MAX_CELL ? text : `${text.slice(0, MAX_CELL - 1)}…`);
