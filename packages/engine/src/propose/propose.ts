/**
 * Proposes a pipeline for the lines of a log. No list of formats decides: lines are unwrapped, joined and read from the
 * outside in as long as that yields something, and what is found is tried out by a preview. What is known of single programs is
 * how they call their values (`read/known-tables.ts`, `read/column-regex.ts`) and where their records begin.
 */
import { freeName, writeStage } from "../detect/index.ts";
import { findBlankLines } from "./blank-lines.ts";
import { chooseLabels } from "./choose-labels.ts";
import { commentsIn, findComments } from "./comments.ts";
import { findJoin } from "./join.ts";
import { judge } from "./judge.ts";
import { stagesOfKind } from "./kind-stages.ts";
import { findColours, findLists, findWrapper } from "./layers-before.ts";
import { listNames } from "./list-names.ts";
import { findMetric } from "./metric.ts";
import { findNoise } from "./noise.ts";
import type { Plan, PlannedBranch, PlannedStage } from "./plan.ts";
import type { Layer, Proposal, ProposeOptions, Question } from "./proposal.ts";
import { classify, isLeveled, type Kind } from "./read/classify.ts";
import { namesInComment } from "./read/read-delimited.ts";
import type { Value } from "./rows.ts";
import { type Row, runRows } from "./run.ts";
import { findSecrets } from "./secrets.ts";
import { suspiciousLines, takeLines } from "./take-lines.ts";

/** Share of the entries that the largest kind must have to stand alone. */
const ALONE = 0.88;

/** Stages that make entries of lines. */
const BEFORE_BLANK: ReadonlySet<Layer> = new Set(["unwrap", "decolorize", "join"]);

export function propose(lines: readonly string[], options: ProposeOptions): Proposal {
  const taken = takeLines(lines);
  const maker = new Maker(
    taken.map(({ line }) => line),
    lines,
    suspiciousLines(lines, taken),
    options,
  );
  const plan = maker.make();
  return judge(plan, { lines, taken, options });
}

class Maker {
  readonly #options: ProposeOptions;
  readonly #lines: readonly string[];
  /** All that were given, with blank ones. */
  readonly #given: readonly string[];
  readonly #suspicious: readonly string[];
  readonly #stages: PlannedStage[] = [];
  readonly #branches: PlannedBranch[] = [];
  readonly #questions: Question[] = [];
  readonly #parsers = new Set<string>();
  readonly #titles: string[] = [];
  #yearless = 0;
  readonly #untimed: string[] = [];
  #ahead = 0;
  #attached = 0;
  #exposed = 0;
  #rows: Row[];

  constructor(
    lines: readonly string[],
    given: readonly string[],
    suspicious: readonly string[],
    options: ProposeOptions,
  ) {
    this.#given = given;
    this.#suspicious = suspicious;
    this.#options = options;
    this.#lines = lines;
    const labels = options.labels ?? {};
    this.#rows = lines.map((line, i) => ({ sample: { line, labels }, origins: [i] }));
  }

  make(): Plan {
    const several = this.#before();
    const lines = this.#rows.map(({ sample }) => sample.line);
    const comments = findComments(lines);
    const isComment = commentsIn(lines);
    const texts = lines.map((line) => (isComment(line) ? undefined : line));
    const header = headerOf(this.#lines);
    const found = classify(texts, several, header);
    const entries = texts.filter((text) => text !== undefined).length;
    const [first, ...others] = found;
    const alone =
      first !== undefined &&
      (others.length === 0 || (first.rows.size >= entries * ALONE && !tellMore(first.steps, others)));
    const kinds = alone ? found.slice(0, 1) : found;
    // Lines that nothing reads are not worth to be joined.
    if (kinds.length === 0) this.#leaveOut("join");
    else this.#dropBlank(several);
    const values = kinds.flatMap((kind, i) => this.#kind(kind, kinds.length === 1 ? undefined : i, entries));
    const names = this.#after(values, entries);
    // What is read and used by nothing is no gain.
    if (this.#questions.length === 0 && this.#stages.every(({ layer, id }) => layer === "parse" || id === "blank")) {
      this.#stages.length = 0;
      this.#branches.length = 0;
    }
    if (comments !== undefined && this.#stages.length > 0) this.#stages.push(comments);
    const title = this.#titles.join(" ");
    return {
      title,
      stages: this.#stages,
      branches: this.#branches,
      questions: this.#questions,
      parsers: this.#parsers,
      yearless: this.#yearless,
      ahead: this.#ahead,
      attached: this.#attached,
      untimed: this.#untimed,
      exposedElsewhere: this.#exposed,
      values: names,
    };
  }

  #add(stage: PlannedStage): void {
    this.#stages.push(stage);
    if (stage.byDefault && stage.layer !== "parse")
      this.#rows = runRows(stage.write(new Set()), this.#rows, this.#options.start);
  }

  #leaveOut(layer: PlannedStage["layer"]): void {
    const at = this.#stages.findIndex((stage) => stage.layer === layer);
    if (at >= 0) this.#stages.splice(at, 1);
  }

  /** Behind what joins lines: those within an entry belong to it. */
  #dropBlank(joined: boolean): void {
    const stage = findBlankLines(this.#given, joined);
    const at = this.#stages.findLastIndex(({ layer }) => BEFORE_BLANK.has(layer));
    if (stage !== undefined) this.#stages.splice(at + 1, 0, stage);
  }

  /** Whether entries have several lines. */
  #before(): boolean {
    const lines = () => this.#rows.map(({ sample }) => sample.line);
    const wrapper = findWrapper(lines());
    if (wrapper !== undefined) {
      this.#titles.push(wrapper.title);
      this.#add(wrapper.stage);
    }
    const lists = findLists(lines());
    if (lists !== undefined) {
      this.#titles.push(this.#titles.length === 0 ? "lists of JSON" : "with lists of JSON inside");
      this.#add(lists);
    }
    const colours = findColours(lines());
    if (colours !== undefined) this.#add(colours);
    const join = findJoin(lines());
    if (join !== undefined) this.#add(join.stage);
    this.#attached = join?.attached ?? 0;
    const { stages, exposed } = findSecrets(lines(), this.#unwrapped(this.#suspicious));
    for (const stage of stages) this.#add(stage);
    this.#exposed = exposed;
    return join !== undefined;
  }

  /** Further lines as they are where secrets are redacted; they are not joined. */
  #unwrapped(lines: readonly string[]): string[] {
    const body = this.#stages
      .filter(({ layer }) => layer === "unwrap" || layer === "decolorize")
      .map((stage) => stage.write(new Set()))
      .join("\n");
    const rows = lines.map((line, i) => ({ sample: { line, labels: {} }, origins: [i] }));
    return runRows(body, rows, this.#options.start).map(({ sample }) => sample.line);
  }

  #kind({ rows, steps }: Kind, branch: number | undefined, entries: number): Value[] {
    const first = steps[0]!.reading;
    if (branch !== undefined)
      this.#branches.push({ title: first.title, expression: first.selector, entries: rows.size });
    const later = (branch ?? 0) > 0;
    this.#titles.push(
      this.#titles.length === 0 || later ? `${later ? "and " : ""}${first.title}` : `with ${first.title} inside`,
    );
    const lines = this.#rows.map((row, i) => (rows.has(i) ? row.sample.line : undefined));
    const received = this.#stages.some(({ id }) => id === "cri" || id === "docker")
      ? this.#rows.map(({ sample }) => sample.timestamp)
      : undefined;
    const made = stagesOfKind(steps, { lines, entries, inKind: rows.size, branch, options: this.#options, received });
    this.#stages.push(...made.stages);
    this.#questions.push(...made.questions);
    this.#yearless += made.yearless;
    this.#ahead += made.ahead;
    if (made.untimed !== undefined)
      this.#untimed.push(branch === undefined ? made.untimed : `${first.title}: ${made.untimed}`);
    for (const id of made.parsers) this.#parsers.add(id);
    return made.values;
  }

  /** Names of the values, without the level. */
  #after(values: readonly Value[], entries: number): ReadonlySet<string> {
    const given = new Set(Object.keys(this.#options.labels ?? {}));
    // A label that the source sets stays as it is.
    const labels = chooseLabels(merged(values), entries).filter((name) => !given.has(name));
    const setters = (name: string) => values.filter((value) => value.name === name).map(({ stage }) => stage);
    const among = (names: readonly string[], taken: ReadonlySet<string>) =>
      names.filter((name) => setters(name).some((stage) => taken.has(stage)));
    /** What is taken with a stage that is not is all that it could have. */
    const shown = (names: readonly string[], taken: ReadonlySet<string>) => {
      const there = among(names, taken);
      return there.length === 0 ? names : there;
    };
    if (labels.length > 0)
      this.#stages.push({
        id: "labels",
        layer: "labels",
        says: (taken) => {
          const names = shown(labels, taken);
          return `Make ${listNames(names)} ${names.length === 1 ? "a label" : "labels"}`;
        },
        evidence: [],
        labels,
        byDefault: true,
        needs: [],
        branch: undefined,
        write: (taken) => {
          const names = among(labels, taken);
          return names.length === 0
            ? ""
            : writeStage("labels", { values: Object.fromEntries(names.map((name) => [name, ""])) });
        },
      });
    const rest = [...new Set(values.map(({ name }) => name))].filter((name) => !labels.includes(name));
    const used = new Set([...labels, ...rest, ...given]);
    const renamed = new Map(
      rest.flatMap((name) => (given.has(name) ? [[name, freeName(`${name}_extracted`, used)]] : [])),
    );
    if (rest.length > 0)
      this.#stages.push({
        id: "metadata",
        layer: "metadata",
        says: (taken) => `Keep ${listNames(shown(rest, taken))} as structured metadata`,
        evidence: [...renamed].map(([name, other]) => `${name} is a label of the source: kept as ${other}`),
        byDefault: true,
        needs: [],
        branch: undefined,
        write: (taken) => {
          const names = among(rest, taken);
          return names.length === 0
            ? ""
            : writeStage("structured_metadata", {
                values: Object.fromEntries(
                  names.map((name) => (renamed.has(name) ? [renamed.get(name)!, name] : [name, ""])),
                ),
              });
        },
      });
    for (const stage of [findNoise(values, entries), findMetric(values, labels)])
      if (stage !== undefined) this.#stages.push(stage);
    return new Set(values.map(({ name }) => name).filter((name) => name !== "level"));
  }
}

/** Others have a level, and the first kind has none. */
const tellMore = (steps: Kind["steps"], others: readonly Kind[]): boolean =>
  !steps.some(({ reading }) => isLeveled(reading)) &&
  others.some((other) => other.steps.some(({ reading }) => isLeveled(reading)));

/** Values of one name from different kinds of entries, together. */
function merged(values: readonly Value[]): Value[] {
  const byName = new Map<string, Value>();
  for (const value of values) {
    const known = byName.get(value.name);
    byName.set(
      value.name,
      known === undefined ? value : { ...known, texts: known.texts.map((text, row) => text ?? value.texts[row]) },
    );
  }
  return [...byName.values()];
}

/** Names of columns, where a comment line says them. */
function headerOf(lines: readonly string[]): readonly string[] | undefined {
  const line = lines.find((one) => /^#\s?[Ff]ields:?[\s]/.test(one));
  if (line === undefined) return lines[0]?.startsWith("#") === true ? namesInComment(lines[0]) : undefined;
  return line
    .replace(/^#\s?[Ff]ields:?\s+/, "")
    .trim()
    .split(/\s+/);
}
