/** Completion inside a template, for a field that holds only a template. */
import { functionFamilies, signatureOf, typedFunctionName } from "@sluice/languages/gotemplate";
import { describeFunction } from "./describe.ts";

export interface TemplateCompletion {
  readonly label: string;
  /** A few words beside the label. */
  readonly detail: string;
  /** Markdown. */
  readonly documentation: string;
  readonly kind: "function" | "field";
}

export interface TemplateCompletions {
  /** What is replaced; UTF-16 offsets. */
  readonly start: number;
  readonly end: number;
  readonly items: readonly TemplateCompletion[];
}

const MAX_ITEMS = 50;

/** Functions that begin with what is typed before `offset`, or after a dot `fields` that do; undefined outside of actions. */
export function completeTemplateText(
  text: string,
  offset: number,
  fields: readonly string[],
): TemplateCompletions | undefined {
  const before = text.slice(0, offset);
  const end = offset + /^\w*/.exec(text.slice(offset))![0].length;
  const dotted = /(?:^|[\s({|])\.(\w*)$/.exec(before);
  // A name could also begin before the dot.
  if (dotted !== null) {
    const typed = dotted[1]!;
    const start = offset - typed.length;
    if (typedFunctionName(before.slice(0, start - 1)) === undefined) return undefined;
    const items = fields
      .filter((name) => /^[A-Za-z_]\w*$/.test(name) && startsLike(name, typed))
      .map((label) => ({ label, detail: "", documentation: "", kind: "field" as const }));
    return { start, end, items: items.slice(0, MAX_ITEMS) };
  }
  const typed = typedFunctionName(before);
  if (typed === undefined) return undefined;
  const items = functionFamilies()
    .flatMap(({ functions }) => functions)
    .filter(({ name }) => startsLike(name, typed))
    .map((fn) => ({
      label: fn.name,
      detail: signatureOf(fn).slice(fn.name.length),
      documentation: describeFunction(fn),
      kind: "function" as const,
    }));
  return { start: offset - typed.length, end, items: items.slice(0, MAX_ITEMS) };
}

const startsLike = (name: string, typed: string): boolean => name.toLowerCase().startsWith(typed.toLowerCase());
