/** Names of values that an entry may have when it reaches the stage of the form, with the values of the selected one. */
import type { FormField } from "@sluice/engine";
import { useMemo } from "react";
import { useDerived } from "../../../core/page/use-derived.ts";
import { showValue } from "../../../core/text/diff-pairs.ts";
import { useForm } from "./form-context.ts";

export interface KnownName {
  readonly name: string;
  /** In the selected entry. */
  readonly value: string | undefined;
}

const MAX_NAMES = 200;
const MAX_VALUE = 60;

export function useNames(kind: FormField["names"]): readonly KnownName[] {
  const { form } = useForm();
  const views = useDerived("stepViews");
  return useMemo(() => {
    if (kind === undefined) return [];
    const before = views.find(({ path, step }) => path === form.place.stage && step?.before !== undefined)?.step
      ?.before;
    const pairs: readonly (readonly [string, unknown])[] =
      before === undefined
        ? []
        : kind === "metadata"
          ? before.structured_metadata
          : Object.entries(kind === "label" ? before.labels : before.extracted);
    const values = new Map(pairs.map(([name, value]) => [name, showValue(value as never).slice(0, MAX_VALUE)]));
    // At the start of a pipeline, labels are extracted values too.
    const told = kind === "extracted" ? [...form.names.extracted, ...form.names.label] : form.names[kind];
    const names = [...new Set([...told, ...values.keys()])].slice(0, MAX_NAMES);
    return names.map((name) => ({ name, value: values.get(name) }));
  }, [kind, views, form]);
}

/** The text of `source` in the selected entry, or its line; undefined if the entry does not have it. */
export function useChosenText(source: string): string | undefined {
  const { form } = useForm();
  const views = useDerived("stepViews");
  const before = views.find(({ path, step }) => path === form.place.stage && step?.before !== undefined)?.step?.before;
  if (before === undefined) return undefined;
  if (source === "") return before.line;
  const value = Object.hasOwn(before.extracted, source) ? before.extracted[source] : undefined;
  return typeof value === "string" ? value : undefined;
}
