/** All kinds of values, each with its record: see `value-kind.ts`. */
import { CAPSULE_KIND } from "./kinds/capsule-kind.ts";
import { listKind, mapKind } from "./kinds/nested-kinds.ts";
import { BOOL_KIND, BYTES_KIND, DURATION_KIND, FLOAT_KIND, INT_KIND } from "./kinds/number-kinds.ts";
import { ENUM_KIND, LANGUAGE_KIND, SECRET_KIND, STRING_KIND } from "./kinds/text-kinds.ts";
import { LANGUAGES } from "./languages.ts";
import type { ValueKind } from "./value-kind.ts";
import type { Kind, OfKind, ValueType } from "./value-type.ts";

export const VALUE_KINDS: { readonly [K in Kind]: ValueKind<OfKind<K>> } = {
  string: STRING_KIND,
  bool: BOOL_KIND,
  int: INT_KIND,
  float: FLOAT_KIND,
  duration: DURATION_KIND,
  bytes: BYTES_KIND,
  enum: ENUM_KIND,
  language: LANGUAGE_KIND,
  list: listKind(kindOf),
  map: mapKind(kindOf),
  capsule: CAPSULE_KIND,
  secret: SECRET_KIND,
};

/** Whether its texts call the functions of templates. */
export const callsFunctions = (type: ValueType): boolean =>
  type.kind === "language" && LANGUAGES[type.language].callsFunctions;

/** The record of a type's kind. */
export function kindOf(type: ValueType): ValueKind<ValueType> {
  return VALUE_KINDS[type.kind] as ValueKind<ValueType>;
}
