/**
 * Building blocks of bodies and events. Each has a description, from which OpenAPI and the reference are generated; types are
 * inferred. Answers are read leniently, since server and client may be of different versions: an unknown word becomes the
 * least specific one, and only the damaged item of a list is left out.
 */
import type { EntryJson, StepJson } from "@sluice/engine";
import * as v from "valibot";

/** Maximum number of items of one list in an answer: more than a server keeps of anything. */
const MOST_ITEMS = 10_000;

export type AnySchema = v.GenericSchema<unknown, unknown>;

/** The engine's types are readonly already, and their values may nest without end. */
type ReadonlyDeep<T> = T extends EntryJson | StepJson
  ? T
  : T extends object
    ? { readonly [K in keyof T]: ReadonlyDeep<T[K]> }
    : T;

/** The type of a schema's result: a client's answer, and the server's body. */
export type Data<S extends AnySchema> = ReadonlyDeep<v.InferOutput<S>>;
/** The type to send: fields with a default may be left out. */
export type Sent<S extends AnySchema> = ReadonlyDeep<v.InferInput<S>>;

/** The same, with a description. */
export const described = <S extends AnySchema>(schema: S, description: string) =>
  v.pipe(schema, v.description(description));

/** `note` describes the field, in a phrase without a stop. */
export const text = (note: string) => v.pipe(v.string(), v.description(note));
export const yes = (note: string) => v.pipe(v.boolean(), v.description(note));
/** A finite number of an answer. */
export const number = (note: string) => v.pipe(v.number(), v.finite(), v.description(note));
/** A number from 0 of an answer: a count, a rate, a share. */
export const count = (note: string) => v.pipe(v.number(), v.finite(), v.minValue(0), v.description(note));
/** A whole number from 1 of an answer: of a version, say. */
export const ordinal = (note: string) => v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.description(note));
/** RFC 3339. */
export const time = (note: string) => v.pipe(v.string(), v.description(note), v.metadata({ format: "date-time" }));

/**
 * One of the words; `otherwise` is what a client reads for a word of a newer server: the least specific, or the most cautious
 * one.
 */
export const word = <const T extends string, O extends T>(words: readonly T[], note: string, otherwise: O) =>
  v.fallback(v.pipe(v.picklist(words), v.description(note)), otherwise);

/** Any value: a client passes it on or shows it unchanged. */
export const anything = (note: string) => v.pipe(v.unknown(), v.description(note));
/** Names with any values. */
export const details = (note: string) => v.pipe(v.record(v.string(), v.unknown()), v.description(note));
export const names = (note: string) => v.pipe(v.array(v.string()), v.description(note));
export const texts = (note: string) => v.pipe(v.record(v.string(), v.string()), v.description(note));

type ListSchema<S extends AnySchema> = v.GenericSchema<v.InferInput<S>[], v.InferOutput<S>[]>;

/** A list of an answer: damaged items are left out, and so are those beyond 10,000. */
export function list<S extends AnySchema>(item: S, note?: string): ListSchema<S> {
  const whole = v.array(item);
  const lenient = {
    ...whole,
    "~run"(dataset: v.UnknownDataset, config: v.Config<v.BaseIssue<unknown>>) {
      if (!Array.isArray(dataset.value)) return whole["~run"](dataset, config);
      const value = (dataset.value as unknown[]).slice(0, MOST_ITEMS).flatMap((one) => {
        const read = v.safeParse(item, one);
        return read.success ? [read.output] : [];
      });
      return { typed: true, value };
    },
  } as unknown as ListSchema<S>;
  return note === undefined ? lenient : described(lenient, note);
}

type Fields = Readonly<Record<string, AnySchema>>;

/** Reads an object field by field: an absent or damaged field is undefined and does not affect others. */
export function readFields<F extends Fields>(
  { entries }: { readonly entries: F },
  value: unknown,
): { readonly [K in keyof F]?: Data<F[K]> | undefined } {
  const given = v.safeParse(v.record(v.string(), v.unknown()), value);
  const fields = Object.entries(entries).flatMap(([name, schema]) => {
    if (!given.success || !Object.hasOwn(given.output, name)) return [];
    const read = v.safeParse(schema, given.output[name]);
    return read.success ? [[name, read.output]] : [];
  });
  return Object.fromEntries(fields) as { readonly [K in keyof F]?: Data<F[K]> };
}
