/**
 * Go's fmt package (print.go) over template values: Sprint, Sprintln, Sprintf with all verbs, flags, argument indexes
 * and the texts that Go puts in place of mistakes (`%!d(string=hi)`, `%!(EXTRA int=1)`). Maps print sorted by key.
 * Depth and length are bounded (limits.ts), since templates can build values that contain themselves.
 */

import { failLimit } from "./functions.ts";
import { MAX_ELEMENTS, MAX_VALUE_DEPTH } from "./limits.ts";
import { Formatter } from "./printing/format.ts";
import { type PrintfSink, parsePrintf } from "./printing/printf.ts";
import { type GoType, isUnsigned } from "./types.ts";
import {
  GoBytes,
  GoComplex,
  GoFloat32,
  GoInt,
  GoList,
  GoMap,
  GoObject,
  type GoValue,
  kindOf,
  type Maybe,
  sortedKeys,
  typeOf,
} from "./value.ts";
import { fromBytes } from "./values/go-string.ts";

/** `fmt.Sprint`: a blank between operands when neither is a string. */
export function sprint(args: readonly GoValue[]): string {
  const only = args[0];
  if (args.length === 1 && typeof only === "string") return only;
  const printer = new Printer();
  let previousIsString = false;
  for (const [i, arg] of args.entries()) {
    const isString = typeof arg === "string";
    if (i > 0 && !isString && !previousIsString) printer.write(" ");
    printer.printArg(arg, "v");
    previousIsString = isString;
  }
  return printer.out;
}

/** `fmt.Sprintln`: blanks between all operands, a newline at the end. */
export function sprintln(args: readonly GoValue[]): string {
  const printer = new Printer();
  for (const [i, arg] of args.entries()) {
    if (i > 0) printer.write(" ");
    printer.printArg(arg, "v");
  }
  printer.write("\n");
  return printer.out;
}

/** `fmt.Sprintf`. */
export function sprintf(format: string, args: readonly GoValue[]): string {
  const printer = new Printer();
  parsePrintf(format, args, printer);
  return printer.out;
}

/** `%v` of one value, which is how an action prints it. */
export function printValue(value: GoValue): string {
  if (typeof value === "string") return value;
  if (typeof value === "boolean") return value ? "true" : "false";
  if (value instanceof GoInt && !value.type.text) return value.value.toString();
  return sprint([value]);
}

/** Integers that print as hexadecimal under `%#v`. */
const isUnsignedInt = (value: GoInt): boolean => isUnsigned(value.type);

class Printer extends Formatter implements PrintfSink {
  /** The operand that a bad verb names: the argument, or the element inside it. */
  #operand: Maybe;
  /** Set while a bad verb's operand is printed: methods are not called then. */
  #erroring = false;
  #elements = 0;

  printArg(arg: GoValue, verb: string): void {
    this.#operand = arg;
    if (arg === null) {
      if (verb === "T" || verb === "v") this.pad("<nil>");
      else this.#badVerb(verb);
      return;
    }
    if (verb === "T") {
      this.string(typeOf(arg)?.name ?? "<nil>");
      return;
    }
    if (verb === "p") {
      this.#pointer(arg, verb);
      return;
    }
    if (!this.#printByMethod(arg, verb)) this.#printConcrete(arg, verb, 0);
  }

  #badVerb(verb: string): void {
    this.#erroring = true;
    this.write(`%!${verb}(`);
    const operand = this.#operand;
    const type = typeOf(operand);
    if (operand === undefined || operand === null || !type) this.write("<nil>");
    else {
      this.write(`${type.name}=`);
      this.#printConcrete(operand, "v", 0);
    }
    this.write(")");
    this.#erroring = false;
  }

  /** Whether the value printed itself (String, Error or GoString). */
  #printByMethod(value: GoValue, verb: string): boolean {
    if (this.#erroring) return false;
    if (verb === "w") {
      this.#badVerb(verb);
      return true;
    }
    if (!(value instanceof GoObject || value instanceof GoInt)) return false;
    if (this.sharpV) {
      const goText = value.type.goText;
      if (!goText) return false;
      this.string(goText(value));
      return true;
    }
    const text = value.type.text;
    if (!text || !"vsxXq".includes(verb)) return false;
    this.#printString(text(value), verb);
    return true;
  }

  /** An element inside a value: the content of an interface is printed itself. */
  #printElement(value: GoValue, elem: GoType | undefined, verb: string, depth: number): void {
    if (depth > MAX_VALUE_DEPTH)
      failLimit("template-value-depth", `value nested deeper than ${MAX_VALUE_DEPTH} levels`);
    if (++this.#elements > MAX_ELEMENTS) failLimit("template-elements", `more than ${MAX_ELEMENTS} elements to print`);
    this.#operand = value;
    if (value === null) {
      const typeName = elem?.name ?? "interface {}";
      this.write(this.sharpV ? `${typeName}(nil)` : "<nil>");
      return;
    }
    if (!this.#printByMethod(value, verb)) this.#printConcrete(value, verb, depth);
  }

  #printConcrete(value: GoValue, verb: string, depth: number): void {
    this.#operand = value;
    if (typeof value === "string") this.#printString(value, verb);
    else if (typeof value === "boolean") {
      if (verb === "t" || verb === "v") this.boolean(value);
      else this.#badVerb(verb);
    } else if (typeof value === "number") this.#printFloat(value, 64, verb);
    else if (value instanceof GoInt) this.#printInteger(value, verb);
    else if (value instanceof GoFloat32) this.#printFloat(value.value, 32, verb);
    else if (value instanceof GoComplex) this.#printComplex(value, verb);
    else if (value instanceof GoBytes) this.#printBytes(value, verb);
    else if (value instanceof GoList) this.#printList(value, verb, depth);
    else if (value instanceof GoMap) this.#printMap(value, verb, depth);
    else if (value instanceof GoObject) this.#printObject(value, verb, depth);
    else this.#pointer(value, verb);
  }

  #printString(text: string, verb: string): void {
    switch (verb) {
      case "v":
        if (this.sharpV) this.quoted(text);
        else this.string(text);
        return;
      case "s":
        this.string(text);
        return;
      case "x":
      case "X":
        this.hexString(text, verb === "X");
        return;
      case "q":
        this.quoted(text);
        return;
    }
    this.#badVerb(verb);
  }

  #printInteger(int: GoInt, verb: string): void {
    const value = int.value;
    switch (verb) {
      case "v":
        if (this.sharpV && isUnsignedInt(int)) this.#hexLiteral(value, true);
        else this.integer(value, 10, verb);
        return;
      case "d":
        this.integer(value, 10, verb);
        return;
      case "b":
        this.integer(value, 2, verb);
        return;
      case "o":
      case "O":
        this.integer(value, 8, verb);
        return;
      case "x":
      case "X":
        this.integer(value, 16, verb, verb === "X");
        return;
      case "c":
        this.character(value);
        return;
      case "q":
        this.quotedCharacter(value);
        return;
      case "U":
        this.unicode(value);
        return;
    }
    this.#badVerb(verb);
  }

  /** Hexadecimal with or without `0x`, whatever the `#` flag says. */
  #hexLiteral(value: bigint, prefix: boolean): void {
    const sharp = this.sharp;
    this.sharp = prefix;
    this.integer(value, 16, "v");
    this.sharp = sharp;
  }

  #printFloat(value: number, bits: 32 | 64, verb: string): void {
    switch (verb) {
      case "v":
        this.float(value, bits, "g", -1);
        return;
      case "b":
      case "g":
      case "G":
      case "x":
      case "X":
        this.float(value, bits, verb, -1);
        return;
      case "f":
      case "e":
      case "E":
        this.float(value, bits, verb, 6);
        return;
      case "F":
        this.float(value, bits, "f", 6);
        return;
    }
    this.#badVerb(verb);
  }

  #printComplex(value: GoComplex, verb: string): void {
    if (!"vbgGxXfFeE".includes(verb)) {
      this.#badVerb(verb);
      return;
    }
    const plus = this.plus;
    this.write("(");
    this.#printFloat(value.real, 64, verb);
    this.plus = true;
    this.#printFloat(value.imaginary, 64, verb);
    this.write("i)");
    this.plus = plus;
  }

  #printBytes(value: GoBytes, verb: string): void {
    const { bytes } = value;
    switch (verb) {
      case "v":
      case "d": {
        this.write(this.sharpV ? "[]byte{" : "[");
        for (const [i, byte] of bytes.entries()) {
          if (i > 0) this.write(this.sharpV ? ", " : " ");
          if (this.sharpV) this.#hexLiteral(BigInt(byte), true);
          else this.integer(BigInt(byte), 10, verb);
        }
        this.write(this.sharpV ? "}" : "]");
        return;
      }
      case "s":
        this.string(fromBytes(bytes));
        return;
      case "x":
      case "X":
        this.hexBytes(bytes, verb === "X");
        return;
      case "q":
        this.quoted(fromBytes(bytes));
        return;
    }
    this.#badVerb(verb);
  }

  #printList(list: GoList, verb: string, depth: number): void {
    if (this.sharpV) {
      this.write(list.type.name);
      if (list.isNil) {
        this.write("(nil)");
        return;
      }
    }
    this.write(this.sharpV ? "{" : "[");
    for (const [i, item] of list.items.entries()) {
      if (i > 0) this.write(this.sharpV ? ", " : " ");
      this.#printElement(item, list.type.elem, verb, depth + 1);
    }
    this.write(this.sharpV ? "}" : "]");
  }

  #printMap(map: GoMap, verb: string, depth: number): void {
    if (this.sharpV) {
      this.write(map.type.name);
      if (map.isNil) {
        this.write("(nil)");
        return;
      }
    }
    this.write(this.sharpV ? "{" : "map[");
    for (const [i, key] of sortedKeys(map).entries()) {
      if (i > 0) this.write(this.sharpV ? ", " : " ");
      this.#printConcrete(key, verb, depth + 1);
      this.write(":");
      this.#printElement(map.get(key) ?? null, map.type.elem, verb, depth + 1);
    }
    this.write(this.sharpV ? "}" : "]");
  }

  /** A struct, or a pointer to one, field by field; a named string as such. */
  #printObject(object: GoObject, verb: string, depth: number): void {
    if (object.underlying !== undefined) {
      this.#printString(object.underlying, verb);
      return;
    }
    const isPointer = object.type.kind === "ptr";
    if (isPointer && depth > 0) {
      this.#pointer(object, verb);
      return;
    }
    const type = isPointer ? object.type.elem : object.type;
    if (isPointer) this.write("&");
    if (this.sharpV) this.write(type?.name ?? "");
    this.write("{");
    for (const [i, name] of (type?.fields ?? []).entries()) {
      if (i > 0) this.write(this.sharpV ? ", " : " ");
      if (this.plusV || this.sharpV) this.write(`${name}:`);
      this.#printElement(object.field(name) ?? null, undefined, verb, depth + 1);
    }
    this.write("}");
  }

  /** An address. Ours is always the same one: nothing here has an address, and no two runs of Go agree on it either. */
  #pointer(value: GoValue, verb: string): void {
    const kind = kindOf(value);
    if (kind !== "func" && kind !== "map" && kind !== "ptr" && kind !== "slice") {
      this.#badVerb(verb);
      return;
    }
    const isNil = (value instanceof GoList || value instanceof GoMap) && value.isNil;
    const address = isNil ? 0n : 0xc000010000n;
    switch (verb) {
      case "v":
        if (this.sharpV) {
          this.write(`(${typeOf(value)?.name})(`);
          this.#hexLiteral(address, true);
          this.write(")");
          return;
        }
        this.#hexLiteral(address, !this.sharp);
        return;
      case "p":
        this.#hexLiteral(address, !this.sharp);
        return;
      case "b":
        this.integer(address, 2, verb);
        return;
      case "o":
        this.integer(address, 8, verb);
        return;
      case "d":
        this.integer(address, 10, verb);
        return;
      case "x":
      case "X":
        this.integer(address, 16, verb, verb === "X");
        return;
    }
    this.#badVerb(verb);
  }

  /** What `%!(EXTRA …)` says of an argument that no verb took. */
  printExtra(arg: GoValue): void {
    const type = typeOf(arg);
    if (arg === null || !type) {
      this.write("<nil>");
      return;
    }
    this.write(`${type.name}=`);
    this.printArg(arg, "v");
  }
}
