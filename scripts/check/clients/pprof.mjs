// Checks that a profile in pprof's format is whole: every reference leads somewhere, and every sample has a value for each
// type. Throws an `Error` that says what is wrong.
import { gunzipSync } from "node:zlib";
import { BinaryReader } from "@bufbuild/protobuf/wire";

const VARINT = 0;
const BYTES = 2;

/** @typedef {{ field: number, value: number | Uint8Array }} Field */

/**
 * The fields of a message: their numbers, and numbers or bytes.
 * @param {Uint8Array} bytes
 * @returns {Generator<Field>}
 */
function* fieldsOf(bytes) {
  const reader = new BinaryReader(bytes);
  while (reader.pos < reader.len) {
    const [field, wireType] = reader.tag();
    if (wireType === VARINT) yield { field, value: Number(reader.int64()) };
    else if (wireType === BYTES) yield { field, value: reader.bytes() };
    else throw new Error(`field ${field} has wire type ${wireType}, which pprof does not use`);
  }
}

/**
 * @param {readonly Field[]} fields
 * @param {number} number
 */
const allOf = (fields, number) => fields.filter(({ field }) => field === number).map(({ value }) => value);

/**
 * Messages and texts of a field.
 * @param {readonly Field[]} fields
 * @param {number} number
 */
const bytesOf = (fields, number) =>
  allOf(fields, number).map((value) => {
    if (typeof value === "number") throw new Error(`field ${number} is a number, and not bytes`);
    return value;
  });

/**
 * @param {Uint8Array} bytes
 * @param {number} number
 */
const oneOf = (bytes, number) => Number(allOf([...fieldsOf(bytes)], number)[0] ?? 0);

/**
 * Repeated numbers, packed or one by one.
 * @param {readonly Field[]} fields
 * @param {number} number
 */
function numbersOf(fields, number) {
  return allOf(fields, number).flatMap((value) => {
    if (typeof value === "number") return value;
    const reader = new BinaryReader(value);
    /** @type {number[]} */
    const numbers = [];
    while (reader.pos < reader.len) numbers.push(Number(reader.int64()));
    return numbers;
  });
}

/** @param {Uint8Array} bytes */
const isGzip = (bytes) => bytes[0] === 0x1f && bytes[1] === 0x8b;

/**
 * Sample types, totals of each, names of functions that stand in a sample.
 * @param {Uint8Array} bytes
 */
export function readPprof(bytes) {
  const fields = [...fieldsOf(isGzip(bytes) ? gunzipSync(bytes) : bytes)];
  const strings = bytesOf(fields, 6).map((text) => Buffer.from(text).toString());
  if (strings[0] !== "") throw new Error("the table of strings does not begin with the empty one");
  /** @param {number} index */
  const text = (index) => {
    if (strings[index] === undefined) throw new Error(`there is no string ${index}`);
    return strings[index];
  };
  const names = new Map(bytesOf(fields, 5).map((one) => [oneOf(one, 1), text(oneOf(one, 2))]));
  const locations = new Map(
    bytesOf(fields, 4).map((one) => {
      const lines = bytesOf([...fieldsOf(one)], 4).map((line) => {
        const id = oneOf(line, 1);
        const name = names.get(id);
        if (name === undefined) throw new Error(`there is no function ${id}`);
        return name;
      });
      return [oneOf(one, 1), lines];
    }),
  );
  const types = bytesOf(fields, 1).map((one) => text(oneOf(one, 1)));
  if (types.length === 0) throw new Error("there are no sample types");
  const totals = types.map(() => 0);
  /** @type {Set<string>} */
  const functions = new Set();
  const samples = bytesOf(fields, 2).map((one) => [...fieldsOf(one)]);
  for (const sample of samples) {
    const values = numbersOf(sample, 2);
    if (values.length !== types.length)
      throw new Error(`a sample has ${values.length} values for ${types.length} types`);
    for (const [i, value] of values.entries()) totals[i] += value;
    for (const id of numbersOf(sample, 1)) {
      const location = locations.get(id);
      if (location === undefined) throw new Error(`there is no location ${id}`);
      for (const name of location) functions.add(name);
    }
  }
  return { types, totals, functions: [...functions], samples: samples.length };
}
