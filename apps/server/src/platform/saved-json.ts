/** What this server wrote down before, read as a schema says: a disk that was full, or a hand, may have changed any of it. */
import { messageOf } from "@sluice/languages/base";
import * as v from "valibot";

/** What cannot be understood; the message says where and why. */
export class SavedDamaged extends Error {}

/** Throws `SavedDamaged`. */
export function parseSaved<S extends v.GenericSchema>(schema: S, text: string): v.InferOutput<S> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new SavedDamaged(messageOf(error));
  }
  const parsed = v.safeParse(schema, value, { abortEarly: true });
  if (parsed.success) return parsed.output;
  const [issue] = parsed.issues;
  const where = issue.path?.map(({ key }) => (typeof key === "number" ? `[${key}]` : `.${String(key)}`)).join("") ?? "";
  const place = where === "" ? "it" : where.replace(/^\./, "");
  throw new SavedDamaged(`${place} is ${issue.received}, not ${issue.expected ?? "what it should be"}`);
}

/** A count of bytes or lines. */
export const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
/** A time or another large integer, as text. */
export const integerText = v.pipe(v.string(), v.regex(/^-?\d+$/));
