/**
 * What bodies and events are made of. Each has a description, from which OpenAPI and the reference are written; types are
 * inferred. Answers are read leniently, since server and client may be of different versions: a word that is not known
 * becomes the one that says least, and a damaged item of a list is left out alone.
 */
import type { EntryJson, StepJson } from "@sluice/engine";
import * as v from "valibot";

/** Items of one list in an answer: more than a server keeps of anything. */
const MOST_ITEMS = 10_000;

export type AnySchema = v.GenericSchema<unknown, unknown>;

/** What the engine describes is so already, and values in it may nest without end. */
type ReadonlyDeep<T> = T extends EntryJson | StepJson
  ? T
  : T extends object
    ? { readonly [K in keyof T]: ReadonlyDeep<T[K]> }
    : T;

/** What a schema reads: a client's type of an answer, and the server's of a body. */
export type Data<S extends AnySchema> = ReadonlyDeep<v.InferOutput<S>>;
/** What has to be sent for it: fields with a default may be left out. */
export type Sent<S extends AnySchema> = ReadonlyDeep<v.InferInput<S>>;

/** The same, with a description. */
export const described = <S extends AnySchema>(schema: S, description: string) =>
  v.pipe(schema, v.description(description));

/** `note` says what the field is, in a sentence without a stop. */
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

/** One of the words; `otherwise` is what a client reads where the server knows more of them: what says least, or warns most. */
export const word = <const T extends string, O extends T>(words: readonly T[], note: string, otherwise: O) =>
  v.fallback(v.pipe(v.picklist(words), v.description(note)), otherwise);

/** Whatever it is: a client hands it on, or shows it as it is. */
export const anything = (note: string) => v.pipe(v.unknown(), v.description(note));
/** Names with whatever they have. */
export const details = (note: string) => v.pipe(v.record(v.string(), v.unknown()), v.description(note));
export const names = (note: string) => v.pipe(v.array(v.string()), v.description(note));
export const texts = (note: string) => v.pipe(v.record(v.string(), v.string()), v.description(note));

type ListSchema<S extends AnySchema> = v.GenericSchema<v.InferInput<S>[], v.InferOutput<S>[]>;

/** A list of an answer: a damaged item is left out, and so is what is beyond 10,000. */
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

/** What can be read of an object, field by field: what is absent or damaged is undefined, and takes no other with it. */
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
