/**
 * New stages in a pipeline, put into those that are there where that gives the same result: a value goes into the parser that
 * reads the lines already, a label into the stage with the others, a time in place of the one before. What cannot go into
 * another stage is inserted at the place.
 */
import { applyEdits, type TextEdit } from "../base/diagnostic.ts";
import { insertStatement, removeStatement, setArgument } from "../document/edits/edits.ts";
import { findStage } from "../document/edits/find-stage.ts";
import { changeValue } from "../document/edits/value-edits.ts";
import { loadStages } from "../document/load.ts";
import { type DocumentTree, findPipeline, type OpenedDocument, readTree } from "../document/open-document.ts";
import { flowOf, type StageNode } from "../pipeline/stage-spec.ts";
import type { ValuePlace } from "../preview/entries-at.ts";
import type { StageCounts } from "../preview/stage-counts.ts";
import { type ControlPair, readControl } from "../schema/control-values.ts";
import { kindOf } from "../schema/value-kinds.ts";
import type { AttributeStatement, BlockStatement } from "../syntax/ast.ts";
import { parseFile, writeText } from "../syntax/index.ts";
import { joinExpressions } from "./join-expressions.ts";
import { insertStages } from "./place.ts";

export interface MergedStage {
  readonly name: string;
  /** As it is in the text with the new stages. */
  readonly path: string;
}

export interface PlacedStages {
  readonly text: string;
  /** Path of the last stage that is new, or that has something new. */
  readonly path: string;
  /** Stages that were there, and have something new. */
  readonly merged: readonly MergedStage[];
  /** Texts of the stages that are new. */
  readonly added: readonly string[];
}

export interface PlaceOptions {
  readonly document: OpenedDocument;
  readonly pipeline: string;
  readonly place: ValuePlace;
  /** What the stages that are there do in the last run, by path; unknown without it. */
  readonly counts?: ReadonlyMap<string, StageCounts> | undefined;
  /** The lines at the place, that with the value first. */
  readonly lines: readonly string[];
  /** With how many entries the last of the new stages does its work. */
  readonly works: number;
}

/** Stages that list what they extract or set in a map, and the map. */
const MAPS: ReadonlyMap<string, string> = new Map([
  ["json", "expressions"],
  ["logfmt", "mapping"],
  ["labels", "values"],
  ["structured_metadata", "values"],
]);

/** Undefined where there is no such place. */
export function placeStages(codes: readonly string[], options: PlaceOptions): PlacedStages | undefined {
  const pipeline = findPipeline(options.document, options.pipeline);
  const at = pipeline && new Place(pipeline.stages, options.place);
  if (at?.isThere !== true) return undefined;
  return new Placing(at, options).place(codes);
}

/** The number of a stage among its siblings. */
const numberOf = ({ path }: StageNode): number => Number(path.slice(path.lastIndexOf(".") + 1));

/** A place as the number of the stage above it, among its siblings. */
class Place {
  readonly isThere: boolean;
  /** Of paths of the siblings: `4.`, or nothing. */
  readonly prefix: string;
  readonly siblings: readonly StageNode[];
  readonly above: number;

  constructor(stages: readonly StageNode[], place: ValuePlace) {
    const path = "path" in place ? place.path : "";
    this.prefix = path.slice(0, path.lastIndexOf(".") + 1);
    const parent = this.prefix === "" ? undefined : nodeAt(stages, this.prefix.slice(0, -1));
    this.siblings = this.prefix === "" ? stages : (parent?.children ?? []);
    this.isThere = this.prefix === "" || parent !== undefined;
    const number = Number(path.slice(this.prefix.length));
    this.above =
      place.side === "start"
        ? 0
        : place.side === "end"
          ? Number.MAX_SAFE_INTEGER
          : place.side === "after"
            ? number
            : number - 1;
  }

  /** Siblings behind number `from` and before number `to`. */
  between(from: number, to: number): StageNode[] {
    return this.siblings.filter((node) => numberOf(node) > from && numberOf(node) < to);
  }
}

function nodeAt(stages: readonly StageNode[], path: string): StageNode | undefined {
  for (const node of stages) {
    if (node.path === path) return node;
    const found = path.startsWith(`${node.path}.`) ? nodeAt(node.children, path) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}

class Placing {
  readonly #at: Place;
  readonly #options: PlaceOptions;
  readonly #edits: TextEdit[] = [];
  /** Numbers of the stages that have something new. */
  readonly #changed: number[] = [];
  readonly #rest: string[] = [];
  /** Behind the stage of this number the value is there; undefined: it is taken from an inserted stage. */
  #known: number | undefined;
  /** Where the last stage goes, if not to the place. */
  #after: number | undefined;

  constructor(at: Place, options: PlaceOptions) {
    this.#at = at;
    this.#options = options;
  }

  place(codes: readonly string[]): PlacedStages | undefined {
    for (const [i, code] of codes.entries()) {
      const [node] = loadStages(code).stages;
      if (node === undefined) return undefined;
      if (i === 0) this.#known = isParser(node) ? undefined : this.#setterOf(namesRead(node));
      const into = this.#into(node, code);
      if (into === undefined) this.#rest.push(code);
      else {
        this.#changed.push(into);
        if (isParser(node)) this.#known = into;
      }
    }
    return this.#finish(this.#rest.at(-1) !== codes.at(-1));
  }

  /** The number of the stage above the place behind which the values are there. */
  #setterOf(names: readonly string[]): number {
    const { above } = this.#at;
    const setters = this.#at
      .between(0, above + 1)
      .filter((node) => node.children.length > 0 || this.#changes(node, names));
    const last = setters.at(-1);
    // What comes with the sample, or from outside, is there from the beginning.
    if (last === undefined) return 0;
    return last.children.length > 0 ? above : numberOf(last);
  }

  /** Whether a stage may set or remove one of these extracted values. */
  #changes(node: StageNode, names: readonly string[]): boolean {
    const { sets = [], removes = [], setsAny = [] } = flowOf(node);
    return (
      setsAny.includes("extracted") ||
      [...sets, ...removes].some(({ kind, name }) => kind === "extracted" && names.includes(name))
    );
  }

  /** The number of the stage that takes `node` in. */
  #into(node: StageNode, code: string): number | undefined {
    const { name } = node.spec;
    if (isParser(node)) return this.#intoParser(node, code);
    if (name === "timestamp") return this.#intoTimestamp(node, code);
    const target = this.#targetFor(node, (other) => other.spec.name === name && takesMore(other));
    if (target === undefined) return undefined;
    if (MAPS.has(name)) return this.#addPairs(target, code) ? numberOf(target) : undefined;
    return name === "metrics" && this.#addBlocks(target, code) ? numberOf(target) : undefined;
  }

  /** Another stage of the kind that gets the same values: the last above the place, or else the next below it. */
  #targetFor(node: StageNode, is: (other: StageNode) => boolean): StageNode | undefined {
    const { siblings, above } = this.#at;
    const names = namesRead(node);
    const known = this.#known ?? above;
    const isSame = (other: StageNode) =>
      this.#at.between(known, numberOf(other)).every((one) => one.children.length === 0 && !this.#changes(one, names));
    const others = siblings.filter((other) => is(other) && numberOf(other) > known && isSame(other));
    const below = others.find((other) => numberOf(other) > above);
    const labels = (flowOf(node).sets ?? []).flatMap(({ kind, name }) => (kind === "label" ? [name] : []));
    const keeps = (one: StageNode) => {
      const { removes = [], keepsLabels } = flowOf(one);
      const gone = removes.some(({ kind, name }) => kind === "label" && labels.includes(name));
      return one.children.length === 0 && !gone && labels.every((label) => keepsLabels?.includes(label) ?? true);
    };
    return (
      others.findLast(
        (other) => numberOf(other) <= above && this.#at.between(numberOf(other), above + 1).every(keeps),
      ) ?? below
    );
  }

  #intoParser(node: StageNode, code: string): number | undefined {
    const { above } = this.#at;
    const names = (flowOf(node).sets ?? []).map(({ name }) => name);
    const target = this.#at
      .between(0, above + 1)
      .findLast((other) => other.spec.name === node.spec.name && !hasSource(other));
    if (target === undefined || this.#at.siblings.some((one) => this.#sets(one, names))) return undefined;
    const isSame = this.#at
      .between(numberOf(target), above + 1)
      .every((one) => one.children.length === 0 && !flowOf(one).setsLine && !this.#changes(one, names));
    const isDone = isSame && (MAPS.has(target.spec.name) ? this.#addPairs(target, code) : this.#addGroup(target, node));
    return isDone ? numberOf(target) : undefined;
  }

  /** Makes one expression of those of two stages. */
  #addGroup(target: StageNode, node: StageNode): boolean {
    const [own, added] = [expressionOf(target), expressionOf(node)];
    const [line, ...others] = this.#options.lines;
    const statement = this.#statement(target);
    if (own === undefined || added === undefined || line === undefined || statement === undefined) return false;
    const both = target.args.labels_from_groups === true ? undefined : joinExpressions(own, added, line, others);
    if (both === undefined) return false;
    this.#edits.push(...setArgument(this.#options.document.file, statement, "expression", writeText(both)));
    return true;
  }

  /** A name that is set somewhere already would become another value there. */
  #sets(node: StageNode, names: readonly string[]): boolean {
    return (
      (flowOf(node).sets ?? []).some(({ kind, name }) => kind === "extracted" && names.includes(name)) ||
      node.children.some((child) => this.#sets(child, names))
    );
  }

  /** In place of the one that is there, unless that reads more entries: then after it, since the last one holds. */
  #intoTimestamp(node: StageNode, code: string): number | undefined {
    const { siblings, above } = this.#at;
    const last = siblings.findLast(({ spec }) => spec.name === node.spec.name);
    if (last === undefined) return undefined;
    const target = this.#targetFor(node, (other) => other === last);
    const counts = this.#options.counts?.get(last.path);
    const works = counts === undefined ? 0 : counts.in - counts.missed - counts.errors;
    if (target !== undefined && works <= this.#options.works && this.#replaceArguments(target, code))
      return numberOf(target);
    const names = namesRead(node);
    const lasts = this.#at
      .between(above, numberOf(last) + 1)
      .every((one) => one.children.length === 0 && !this.#changes(one, names));
    if (numberOf(last) > above && lasts) this.#after = numberOf(last);
    return undefined;
  }

  #statement(node: StageNode): BlockStatement | undefined {
    const { document, pipeline } = this.#options;
    return findStage(document, { pipeline, stage: node.path })?.statement;
  }

  /** Adds the pairs of a new stage's map to those of `target`; false where that map is no map of texts, or has the names. */
  #addPairs(target: StageNode, code: string): boolean {
    const argument = MAPS.get(target.spec.name)!;
    const statement = this.#statement(target);
    const attribute = statement?.body.find(
      (one): one is AttributeStatement => one.kind === "attribute" && one.name === argument,
    );
    const field = target.spec.fields[argument];
    if (attribute === undefined || field === undefined) return false;
    const control = kindOf(field.type).control(field.type);
    const before = readControl(control, attribute.value);
    const [added] = parseFile(code).file.body;
    const more = added?.kind === "block" ? added.body.find(({ name }) => name === argument) : undefined;
    const pairs = more?.kind === "attribute" ? readControl(control, more.value) : undefined;
    if (!isPairs(before) || !isPairs(pairs)) return false;
    const known = new Set(before.pairs.map(([name]) => name));
    if (pairs.pairs.some(([name]) => known.has(name))) return false;
    const { file } = this.#options.document;
    this.#edits.push(...changeValue(file, attribute.value, control, { pairs: [...before.pairs, ...pairs.pairs] }));
    return true;
  }

  /** Adds the blocks of a new stage to those of `target`. */
  #addBlocks(target: StageNode, code: string): boolean {
    const statement = this.#statement(target);
    const { text, body } = parseFile(code).file;
    const [added] = body;
    if (statement === undefined || added?.kind !== "block") return false;
    const { file } = this.#options.document;
    for (const { span } of added.body)
      this.#edits.push(...insertStatement(file, statement, statement.body.length, dedented(text, span)));
    return true;
  }

  /** Gives `target` the arguments of a new stage and no others. */
  #replaceArguments(target: StageNode, code: string): boolean {
    const statement = this.#statement(target);
    const { text, body } = parseFile(code).file;
    const [added] = body;
    if (statement === undefined || added?.kind !== "block") return false;
    const { file } = this.#options.document;
    const given = new Set(added.body.map(({ name }) => name));
    for (const one of statement.body) if (!given.has(one.name)) this.#edits.push(...removeStatement(file, one));
    for (const one of added.body) {
      if (one.kind !== "attribute") continue;
      const { start, end } = one.value.span;
      this.#edits.push(...setArgument(file, statement, one.name, text.slice(start, end)));
    }
    return true;
  }

  /** `isMerged`: the last of the stages has gone into another. */
  #finish(isMerged: boolean): PlacedStages | undefined {
    const { document, pipeline, place } = this.#options;
    const { above, prefix } = this.#at;
    let text = applyEdits(document.text, this.#edits);
    let path: string | undefined;
    const put = (codes: readonly string[], where: ValuePlace): boolean => {
      if (codes.length === 0) return true;
      const tree: DocumentTree = readTree(text);
      const inserted = insertStages(tree, pipeline, where, codes);
      if (inserted === undefined) return false;
      ({ text, path } = inserted);
      return true;
    };
    const last = this.#after === undefined ? [] : this.#rest.splice(-1);
    const added = [...this.#rest, ...last];
    // The later place first, so that the numbers above it hold.
    if (!put(last, { side: "after", path: `${prefix}${this.#after}` })) return undefined;
    if (this.#after !== undefined) path = `${prefix}${this.#after + 1 + this.#rest.length}`;
    const late = path;
    if (!put(this.#rest, place)) return undefined;
    const shift = (number: number) => (number > above ? number + this.#rest.length : number);
    const merged = this.#changed.map((number) => ({
      name: this.#at.siblings.find((node) => numberOf(node) === number)!.spec.name,
      path: `${prefix}${shift(number)}`,
    }));
    const end = isMerged ? merged.at(-1)?.path : (late ?? path);
    return end === undefined ? undefined : { text, path: end, merged, added };
  }
}

/** The texts of the stages that have something new. */
export function mergedTexts({ text, merged }: PlacedStages, pipeline: string): string[] {
  if (merged.length === 0) return [];
  const tree = readTree(text);
  return merged.flatMap(({ path }) => {
    const found = findStage(tree, { pipeline, stage: path });
    return found === undefined ? [] : [dedented(text, found.statement.span)];
  });
}

/** Of a stage that has one. */
function expressionOf({ args: { expression } }: StageNode): string | undefined {
  return typeof expression === "object" &&
    expression !== null &&
    "text" in expression &&
    typeof expression.text === "string"
    ? expression.text
    : undefined;
}

const isParser = ({ spec }: StageNode): boolean => spec.category === "parse";

const hasSource = ({ args }: StageNode): boolean =>
  args.source !== undefined && args.source !== null && args.source !== "";

/** Stages that take values of another kind than extracted ones take none of these. */
const takesMore = ({ args }: StageNode): boolean => args.source_type === undefined || args.source_type === "extracted";

const namesRead = (node: StageNode): string[] =>
  (flowOf(node).reads ?? []).flatMap(({ kind, name }) => (kind === "extracted" ? [name] : []));

const isPairs = (value: unknown): value is { readonly pairs: readonly ControlPair[] } =>
  typeof value === "object" && value !== null && "pairs" in value;

/** A stretch of whole lines without the indentation of its first. */
function dedented(text: string, { start, end }: { readonly start: number; readonly end: number }): string {
  const lineStart = text.lastIndexOf("\n", start - 1) + 1;
  const indent = text.slice(lineStart, start);
  return text
    .slice(start, end)
    .split("\n")
    .map((line) => (line.startsWith(indent) ? line.slice(indent.length) : line))
    .join("\n");
}
