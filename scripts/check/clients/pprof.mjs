// Reads a profile in pprof's format as far as it takes to say that it is whole: every reference leads somewhere, and every
// sample has a value for each type. Throws an `Error` that says what is wrong.
import { gunzipSync } from "node:zlib";
import { BinaryReader } from "@bufbuild/protobuf/wire";

const VARINT = 0;
const BYTES = 2;

/** The fields of a message: their numbers, and numbers or bytes. */
function* fieldsOf(bytes) {
  const reader = new BinaryReader(bytes);
  while (reader.pos < reader.len) {
    const [field, wireType] = reader.tag();
    if (wireType === VARINT) yield { field, value: Number(reader.int64()) };
    else if (wireType === BYTES) yield { field, value: reader.bytes() };
    else throw new Error(`field ${field} has wire type ${wireType}, which pprof does not use`);
  }
}

const allOf = (fields, number) => fields.filter(({ field }) => field === number).map(({ value }) => value);
const oneOf = (bytes, number) => allOf([...fieldsOf(bytes)], number)[0] ?? 0;

/** Repeated numbers, packed or one by one. */
function numbersOf(fields, number) {
  return allOf(fields, number).flatMap((value) => {
    if (typeof value === "number") return value;
    const reader = new BinaryReader(value);
    const numbers = [];
    while (reader.pos < reader.len) numbers.push(Number(reader.int64()));
    return numbers;
  });
}

const isGzip = (bytes) => bytes[0] === 0x1f && bytes[1] === 0x8b;

/** Sample types, totals of each, names of functions that stand in a sample. */
export function readPprof(bytes) {
  const fields = [...fieldsOf(isGzip(bytes) ? gunzipSync(bytes) : bytes)];
  const strings = allOf(fields, 6).map((text) => Buffer.from(text).toString());
  if (strings[0] !== "") throw new Error("the table of strings does not begin with the empty one");
  const text = (index) => {
    if (strings[index] === undefined) throw new Error(`there is no string ${index}`);
    return strings[index];
  };
  const names = new Map(allOf(fields, 5).map((one) => [oneOf(one, 1), text(oneOf(one, 2))]));
  const locations = new Map(
    allOf(fields, 4).map((one) => {
      const lines = allOf([...fieldsOf(one)], 4).map((line) => oneOf(line, 1));
      const missing = lines.find((id) => !names.has(id));
      if (missing !== undefined) throw new Error(`there is no function ${missing}`);
      return [oneOf(one, 1), lines.map((id) => names.get(id))];
    }),
  );
  const types = allOf(fields, 1).map((one) => text(oneOf(one, 1)));
  if (types.length === 0) throw new Error("there are no sample types");
  const totals = types.map(() => 0);
  const functions = new Set();
  const samples = allOf(fields, 2).map((one) => [...fieldsOf(one)]);
  for (const sample of samples) {
    const values = numbersOf(sample, 2);
    if (values.length !== types.length)
      throw new Error(`a sample has ${values.length} values for ${types.length} types`);
    for (const [i, value] of values.entries()) totals[i] += value;
    for (const id of numbersOf(sample, 1)) {
      if (!locations.has(id)) throw new Error(`there is no location ${id}`);
      for (const name of locations.get(id)) functions.add(name);
    }
  }
  return { types, totals, functions: [...functions], samples: samples.length };
}
