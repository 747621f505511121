/** Labels that sources and lists of targets set in so many words. What the environment or a client gives is not among them. */

import { unquote } from "@sluice/languages/gonumber";
import type { Diagnostic } from "../../../base/diagnostic.ts";
import { knownValue, type PartLabels } from "../../../components/pipelines/certain-labels.ts";
import type { BlockStatement, Expression, SourceFile } from "../../../syntax/ast.ts";
import { pathOf, unwrapped } from "../../../syntax/index.ts";
import { kindOfComponent } from "../senders.ts";

/** What is known of the labels of some entries, or of a target. */
export interface WrittenLabels extends PartLabels {
  /** The block that sets them. */
  readonly block: BlockStatement;
  /** Which of its entries these are of, where not of all. */
  readonly only?: string;
}

/** Whether no source sets a label of this name, as far as the document says all that they set. */
export const isSurelyAbsent = (sets: readonly WrittenLabels[] | undefined, name: string): boolean =>
  sets?.every((labels) => knownValue(labels, name) === "") ?? false;

/** As a component hands labels on: without internal ones. A later component may set some again. */
export const withoutInternal = (labels: WrittenLabels): WrittenLabels => ({
  ...labels,
  values: new Map([...labels.values].filter(([name]) => !name.startsWith("__"))),
  more: labels.more === "any" ? "any" : "internal",
});

export const argumentOf = ({ body }: BlockStatement, name: string): Expression | undefined => {
  const attribute = body.find((one) => one.kind === "attribute" && one.name === name);
  return attribute?.kind === "attribute" ? unwrapped(attribute.value) : undefined;
};

/** Whether it holds nothing but literals. */
export function isLiteral(value: Expression): boolean {
  const given = unwrapped(value);
  if (given.kind === "array") return given.elements.every(isLiteral);
  if (given.kind === "object") return given.fields.every((field) => isLiteral(field.value));
  return given.kind === "literal";
}

/** The text of a literal. */
export function textOf(value: Expression): string | undefined {
  const given = unwrapped(value);
  return given.kind === "literal" && given.literal === "string" ? unquote(given.text) : undefined;
}

/** Undefined where names are not written. */
function pairsOf(value: Expression | undefined): [name: string, value: string | undefined][] | undefined {
  if (value === undefined) return [];
  const given = unwrapped(value);
  return given.kind === "object" ? given.fields.map((field) => [field.name, textOf(field.value)]) : undefined;
}

/** The targets that an argument lists or takes from `local.file_match`; undefined where they are not written, or none is. */
export function writtenTargets(
  file: SourceFile,
  block: BlockStatement,
  argument: string,
): readonly WrittenLabels[] | undefined {
  const value = argumentOf(block, argument);
  if (value?.kind === "array") {
    const targets = value.elements.map((element) => pairsOf(element));
    if (targets.length === 0 || !targets.every((pairs) => pairs !== undefined)) return undefined;
    return targets.map((pairs) => ({ values: new Map(pairs), more: "none", block }));
  }
  const named = componentNamed(file, value);
  if (named?.name !== "local.file_match") return undefined;
  return writtenTargets(file, named, "path_targets");
}

/** The component that a reference begins with. */
export function componentNamed(file: SourceFile, value: Expression | undefined): BlockStatement | undefined {
  const path = value && pathOf(value);
  if (path === undefined) return undefined;
  return file.body.find(
    (one): one is BlockStatement =>
      one.kind === "block" &&
      one.label !== undefined &&
      path.length === one.nameParts.length + 2 &&
      path[one.nameParts.length] === one.label &&
      one.nameParts.every((part, i) => part === path[i]),
  );
}

const PATTERN = /[*?{[]/;

/** Of the entries of a file source, by the targets that it reads. */
export function labelsOfFiles(targets: readonly WrittenLabels[]): readonly WrittenLabels[] {
  return targets.map((target) => {
    const path = knownValue(target, "__path__");
    const labels = withoutInternal(target);
    const filename = path === undefined || path === "" || PATTERN.test(path) ? undefined : path;
    return { ...labels, values: new Map([...labels.values, ["filename", filename]]) };
  });
}

type Given = readonly (readonly [string, string | undefined])[];

/** What a source other than that of files sets before its rules; undefined where that is not known. */
export function labelsOfSource(source: BlockStatement): readonly WrittenLabels[] | undefined {
  const given = (block: BlockStatement, more: WrittenLabels["more"], first: Given = []): WrittenLabels | undefined => {
    const own = pairsOf(argumentOf(block, "labels"));
    return own && { values: new Map([...first, ...own]), more, block };
  };
  const all = (): readonly (WrittenLabels | undefined)[] => {
    switch (kindOfComponent(source)) {
      case "source.journal":
        return [given(source, "internal", [["job", undefined]])];
      case "source.gelf":
        return [{ values: new Map([["job", undefined]]), more: "internal", block: source }];
      case "source.syslog":
        return source.body.flatMap((one) =>
          one.kind === "block" && one.name === "listener" ? [given(one, "internal")] : [],
        );
      case "source.api": {
        const plain = given(source, "internal");
        return [given(source, "any"), plain && { ...plain, only: "lines that are posted to /loki/api/v1/raw" }];
      }
      case "source.otlp":
        return [given(source, "any")];
      default:
        return [undefined];
    }
  };
  const found = all();
  return found.length > 0 && found.every((one) => one !== undefined) ? found : undefined;
}

/** Values and places that a message names. */
const MAX_SHOWN = 3;

export function shownValues(values: readonly string[]): string {
  const shown = values.slice(0, MAX_SHOWN).map((value) => JSON.stringify(value));
  return shown.join(" or ") + (values.length > MAX_SHOWN ? ` or ${values.length - MAX_SHOWN} others` : "");
}

/** Where one of these labels is set. */
export function placesOf(sets: readonly WrittenLabels[], names: readonly string[]): Diagnostic["related"] {
  const blocks = new Set(sets.flatMap(({ values, block }) => (names.some((name) => values.has(name)) ? block : [])));
  return [...blocks].slice(0, MAX_SHOWN).map(({ nameSpan }) => ({ message: "sets the label", span: nameSpan }));
}
