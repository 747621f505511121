/** Specs in words, for completion details and hovers. Markdown of the simplest kind: paragraphs, code spans, lists. */
import { signatureOf, type TemplateFunction } from "@sluice/languages/gotemplate";
import type { ComponentSpec } from "../components/component-spec.ts";
import { isInBothDialects } from "../components/index.ts";
import type { StageSpec } from "../pipeline/stage-spec.ts";
import { type AlloyHistory, describeHistory } from "../schema/alloy-versions.ts";
import type { Block, Blocks, Field, Fields, Occurrence } from "../schema/field.ts";
import { kindOf } from "../schema/value-kinds.ts";
import { codeSpan } from "./markdown.ts";

const OCCURRENCES: Readonly<Record<Occurrence, string>> = {
  one: "block",
  optional: "optional block",
  many: "block, repeatable",
  "at-least-one": "required block, repeatable",
};

/** `duration, default "1s"`; `type` in a few words of its own. */
export function describePresence(field: Field, type = kindOf(field.type).describe(field.type)): string {
  if (field.presence.kind === "required") return `${type}, required`;
  if (field.presence.kind === "optional") return `${type}, optional`;
  return `${type}, default ${kindOf(field.type).print(field.presence.value, field.type)}`;
}

export function describeField(name: string, field: Field): string {
  const parts = [`**${name}**: ${describePresence(field)}`, field.doc];
  const choices = kindOf(field.type).choices(field.type);
  if (choices.length > 0) parts.push(choices.map((one) => `- \`"${one.value}"\`: ${one.doc}`).join("\n"));
  if (field.unit !== undefined) parts.push(`Unit: ${field.unit}.`);
  if (field.example !== undefined) parts.push(`Example: \`${field.example}\``);
  if (field.deprecated !== undefined) parts.push(`Deprecated: ${field.deprecated}`);
  return parts.join("\n\n");
}

export function describeOccurrence(block: Block): string {
  return OCCURRENCES[block.occurs];
}

export function describeBlock(name: string, block: Block): string {
  return [`**${name}**: ${describeOccurrence(block)}`, block.doc, describeBody(block.fields, block.blocks)]
    .filter(Boolean)
    .join("\n\n");
}

export function describeStage(spec: StageSpec): string {
  const rules = (spec.rules ?? []).map((rule) => `- ${rule}`).join("\n");
  const deprecated = spec.deprecated === undefined ? "" : `Deprecated: ${spec.deprecated}`;
  const words = spec.words.length === 0 ? "" : keywords(spec);
  return [`**stage.${spec.name}**`, spec.summary, words, deprecated, rules, describeBody(spec.fields, spec.blocks)]
    .filter(Boolean)
    .join("\n\n");
}

/** What a stage is looked for by. */
export const keywords = ({ words }: Pick<StageSpec, "words">): string => `Keywords: ${words.join(", ")}.`;

export function describeComponent(spec: ComponentSpec): string {
  const alias = spec.alias === undefined || isInBothDialects(spec) ? "" : ` (Alloy: \`${spec.alias}\`)`;
  return [`**${spec.name}**${alias}`, spec.summary, describeBody(spec.fields, spec.blocks)]
    .filter(Boolean)
    .join("\n\n");
}

/** A function that templates can call. */
export function describeFunction(fn: TemplateFunction): string {
  const { example } = fn;
  const outcome = "gives" in example ? `gives ${codeSpan(JSON.stringify(example.gives))}` : `fails: ${example.fails}`;
  return [codeSpan(signatureOf(fn)), fn.doc, `${codeSpan(`{{ ${example.call} }}`)} ${outcome}`].join("\n\n");
}

/** `text`, and what changed in Alloy with what it is about. */
export const withHistory = (text: string, history: AlloyHistory | undefined): string =>
  [text, ...(history === undefined ? [] : [describeHistory(history).join(" ")])].join("\n\n");

function describeBody(fields: Fields, blocks: Blocks): string {
  const lines = [
    ...Object.entries(fields).map(([name, field]) => `- \`${name}\`: ${describePresence(field)}`),
    ...Object.entries(blocks).map(([name, block]) => `- \`${name} { … }\`: ${describeOccurrence(block)}`),
  ];
  return lines.join("\n");
}

/** Up to a full stop that ends a sentence. */
export function firstSentence(text: string): string {
  return /^.*?\.(?=\s[A-Z])/s.exec(text)?.[0] ?? text;
}
