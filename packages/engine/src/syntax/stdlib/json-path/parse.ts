/**
 * Reads a JSONPath in the manner of the library that Alloy uses (`ojg/jp`): `$`, `.name`, `['name']`, `[n]`, `[a:b:c]`,
 * `[a,b]`, `*`, `..`, and filters `[?…]`. Scripts `[(…)]` are refused, as in the library.
 */
import { parseEquation } from "./parse-filter.ts";
import { type Fragment, type Path, PathError } from "./path.ts";
import { PathReader } from "./reader.ts";

/** Bytes of a path, and fragments in all that it may have, those in filters counted. */
const MAX_LENGTH = 64 * 1024;
const MAX_FRAGMENTS = 500;

/** Bytes that are part of a name. */
const isNameByte = (byte: string): boolean => /^[#%0-9:;?A-Z^_a-z{|}~\x80-\xff]$/.test(byte);

/** The path that `text` is. Throws `PathError`. */
export function parsePath(text: string): Path {
  const reader = new PathReader(text);
  if (reader.bytes.length > MAX_LENGTH) throw new PathError(`the path is longer than ${MAX_LENGTH} bytes`);
  const parser = new PathParser(reader);
  const path = parser.readPath();
  if (!reader.atEnd) throw reader.error("parse error");
  return path;
}

class PathParser {
  readonly reader: PathReader;
  #fragments = 0;

  constructor(reader: PathReader) {
    this.reader = reader;
  }

  /** Fragments up to something that starts none. */
  readPath(): Path {
    const path: Fragment[] = [];
    for (;;) {
      const fragment = this.#readFragment(path);
      if (!fragment) return path;
      if (++this.#fragments > MAX_FRAGMENTS) throw this.reader.error(`more than ${MAX_FRAGMENTS} parts`);
      path.push(fragment);
    }
  }

  #readFragment(before: readonly Fragment[]): Fragment | undefined {
    const { reader } = this;
    if (reader.atEnd) return undefined;
    const byte = reader.next();
    switch (byte) {
      case "$":
      case "@":
        return before.length > 0 ? undefined : { kind: byte === "$" ? "root" : "current" };
      case ".":
        return this.#readBehindDot();
      case "*":
        return { kind: "wildcard" };
      case "[":
        return this.#readBracket();
    }
    reader.at--;
    if (!isNameByte(byte)) return undefined;
    if (before.length === 0) return this.#readBehindDot();
    return before.at(-1)!.kind === "descent" ? this.#readName() : undefined;
  }

  #readBehindDot(): Fragment {
    const { reader } = this;
    reader.refuseEnd();
    const byte = reader.next();
    if (byte === "*") return { kind: "wildcard" };
    if (byte === ".") return { kind: "descent" };
    if (!isNameByte(byte)) throw reader.error(`an expression fragment can not start with a '${byte}'`);
    reader.at--;
    return this.#readName();
  }

  #readName(): Fragment {
    const { reader } = this;
    const start = reader.at;
    while (!reader.atEnd && isNameByte(reader.peek())) reader.at++;
    return { kind: "keys", keys: [reader.text(start, reader.at)] };
  }

  #readBracket(): Fragment {
    const { reader } = this;
    reader.refuseEnd();
    const byte = reader.nextBehindBlanks();
    if (byte === "*") {
      if (reader.nextBehindBlanks() !== "]") throw reader.error("not terminated");
      return { kind: "wildcard" };
    }
    if (byte === "'" || byte === '"') {
      const name = reader.readString(byte);
      const after = reader.nextBehindBlanks();
      if (after === "]") return { kind: "keys", keys: [name] };
      if (after === ",") return this.#readUnion(name);
      throw reader.error("invalid bracket fragment");
    }
    if (byte === ":") return this.#readSlice(0);
    if (byte === "?") return this.#readFilter();
    if (byte === "(") {
      if (!reader.bytes.includes(")]")) throw reader.error("not terminated");
      throw reader.error("scripts are not available, [(…)]");
    }
    if (/^[-0-9]$/.test(byte)) {
      const { value, after: first } = reader.readInteger(byte);
      let after = first;
      // A blank at the very end is read again and again by the original.
      while (after === " " && !reader.atEnd) after = reader.nextBehindBlanks();
      if (after === "]") return { kind: "keys", keys: [value] };
      if (after === ",") return this.#readUnion(value);
      if (after === ":") return this.#readSlice(value);
      throw reader.error("invalid bracket fragment");
    }
    reader.at--;
    throw reader.error("parse error");
  }

  #readSlice(start: number): Fragment {
    const { reader } = this;
    reader.refuseEnd();
    if (reader.peek() === "]") {
      reader.at++;
      return { kind: "slice", start, end: undefined, step: 1 };
    }
    let end: number | undefined;
    let step = 1;
    let byte = reader.nextBehindBlanks();
    if (byte !== ":") ({ value: end, after: byte } = reader.readInteger(byte));
    if (byte === ":") {
      reader.refuseEnd();
      byte = reader.next();
      if (byte !== "]") ({ value: step, after: byte } = reader.readInteger(byte));
    }
    if (byte !== "]") throw reader.error("invalid slice syntax");
    return { kind: "slice", start, end, step };
  }

  /** Names and numbers after the first one's comma. */
  #readUnion(first: string | number): Fragment {
    const { reader } = this;
    reader.refuseEnd();
    const keys = [first];
    for (let byte = ","; byte !== "]"; ) {
      if (byte !== ",") throw reader.error("invalid union syntax");
      byte = reader.nextBehindBlanks();
      if (byte === "'" || byte === '"') {
        keys.push(reader.readString(byte));
        byte = reader.nextBehindBlanks();
      } else if (/^[-0-9]$/.test(byte)) {
        const { value, after } = reader.readInteger(byte);
        keys.push(value);
        byte = after === " " ? reader.nextBehindBlanks() : after;
      } else throw reader.error("invalid union syntax");
    }
    return { kind: "keys", keys };
  }

  #readFilter(): Fragment {
    const { reader } = this;
    reader.refuseEnd();
    const filter = parseEquation(reader, () => this.readPath());
    if (reader.peekBehindBlanks() !== "]") throw reader.error("not terminated");
    reader.at++;
    return { kind: "filter", filter };
  }
}
