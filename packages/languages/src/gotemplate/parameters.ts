/**
 * Parameters of template functions: name, Go type, and what the function gets. Templates convert constants to the Go type
 * (`3` and `3.0` both fit an int, `3.5` does not) and refuse everything else with Go's error texts before a function is
 * called, so that a value of the type can be relied on.
 */

import { ANY, ANY_MAP, ANY_SLICE, BOOL, FLOAT64, INT, REFLECT_VALUE, STRING } from "./types.ts";
import type { GoInt, GoList, GoMap, GoType, GoValue, IntType, Maybe } from "./values/model.ts";

export interface Parameter<T = unknown> {
  readonly name: string;
  readonly type: GoType;
  /** Makes what the function gets of the template's value; absent where that is the value itself. */
  readonly read?: ((value: Maybe) => T) | undefined;
}

/** What a function with these parameters gets. */
export type ValuesOf<P extends readonly Parameter[]> = {
  -readonly [K in keyof P]: P[K] extends Parameter<infer T> ? T : never;
};

/** A parameter of any Go type whose values are passed unchanged. */
export const param = <T>(name: string, type: GoType<T>): Parameter<T> => ({ name, type });

export const stringParam = (name: string): Parameter<string> => param(name, STRING);
export const boolParam = (name: string): Parameter<boolean> => param(name, BOOL);
export const floatParam = (name: string): Parameter<number> => param(name, FLOAT64);
/** `interface {}`: nil and a missing key are `null`. */
export const anyParam = (name: string): Parameter<GoValue> => param(name, ANY);
/** A nil map arrives as a GoMap with `isNil`. */
export const mapParam = (name: string): Parameter<GoMap> => param(name, ANY_MAP);
/** A nil slice arrives as a GoList with `isNil`. */
export const listParam = (name: string): Parameter<GoList> => param(name, ANY_SLICE);
/** `reflect.Value`, for the language's own functions: a missing key is `undefined`. */
export const reflectParam = (name: string): Parameter<Maybe> => param(name, REFLECT_VALUE);

/** An integer as a number: exact up to 2^53, which every length and count is below. */
export const intParam = (name: string, type: IntType = INT): Parameter<number> => ({
  name,
  type,
  read: (value) => Number((value as GoInt).value),
});

/** An integer, exactly. */
export const bigintParam = (name: string, type: IntType = INT): Parameter<bigint> => ({
  name,
  type,
  read: (value) => (value as GoInt).value,
});
