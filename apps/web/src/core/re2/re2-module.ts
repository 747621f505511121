/**
 * RE2 itself, as re2-wasm compiles it to WebAssembly. Its own script makes functions from texts, which a page's policy
 * does not allow, so this is its host: what the module tells of its class when it starts, and strings in its memory. The
 * memory is fixed at 16 MiB: what needs more throws, and the module is lost then.
 */
import type { Re2Answer } from "./answer.ts";

export type AskRe2 = (pattern: string, text: string | undefined) => Re2Answer;

type Native = (...args: number[]) => number;

/** A method of a class: `invoker` in the table of functions is called with `context`, where there is one, and the arguments. */
interface Method {
  readonly invoker: number;
  readonly context: number | undefined;
}

const PAGES = 256;
/** Handles that always stand for the same: nothing, undefined, null, true, false. */
const FIXED: readonly unknown[] = [undefined, undefined, null, true, false];
const BLOCK_OF_TEXTS = 8;

/** Starts the module. Throws where it is not RE2, or not the RE2 that this host knows. */
export async function startRe2(bytes: BufferSource): Promise<AskRe2> {
  const memory = new WebAssembly.Memory({ initial: PAGES, maximum: PAGES });
  const heap = () => new DataView(memory.buffer);
  const word = (at: number) => heap().getUint32(at, true);
  const decode = (start: number, length: number) =>
    new TextDecoder().decode(new Uint8Array(memory.buffer, start, length));
  const nameAt = (at: number) => decode(at, new Uint8Array(memory.buffer).indexOf(0, at) - at);

  const handles = [...FIXED];
  const keep = (value: unknown) => handles.push(value) - 1;
  const typeNames = new Map<number, string>();
  const named = (type: number, name: number) => void typeNames.set(type, nameAt(name));
  const methods = new Map<string, Method>();
  const fail = (what: string) => () => {
    throw new Error(`RE2 ${what}`);
  };
  let free: Native;

  /** A text of C++: its length, and its bytes. What it returns is the caller's to free. */
  const takeText = (at: number): string => {
    const text = decode(at + 4, word(at));
    free(at);
    return text;
  };
  const take = (type: number, at: number): unknown => {
    const name = typeNames.get(type);
    if (name === "std::string") return takeText(word(at));
    if (name === "emscripten::val") return handles[word(at)];
    if (name === "int") return heap().getInt32(at, true);
    if (name === "unsigned long") return word(at);
    throw new Error(`RE2 hands over a value of type ${name ?? type}, which is not known here`);
  };

  const known: Record<string, (...args: number[]) => unknown> = {
    _embind_register_void: named,
    _embind_register_bool: named,
    _embind_register_integer: named,
    _embind_register_float: named,
    _embind_register_emval: named,
    _embind_register_std_string: named,
    _embind_register_class_constructor: (type, _count, _types, _signature, invoker, context) => {
      methods.set(`${type} new`, { invoker: invoker!, context: context! });
    },
    _embind_register_class_function: (type, name, _count, _types, _signature, invoker, context) => {
      methods.set(`${type} ${nameAt(name!)}`, { invoker: invoker!, context: context! });
    },
    // What a constructor gives is a counted pointer.
    _embind_register_smart_ptr: (
      _type,
      pointee,
      _name,
      _policy,
      _get,
      getPointee,
      _make,
      _new,
      _share,
      _copy,
      _end,
      destructor,
    ) => {
      methods.set(`${pointee} pointee`, { invoker: getPointee!, context: undefined });
      methods.set(`${pointee} delete`, { invoker: destructor!, context: undefined });
    },
    _emval_new_object: () => keep({}),
    _emval_new_array: () => keep([]),
    _emval_new_cstring: (at) => keep(nameAt(at!)),
    _emval_take_value: (type, at) => keep(take(type!, at!)),
    _emval_set_property: (object, key, value) => {
      (handles[object!] as Record<string, unknown>)[String(handles[key!])] = handles[value!];
    },
    abort: fail("gave up: it has no more memory for this"),
    __assert_fail: fail("failed a check of its own"),
    __cxa_throw: fail("threw an exception"),
    emscripten_resize_heap: fail("has no more memory for this"),
    emscripten_memcpy_big: (to, from, length) => {
      new Uint8Array(memory.buffer).copyWithin(to!, from!, from! + length!);
    },
    // What it writes to its log is said as an error too.
    fd_write: (_file, blocks, count, written) => {
      let sum = 0;
      for (let i = 0; i < count!; i++) sum += word(blocks! + BLOCK_OF_TEXTS * i + 4);
      heap().setUint32(written!, sum, true);
      return 0;
    },
  };
  const compiled = await WebAssembly.compile(bytes);
  const imports: Record<string, Record<string, WebAssembly.ImportValue>> = {};
  for (const { module, name, kind } of WebAssembly.Module.imports(compiled)) {
    imports[module] ??= {};
    imports[module][name] = kind === "memory" ? memory : (known[name] ?? (() => 0));
  }
  const { exports } = await WebAssembly.instantiate(compiled, imports);
  const table = exports.__indirect_function_table as WebAssembly.Table;
  const malloc = exports.malloc as Native;
  free = exports.free as Native;
  (exports.emscripten_stack_init as Native)();
  (exports.__wasm_call_ctors as Native)();

  const type = [...methods.keys()].find((key) => key.endsWith(" match"))?.split(" ")[0];
  const call = (name: string, ...args: readonly number[]): number => {
    const method = methods.get(`${type} ${name}`);
    if (method === undefined) throw new Error(`RE2 has no ${name}`);
    const invoke = table.get(method.invoker) as Native;
    return method.context === undefined ? invoke(...args) : invoke(method.context, ...args);
  };
  const withText = <T>(text: string, use: (at: number) => T): T => {
    const encoded = new TextEncoder().encode(text);
    const at = malloc(4 + encoded.length);
    if (at === 0) throw new Error("RE2 has no more memory for this");
    heap().setUint32(at, encoded.length, true);
    new Uint8Array(memory.buffer).set(encoded, at + 4);
    const result = use(at);
    free(at);
    return result;
  };

  return (pattern, text) => {
    const owner = withText(pattern, (at) => call("new", at, 0, 0, 0));
    try {
      const self = call("pointee", owner);
      if (call("ok", self) === 0) return { ok: false, error: takeText(call("error", self)) };
      if (text === undefined) return { ok: true, match: undefined };
      const found = handles[withText(text, (at) => call("match", self, at, 0, 1))] as {
        readonly index: number;
        readonly match: string;
        readonly groups: readonly (string | undefined)[];
      };
      if (found.index < 0) return { ok: true, match: null };
      return { ok: true, match: { start: offsetOf(text, found.index), groups: [found.match, ...found.groups] } };
    } finally {
      call("delete", owner);
      handles.length = FIXED.length;
    }
  };
}

/** The UTF-16 offset of a character, by its number from 0. */
function offsetOf(text: string, character: number): number {
  let at = 0;
  for (let count = 0; count < character; count++) at += text.codePointAt(at)! > 0xffff ? 2 : 1;
  return at;
}
