/**
 * What components export: receivers, which others push to, and values, which others read and which may change while
 * everything runs. A value is in its producer's form, with its kind; expressions see it as the configuration's own values.
 */
import { type RelabelRules, sameRules } from "../relabel/rule.ts";
import { array, capsule, object, optionalSecret, string, type Value } from "../syntax/value.ts";
import { CAPSULES } from "./capsules.ts";
import type { CapsuleKind, CapsuleReference } from "./value-type.ts";

/** Kinds of exports: capsules, `targets` (a list of maps of texts), and `text`, which may be secret. */
export type ExportKind = CapsuleKind | "targets" | "text";

/** Something to read logs from or to scrape, as its labels say. */
export type Target = ReadonlyMap<string, string>;

/** A value that a component exports now. */
export type ExportedValue =
  | { readonly kind: "targets"; readonly targets: readonly Target[] }
  | { readonly kind: "text"; readonly text: string; readonly secret: boolean }
  | { readonly kind: "relabel-rules"; readonly rules: RelabelRules };

/** The values that a component exports, by their names. */
export type Exports = Readonly<Record<string, ExportedValue>>;

/** Exports that nothing is pushed to: others read them. */
export const isValueExport = (kind: ExportKind): kind is ExportedValue["kind"] =>
  kind === "targets" || kind === "text" || kind === "relabel-rules";

/** In a few words: what a reference to it gives. */
export const describeExport = (kind: ExportKind): string =>
  kind === "targets" ? "list of map of string" : kind === "text" ? "string or secret" : CAPSULES[kind].noun;

/** What expressions see; `component` and `exported` say whose it is. */
export function exportedToValue(value: ExportedValue, component: string, exported: string): Value {
  switch (value.kind) {
    case "targets":
      return array(
        value.targets.map((target) => object(new Map([...target].map(([name, text]) => [name, string(text)])))),
      );
    case "text":
      return optionalSecret(value.text, value.secret);
    case "relabel-rules":
      return capsule(CAPSULES[value.kind].name, {
        capsule: value.kind,
        component,
        exported,
        rules: value.rules,
      } satisfies CapsuleReference);
  }
}

/** Placeholder for an unknown value: an empty one of its type. */
export function unknownValue(kind: ExportKind, component: string, exported: string): Value {
  if (kind === "targets") return array([]);
  if (kind === "text") return optionalSecret("", false);
  return capsule(CAPSULES[kind].name, { capsule: kind, component, exported } satisfies CapsuleReference);
}

/** Whether two are equal, so that no component has to be updated. */
export function sameExports(a: Exports | undefined, b: Exports | undefined): boolean {
  if (a === b || a === undefined || b === undefined) return a === b;
  const names = Object.keys(a);
  return names.length === Object.keys(b).length && names.every((name) => sameValue(a[name]!, b[name]));
}

function sameValue(a: ExportedValue, b: ExportedValue | undefined): boolean {
  if (a.kind === "targets" && b?.kind === "targets")
    return a.targets === b.targets || sameTargets(a.targets, b.targets);
  if (a.kind === "text" && b?.kind === "text") return a.text === b.text && a.secret === b.secret;
  return a.kind === "relabel-rules" && b?.kind === "relabel-rules" && sameRules(a.rules, b.rules);
}

const sameTargets = (a: readonly Target[], b: readonly Target[]): boolean =>
  a.length === b.length &&
  a.every((target, i) => target.size === b[i]!.size && [...target].every(([name, text]) => b[i]!.get(name) === text));
