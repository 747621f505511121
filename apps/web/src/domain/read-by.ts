/** Values that come from a server, read through schemas: it may be of another version than the page. */
import * as v from "valibot";

/** Undefined: this is none. */
export type Read<T> = (value: unknown) => T | undefined;

export const readBy =
  <T>(schema: v.GenericSchema<unknown, T>): Read<T> =>
  (value) => {
    const parsed = v.safeParse(schema, value);
    return parsed.success ? parsed.output : undefined;
  };

/** Why the server did not do what it was asked. */
export const readRefusal = readBy(v.object({ error: v.string() }));
