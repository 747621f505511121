/**
 * Completion in a configuration, derived from specs: components, stages, blocks, arguments, values where a value's type has a
 * known set, and functions inside templates. Plain data for any editor.
 */
import { unquote } from "@sluice/languages/gonumber";
import { functionFamilies, signatureOf, typedFunctionName } from "@sluice/languages/gotemplate";
import type { Span } from "../base/span.ts";
import { COMPONENTS, isInBothDialects } from "../components/index.ts";
import { readMarks, targetOf } from "../document/marks.ts";
import type { TargetVersion } from "../schema/alloy-target.ts";
import { type AlloyHistory, lackOf } from "../schema/alloy-versions.ts";
import type { Blocks, CapsuleKind, Field, Fields, ValueType } from "../schema/field.ts";
import { callsFunctions, kindOf } from "../schema/value-kinds.ts";
import { STAGES } from "../stages/index.ts";
import { parseFile } from "../syntax/index.ts";
import { argumentHistory, blockHistory, findBlock, findBodyShape, findComponent, TOP_LEVEL } from "./body-shape.ts";
import { type CursorPlace, findCursorPlace, scanTokens } from "./cursor-context.ts";
import {
  describeBlock,
  describeComponent,
  describeField,
  describeFunction,
  describeOccurrence,
  describePresence,
  describeStage,
  withHistory,
} from "./describe.ts";

export type CompletionKind = "component" | "stage" | "block" | "argument" | "value" | "reference" | "function";

export interface CompletionItem {
  readonly label: string;
  readonly kind: CompletionKind;
  /** A few words beside the label. */
  readonly detail: string;
  /** Markdown. */
  readonly documentation: string;
  /** What replaces `span`. With `snippet`, `$1`, `${2:text}` and `$0` are tab stops and `\$`, `\}` are escapes. */
  readonly insert: string;
  readonly snippet: boolean;
  readonly span: Span;
  /** Other words that it is found by. */
  readonly words?: readonly string[];
  /** Items are shown in the order of these. */
  readonly rank: number;
}

/** Items for the cursor at `offset` (UTF-16). Filtering by what was typed is left to the editor. */
export function complete(text: string, offset: number, target = findTarget(text)): CompletionItem[] {
  const place = findCursorPlace(text, offset);
  switch (place.kind) {
    case "none":
      return [];
    case "statement":
      return completeStatement(place, target);
    case "value":
      return completeValue(place, text, offset);
  }
}

/** What a text names as its target; only one with the word is parsed for that. */
const findTarget = (text: string): TargetVersion =>
  text.includes("sluice:target") ? targetOf(readMarks(parseFile(text).file)) : "sluice";

/** Below all that the target has. */
const LACKING_RANK = 10;

/** An item with what changed in Alloy; what the target lacks is offered last, and says so. */
function ofHistory(item: CompletionItem, history: AlloyHistory | undefined, target: TargetVersion): CompletionItem {
  const documentation = withHistory(item.documentation, history);
  const lack = target === "sluice" ? undefined : lackOf(history, target);
  if (lack === undefined) return { ...item, documentation };
  return { ...item, documentation, detail: `${lack}; ${item.detail}`, rank: item.rank + LACKING_RANK };
}

function completeStatement(
  { blocks, span }: Extract<CursorPlace, { kind: "statement" }>,
  target: TargetVersion,
): CompletionItem[] {
  const shape = findBodyShape(blocks);
  if (shape === undefined) return [];
  const given = new Set(blocks.at(-1)?.given ?? []);
  const items: CompletionItem[] = [];
  const add = (item: CompletionItem, history: AlloyHistory | undefined) => items.push(ofHistory(item, history, target));
  const addBlock = (item: CompletionItem) => {
    const known = findBlock(item.label, shape);
    add(item, known && blockHistory(item.label, known, shape));
  };
  if (shape === TOP_LEVEL) completeComponents(span).forEach(addBlock);
  for (const [name, field] of Object.entries(shape.fields))
    if (!given.has(name)) add(completeArgument(name, field, span), argumentHistory(name, shape));
  for (const [name, block] of Object.entries(shape.blocks)) {
    addBlock({
      label: name,
      kind: "block",
      detail: describeOccurrence(block),
      documentation: describeBlock(name, block),
      insert: `${escapeSnippet(name)} {${snippetBody(block.fields, block.blocks)}}`,
      snippet: true,
      span,
      rank: 1,
    });
  }
  if (shape.stages) completeStages(span, shape === TOP_LEVEL ? 4 : 2).forEach(addBlock);
  return items;
}

function completeComponents(span: Span): CompletionItem[] {
  return COMPONENTS.flatMap((spec) =>
    [spec.name, spec.alias].flatMap((name, i) =>
      name === undefined || (i === 1 && isInBothDialects(spec))
        ? []
        : [
            {
              label: name,
              kind: "component" as const,
              detail: i === 0 ? "component" : `component, Alloy's name of ${spec.name}`,
              documentation: describeComponent(spec),
              insert: `${name} "\${1:name}" {${snippetBody(spec.fields, spec.blocks, 2)}}`,
              snippet: true,
              span,
              rank: i * 2,
            },
          ],
    ),
  );
}

function completeStages(span: Span, rank: number): CompletionItem[] {
  return STAGES.map((spec) => ({
    label: `stage.${spec.name}`,
    kind: "stage" as const,
    words: spec.words,
    detail: spec.deprecated === undefined ? spec.category : "deprecated",
    documentation: describeStage(spec),
    insert: `stage.${spec.name} {${snippetBody(spec.fields, spec.blocks)}}`,
    snippet: true,
    span,
    rank: spec.deprecated === undefined ? rank : rank + 1,
  }));
}

function completeArgument(name: string, field: Field, span: Span): CompletionItem {
  return {
    label: name,
    kind: "argument",
    detail: describePresence(field),
    documentation: describeField(name, field),
    insert: `${name} = ${valueSnippet(field, 1)}`,
    snippet: true,
    span,
    rank: field.presence.kind === "required" ? 0 : 1,
  };
}

/** The inside of a new block: its required arguments and blocks, with tab stops. */
function snippetBody(fields: Fields, blocks: Blocks, firstStop = 1): string {
  let stop = firstStop;
  const lines: string[] = [];
  for (const [name, field] of Object.entries(fields))
    if (field.presence.kind === "required") lines.push(`\t${name} = ${valueSnippet(field, stop++)}`);
  for (const [name, block] of Object.entries(blocks))
    if (block.occurs === "at-least-one") lines.push(`\t${name} {\n\t\t$${stop++}\n\t}`);
  if (lines.length === 0) lines.push("\t$0");
  return `\n${lines.join("\n")}\n`;
}

function valueSnippet({ type, presence }: Field, stop: number): string {
  return kindOf(type).snippet(type, stop, presence.kind === "default" ? presence.value : undefined);
}

const escapeSnippet = (text: string): string => text.replace(/[\\$}]/g, "\\$&");

function completeValue(place: Extract<CursorPlace, { kind: "value" }>, text: string, offset: number): CompletionItem[] {
  const shape = findBodyShape(place.blocks);
  const field =
    shape === undefined || !Object.hasOwn(shape.fields, place.argument) ? undefined : shape.fields[place.argument];
  if (field === undefined) return [];
  if (place.nesting.some((bracket) => bracket === "(")) return [];
  const type = typeAt(field.type, place.nesting);
  if (type === undefined) return [];
  return callsFunctions(type) && place.inString
    ? completeTemplate(text, place.span.start, offset)
    : valuesOf(type, place, text);
}

/** Functions, inside an action of the template whose literal begins at `start`. */
function completeTemplate(text: string, start: number, offset: number): CompletionItem[] {
  const before = unquote(text.slice(start, offset) + text[start]);
  const typed = before === undefined ? undefined : typedFunctionName(before);
  if (typed === undefined) return [];
  const span = { start: offset - typed.length, end: offset + (/^\w*/.exec(text.slice(offset))?.[0].length ?? 0) };
  return functionFamilies().flatMap(({ functions }, rank) =>
    functions.map((fn) => ({
      label: fn.name,
      kind: "function" as const,
      detail: signatureOf(fn).slice(fn.name.length),
      documentation: describeFunction(fn),
      insert: fn.name,
      snippet: false,
      span,
      rank,
    })),
  );
}

/** The type of the elements inside the brackets of a value of `type`. */
function typeAt(type: ValueType, nesting: readonly ("[" | "(" | "{")[]): ValueType | undefined {
  let at: ValueType | undefined = type;
  for (const bracket of nesting) {
    if (at === undefined || bracket === "(") return undefined;
    at = kindOf(at).inside(bracket, at);
  }
  return at;
}

function valuesOf(type: ValueType, place: Extract<CursorPlace, { kind: "value" }>, text: string): CompletionItem[] {
  const references = (capsule: CapsuleKind) => referencesIn(text, capsule);
  return kindOf(type)
    .complete(type, { inString: place.inString, references })
    .map((one) => ({
      label: one.text,
      kind: one.isReference ? "reference" : "value",
      detail: "",
      documentation: one.doc,
      insert: one.text,
      snippet: false,
      span: place.span,
      rank: 0,
    }));
}

/** Exports of the text's components that have the wanted kind: `logs.write.out.receiver`. */
function referencesIn(text: string, capsule: CapsuleKind): string[] {
  const found: string[] = [];
  const tokens = scanTokens(text);
  let depth = 0;
  let name = "";
  for (const [i, token] of tokens.entries()) {
    if (token.kind === "{") depth++;
    else if (token.kind === "}") depth--;
    if (depth !== 0) continue;
    if (token.kind === "IDENT") name += token.text;
    else if (token.kind === ".") name += ".";
    else {
      const spec = token.kind === "STRING" && tokens[i + 1]?.kind === "{" ? findComponent(name) : undefined;
      if (spec !== undefined) {
        const id = `${name}.${token.text.slice(1, -1)}`;
        for (const [exported, kind] of Object.entries(spec.exports))
          if (kind === capsule) found.push(`${id}.${exported}`);
      }
      name = "";
    }
  }
  return found;
}
