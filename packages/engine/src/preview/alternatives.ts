/**
 * Stages that read one text in turn, each by an expression with a beginning of its own: what one of them matches, no other can. So
 * an entry that one reads is not missed by the others, nor by stages for values that only these set.
 */
import { allStages, flowOf, type StageNode } from "../pipeline/stage-spec.ts";
import type { StepStatus } from "../pipeline/status.ts";

/** An expression at the beginning of a text, by what it begins with. */
interface Alternative {
  readonly path: string;
  readonly begins: string;
}

/** Values that a stage cannot do without, and which stages set them. */
type Needs = readonly (readonly string[])[];

const NONE: ReadonlySet<string> = new Set();

export class Alternatives {
  /** Of those that exclude each other, by the path of each. */
  readonly #others = new Map<string, readonly string[]>();
  readonly #needs = new Map<string, Needs>();

  constructor(stages: readonly StageNode[]) {
    this.#addLists(stages);
    if (this.#others.size > 0) this.#addNeeds(allStages(stages));
  }

  /** Those of `missed` that could not have done otherwise; `statusOf`: what stages did to the same entry. */
  excused(missed: readonly string[], statusOf: (path: string) => StepStatus | undefined): ReadonlySet<string> {
    if (this.#others.size === 0 || missed.length === 0) return NONE;
    const worked = (path: string) => statusOf(path) === "changed" || statusOf(path) === "unchanged";
    const excused = new Set(missed.filter((path) => this.#others.get(path)?.some(worked) === true));
    if (excused.size === 0) return NONE;
    for (const path of missed) {
      const needs = this.#needs.get(path) ?? [];
      const isLacking = (setters: readonly string[]) => setters.length > 0 && setters.every((one) => excused.has(one));
      if (needs.length > 0 && needs.every(isLacking)) excused.add(path);
    }
    return excused;
  }

  #addLists(stages: readonly StageNode[]): void {
    const bySource = new Map<string, Alternative[]>();
    for (const { path, spec, args, children } of stages) {
      this.#addLists(children);
      const begins = spec.name === "regex" ? beginningOf(args.expression) : "";
      if (begins === "") continue;
      const source = typeof args.source === "string" ? args.source : "";
      const same = bySource.get(source);
      if (same === undefined) bySource.set(source, [{ path, begins }]);
      else same.push({ path, begins });
    }
    for (const list of bySource.values())
      for (const { path, begins } of list) {
        const others = list.filter((one) => !one.begins.startsWith(begins) && !begins.startsWith(one.begins));
        if (others.length > 0)
          this.#others.set(
            path,
            others.map((one) => one.path),
          );
      }
  }

  #addNeeds(stages: readonly StageNode[]): void {
    const setters = new Map<string, string[]>();
    for (const stage of stages) {
      const { reads = [], sets = [] } = flowOf(stage);
      const needed = reads.filter(({ kind }) => kind === "extracted");
      this.#needs.set(
        stage.path,
        needed.map(({ name }) => [...(setters.get(name) ?? [])]),
      );
      for (const { kind, name } of sets) {
        // What a stage writes anew it has from another.
        if (kind !== "extracted" || reads.some((one) => one.kind === kind && one.name === name)) continue;
        const known = setters.get(name);
        if (known === undefined) setters.set(name, [stage.path]);
        else known.push(stage.path);
      }
    }
  }
}

/** Characters that stand for themselves, up to the first that may repeat or vary. */
const LITERAL = /^\^((?:[^\\.*+?()[\]{}|^$]|\\[^\w\s])*)/;

function beginningOf(expression: unknown): string {
  const text = typeof expression === "object" && expression !== null && "text" in expression ? expression.text : "";
  const found = typeof text === "string" && !hasAlternation(text) ? LITERAL.exec(text) : null;
  if (found === null) return "";
  const [whole, literal = ""] = found;
  const isRepeated = /[*+?{]/.test((text as string)[whole.length] ?? "");
  return (isRepeated ? literal.replace(/(?:\\.|.)$/su, "") : literal).replaceAll(/\\(.)/gs, "$1");
}

/** A bar outside of groups: what stands before it is one of several beginnings. */
function hasAlternation(text: string): boolean {
  let depth = 0;
  for (const [one] of text.matchAll(/\\.|\[\^?\]?(?:\\.|[^\]\\])*\]|[()|]/gs)) {
    if (one === "(") depth++;
    else if (one === ")") depth--;
    else if (one === "|" && depth === 0) return true;
  }
  return false;
}
