/**
 * What a stage reads of an entry and what it sets there, as far as its arguments determine it. Each stage declares it
 * once in its spec, for lints across stages, explanations, and views that draw how values flow through a pipeline. A
 * test compares it with what stages did to the entries of all vectors. Where names are known only at run time, it says
 * so (`setsAny`, `readsAny`).
 */
import type { NameKind } from "../schema/field.ts";

/** Where a named value of an entry is. */
export type FlowKind = NameKind;

/** A name that a stage reads, sets or removes. */
export interface NameUse {
  readonly kind: FlowKind;
  readonly name: string;
  /** The argument that names it; absent where the stage itself does. */
  readonly argument?: string | undefined;
  /** The key in that argument, where it is a map. */
  readonly key?: string | undefined;
  /** The index, in the stage's body, of the block that has the argument. */
  readonly block?: number | undefined;
  /** Read: the stage does its work without it too. Set: nothing has to use it. */
  readonly optional?: boolean | undefined;
  /** Set: Alloy has no value of this name, and the same one under that name. */
  readonly inAlloy?: string | undefined;
}

export interface StageFlow {
  /** Of those with the same argument, key and block one is enough. */
  readonly reads?: readonly NameUse[] | undefined;
  readonly sets?: readonly NameUse[] | undefined;
  readonly removes?: readonly NameUse[] | undefined;
  /** The only labels that stay. */
  readonly keepsLabels?: readonly string[] | undefined;
  /** Where it may read names that are not in its arguments. */
  readonly readsAny?: readonly FlowKind[] | undefined;
  /** Where it may set or remove names that are not in its arguments. */
  readonly setsAny?: readonly FlowKind[] | undefined;
  /** May set the entry's time: to what a text says, or to the current one. */
  readonly setsTime?: "from text" | "to now" | undefined;
  /** May set the line. */
  readonly setsLine?: boolean | undefined;
  /** What `source` names is a text with parts, or a time: labels hardly hold one. */
  readonly readsText?: boolean | undefined;
  /** The argument for which it reads the entry's time. */
  readonly readsTime?: string | undefined;
  /** No entry comes out of it, apart from what stages inside do. */
  readonly dropsAll?: boolean | undefined;
  /** The stages inside run for every entry. */
  readonly nestsAll?: boolean | undefined;
  /** Reads raw lines in the format of a container runtime. */
  readonly unwrapsLines?: boolean | undefined;
  /** Joins lines of one stream. */
  readonly joinsLines?: boolean | undefined;
  /** Entries may have to wait in it. */
  readonly delays?: boolean | undefined;
  /** Arguments whose pattern runs over each text: only whether it matches, or what it captures. */
  readonly patterns?: Readonly<Record<string, "tests" | "captures">> | undefined;
}

type Place = Pick<NameUse, "argument" | "key" | "block" | "optional" | "inAlloy">;

export const extractedValue = (name: string, place: Place = {}): NameUse => ({ kind: "extracted", name, ...place });
export const label = (name: string, place: Place = {}): NameUse => ({ kind: "label", name, ...place });
export const metadata = (name: string, place: Place = {}): NameUse => ({ kind: "metadata", name, ...place });

/** The extracted value that the argument `source` names, if it names one. */
export const sourceRead = (source: string | undefined): NameUse[] =>
  source ? [extractedValue(source, { argument: "source" })] : [];

/** Extracted values under the keys of a map. */
export const keysSet = (names: Iterable<string>, argument: string): NameUse[] =>
  [...names].map((name) => extractedValue(name, { argument, key: name }));

/** What is read by a map from names to names, where an empty one means the same name. */
export const valuesRead = (values: ReadonlyMap<string, string>, kind: FlowKind): NameUse[] =>
  [...values].map(([key, name]) => ({ kind, name: name || key, argument: "values", key }));

/** The names of a regular expression's groups. */
export const namedGroups = ({ groupNames }: { readonly groupNames: readonly (string | undefined)[] }): string[] =>
  groupNames.flatMap((name, group) => (group > 0 && name ? [name] : []));

/** Names of a pattern's captures, which also document it: as extracted values, and as labels if they become labels, too. */
export const capturesSet = (names: readonly string[], argument: string, asLabels: boolean): NameUse[] =>
  [...new Set(names)].flatMap((name) => [
    extractedValue(name, { argument, optional: true }),
    ...(asLabels ? [label(name, { argument })] : []),
  ]);

/** What a template reads beside the names that the stage gives it itself. */
export function templateReads(
  template: { readonly fields: readonly string[]; readonly readsAll: boolean },
  argument: string,
  own: readonly string[],
): Pick<StageFlow, "reads" | "readsAny"> {
  const names = template.fields.filter((name) => !own.includes(name));
  return {
    reads: names.map((name) => extractedValue(name, { argument, optional: true })),
    readsAny: template.readsAll ? ["extracted"] : undefined,
  };
}
