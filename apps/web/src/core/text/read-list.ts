/** Lists that come from outside: one damaged item takes no others with it. */
import * as v from "valibot";

/** Leaves out items that do not match the schema, and those beyond `most`. */
export const listOf = <T>(schema: v.GenericSchema<unknown, T>, most: number) =>
  v.pipe(
    v.array(v.unknown()),
    v.transform((items): T[] =>
      items.slice(0, most).flatMap((item) => {
        const parsed = v.safeParse(schema, item);
        return parsed.success ? [parsed.output] : [];
      }),
    ),
  );
