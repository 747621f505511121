/**
 * Proposes a pipeline for the lines of a log. Nothing here is a list of formats: lines are unwrapped, joined and read from the
 * outside in as long as that yields something, and what is found is tried out on all lines by a preview.
 */
import { writeStage } from "../detect/index.ts";
import { writeText } from "../syntax/index.ts";
import { chooseLabels } from "./choose-labels.ts";
import { classify, type Kind } from "./classify.ts";
import { judge } from "./judge.ts";
import { findColours, findJoin, findWrapper } from "./layers-before.ts";
import { chooseLevel } from "./level-stage.ts";
import { chooseMetadata } from "./metadata.ts";
import { findMetric } from "./metric.ts";
import { findNoise } from "./noise.ts";
import type { Plan, PlannedBranch, PlannedStage } from "./plan.ts";
import type { Proposal, ProposeOptions, Question } from "./proposal.ts";
import { present, type Value } from "./rows.ts";
import { type Row, runRows, textOf } from "./run.ts";
import { findSecrets } from "./secrets.ts";
import { suspiciousLines, takeLines } from "./take-lines.ts";
import { findTimeInside } from "./time-inside.ts";
import { chooseTime, type ReadTime } from "./times.ts";

/** Share of the entries that the largest kind must have to stand alone. */
const ALONE = 0.88;

export function propose(lines: readonly string[], options: ProposeOptions): Proposal {
  const taken = takeLines(lines);
  const maker = new Maker(
    taken.map(({ line }) => line),
    suspiciousLines(lines, taken),
    options,
  );
  const plan = maker.make();
  return judge(plan, { lines, taken, options });
}

class Maker {
  readonly #options: ProposeOptions;
  readonly #lines: readonly string[];
  readonly #suspicious: readonly string[];
  readonly #stages: PlannedStage[] = [];
  readonly #branches: PlannedBranch[] = [];
  readonly #questions: Question[] = [];
  readonly #parsers = new Set<string>();
  readonly #titles: string[] = [];
  #rows: Row[];

  constructor(lines: readonly string[], suspicious: readonly string[], options: ProposeOptions) {
    this.#suspicious = suspicious;
    this.#options = options;
    this.#lines = lines;
    const labels = options.labels ?? {};
    this.#rows = lines.map((line, i) => ({ sample: { line, labels }, origins: [i] }));
  }

  make(): Plan {
    const several = this.#before();
    const texts = this.#rows.map((row) => textOf(row, undefined));
    const header = headerOf(this.#lines);
    const found = classify(texts, several, header);
    const entries = texts.length;
    const alone = found.length === 1 || (found[0] !== undefined && found[0].rows.size >= entries * ALONE);
    const kinds = alone ? found.slice(0, 1) : found;
    const values = kinds.flatMap((kind, i) => this.#kind(kind, kinds.length === 1 ? undefined : i, entries));
    this.#after(values, entries);
    const title = this.#titles.join(" ");
    return {
      title,
      stages: this.#stages,
      branches: this.#branches,
      questions: this.#questions,
      parsers: this.#parsers,
    };
  }

  #add(stage: PlannedStage): void {
    this.#stages.push(stage);
    if (stage.byDefault && stage.layer !== "parse")
      this.#rows = runRows(stage.write(new Set()), this.#rows, this.#options.start);
  }

  /** Whether entries have several lines. */
  #before(): boolean {
    const lines = () => this.#rows.map(({ sample }) => sample.line);
    const wrapper = findWrapper(lines());
    if (wrapper !== undefined) {
      this.#titles.push(wrapper.title);
      this.#add(wrapper.stage);
    }
    const colours = findColours(lines());
    if (colours !== undefined) this.#add(colours);
    const join = findJoin(lines());
    if (join !== undefined) this.#add(join.stage);
    const hidden = findSecrets([...lines(), ...this.#unwrapped(this.#suspicious)]);
    for (const stage of hidden) this.#add(stage);
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
    const suffix = branch === undefined ? "" : `@${branch + 1}`;
    const first = steps[0]!.reading;
    if (branch !== undefined)
      this.#branches.push({ title: first.title, expression: first.selector, entries: rows.size });
    this.#titles.push(
      this.#titles.length === 0 || (branch ?? 0) > 0
        ? `${(branch ?? 0) > 0 ? "and " : ""}${first.title}`
        : `with ${first.title} inside`,
    );
    const values: Value[] = [];
    const used = new Map<string, Set<string>>();
    const ids = steps.map(({ reading }, i) => `parse${i === 0 ? "" : `:${i}`}:${reading.kind}${suffix}`);
    for (const [i, { reading }] of steps.entries()) {
      for (const { name, texts, role } of reading.values)
        if (role !== "message") values.push({ name, stage: ids[i]!, texts });
      used.set(ids[i]!, new Set());
    }
    const use = (value: Pick<Value, "name" | "stage">) => used.get(value.stage)?.add(value.name);
    const here: PlannedStage[] = [];
    const inside =
      this.#time(values, rows.size, suffix) === undefined ? findTimeInside(lineTexts(this.#rows, rows)) : undefined;
    if (inside !== undefined) {
      const id = `time-inside${suffix}`;
      here.push({
        id,
        layer: "parse",
        says: "Find the time in the line",
        evidence: [`${inside.found} of ${rows.size}`],
        byDefault: true,
        needs: [],
        branch,
        write: () => writeStage("regex", { expression: writeText(inside.expression) }),
      });
      values.push({ name: inside.name, stage: id, texts: inside.texts });
    }
    const time = this.#time(values, rows.size, suffix);
    if (time !== undefined) {
      use(time.value);
      here.push({ ...time.stage, branch });
    }
    const level = chooseLevel(values, rows.size, suffix);
    if (level !== undefined) {
      use(level.value);
      if (level.stage !== undefined) here.push({ ...level.stage, branch });
    }
    const kept = chooseMetadata(
      values,
      rows.size,
      new Set([time?.value, level?.value].filter((value) => value !== undefined)),
    );
    for (const value of kept) use(value);
    for (const [i, { source }] of steps.entries()) {
      const id = ids[i]!;
      if (source !== undefined) {
        const outer = ids.findLast((_, at) => at < i && steps[at]!.reading.values.some(({ name }) => name === source))!;
        use({ name: source, stage: outer });
      }
      this.#parsers.add(id);
    }
    for (const [i, { reading, source }] of steps.entries()) {
      const id = ids[i]!;
      const names = used.get(id)!;
      if (names.size === 0 && i > 0) continue;
      const needs =
        source === undefined
          ? []
          : [ids.findLast((_, at) => at < i && steps[at]!.reading.values.some(({ name }) => name === source))!];
      this.#stages.push({
        id,
        layer: "parse",
        says: saysOf(reading.kind, reading.title, names, source),
        evidence: [`${reading.rows.size} of ${source === undefined ? entries : rows.size}`],
        byDefault: true,
        needs,
        branch,
        write: () => reading.write(source, names.size === 0 ? new Set(reading.values.map(({ name }) => name)) : names),
      });
    }
    this.#stages.push(...here);
    const isLevel = (value: Value) => value === level?.value;
    const result = kept.filter((value) => !isLevel(value));
    return level === undefined ? result : [...result, level.result];
  }

  #time(values: readonly Value[], entries: number, suffix: string): { value: Value; stage: PlannedStage } | undefined {
    const read = chooseTime(
      values.map(({ name, texts }) => ({ name, texts: present({ texts }), of: entries })),
      this.#options.start,
    );
    if (read === undefined) return undefined;
    const value = values.find(({ name }) => name === read.name)!;
    const id = `time${suffix}`;
    const format = this.#askOrder(read, id, present(value)[0]!);
    return {
      value,
      stage: {
        id,
        layer: "time",
        says: `Set the time of the entry from ${read.name}`,
        evidence: [
          `${read.matched} of ${read.total}`,
          [format, ...read.fallbacks].join(", "),
          ...(read.location === undefined ? [] : [read.location]),
          ...(read.zoneless ? ["no zone in the lines: read as UTC"] : []),
        ],
        byDefault: true,
        needs: [value.stage],
        branch: undefined,
        write: () =>
          guardOf(read, value) +
          writeStage("timestamp", {
            source: writeText(read.name),
            format: writeText(format),
            ...(read.fallbacks.length === 0
              ? {}
              : { fallback_formats: `[${read.fallbacks.map(writeText).join(", ")}]` }),
            ...(read.location === undefined ? {} : { location: writeText(read.location) }),
          }),
      },
    };
  }

  /** Which of two dates it is, where the lines do not show it. */
  #askOrder({ format, swapped }: ReadTime, id: string, example: string): string {
    if (swapped === undefined) return format;
    const question = `${id}:order`;
    const answers = [format, swapped].map((one) => ({ id: one, text: one }));
    const answer = this.#options.answers?.get(question);
    const holds = answer === swapped ? swapped : format;
    this.#questions.push({ id: question, text: `Which is the day in ${example}?`, answers, answer: holds });
    return holds;
  }

  #after(values: readonly Value[], entries: number): void {
    const labels = chooseLabels(merged(values), entries);
    const setters = (name: string) => values.filter((value) => value.name === name).map(({ stage }) => stage);
    const among = (names: readonly string[], taken: ReadonlySet<string>) =>
      names.filter((name) => setters(name).some((stage) => taken.has(stage)));
    if (labels.length > 0)
      this.#stages.push({
        id: "labels",
        layer: "labels",
        says: `Make ${list(labels)} ${labels.length === 1 ? "a label" : "labels"}`,
        evidence: labels.map(
          (name) => `${name}: ${new Set(values.filter((value) => value.name === name).flatMap(present)).size} values`,
        ),
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
    if (rest.length > 0)
      this.#stages.push({
        id: "metadata",
        layer: "metadata",
        says: `Keep ${list(rest)} as structured metadata`,
        evidence: [],
        byDefault: true,
        needs: [],
        branch: undefined,
        write: (taken) => {
          const names = among(rest, taken);
          return names.length === 0
            ? ""
            : writeStage("structured_metadata", { values: Object.fromEntries(names.map((name) => [name, ""])) });
        },
      });
    // Values of logfmt that are true or false count differently in Alloy.
    const counted = values.filter(({ stage }) => !stage.includes(":logfmt"));
    for (const stage of [findNoise(values, entries), findMetric(counted, labels)])
      if (stage !== undefined) this.#stages.push(stage);
  }
}

/** A number that was cut would be a time of 1970: it is removed before it is read. */
function guardOf({ name, format }: ReadTime, value: Value): string {
  const digits: Readonly<Record<string, number>> = { Unix: 10, UnixMs: 13, UnixUs: 16, UnixNs: 19 };
  const least = digits[format];
  if (least === undefined || present(value).every((text) => text.split(".", 1)[0]!.length >= least)) return "";
  const template = `{{ if regexMatch "^\\\\d{${least}}" .Value }}{{ .Value }}{{ end }}`;
  return `${writeStage("template", { source: writeText(name), template: writeText(template) })}\n`;
}

/** The lines of some rows; undefined at the others. */
const lineTexts = (all: readonly Row[], rows: ReadonlySet<number>): (string | undefined)[] =>
  all.map((row, i) => (rows.has(i) ? row.sample.line : undefined));

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
function headerOf(lines: readonly string[]): string[] | undefined {
  const line = lines.find((one) => /^#\s?[Ff]ields:?[\s]/.test(one));
  return line
    ?.replace(/^#\s?[Ff]ields:?\s+/, "")
    .trim()
    .split(/\s+/);
}

const SHOWN = 6;

function list(names: readonly string[]): string {
  if (names.length === 1) return names[0]!;
  if (names.length > SHOWN) return `${names.slice(0, SHOWN - 1).join(", ")} and ${names.length - SHOWN + 1} more`;
  return `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}

function saysOf(kind: string, title: string, names: ReadonlySet<string>, source: string | undefined): string {
  const what = kind === "text" ? title : kind === "pattern" ? `messages like “${title}”` : title;
  const where = source === undefined ? "" : ` in ${source}`;
  return `Read ${what}${where}: ${list([...names].length === 0 ? ["nothing yet"] : [...names])}`;
}
