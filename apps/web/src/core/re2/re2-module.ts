/**
 * RE2 itself, as re2-wasm compiles it to WebAssembly. Its own script makes functions from texts, which a page's policy
 * does not allow, so this is its host: the class that the module registers when it starts, and strings in its memory. The
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
  const host = new Re2Host();
  const compiled = await WebAssembly.compile(bytes);
  const known = host.functions();
  const imports: Record<string, Record<string, WebAssembly.ImportValue>> = {};
  for (const { module, name, kind } of WebAssembly.Module.imports(compiled)) {
    imports[module] ??= {};
    imports[module][name] = kind === "memory" ? host.memory : (known[name] ?? (() => 0));
  }
  const { exports } = await WebAssembly.instantiate(compiled, imports);
  host.free = exports.free as Native;
  (exports.emscripten_stack_init as Native)();
  (exports.__wasm_call_ctors as Native)();
  return askerOf(host, exports);
}

/** What the module asks of its host: its memory, values of the page by handle, and the methods that it registers. */
class Re2Host {
  readonly memory = new WebAssembly.Memory({ initial: PAGES, maximum: PAGES });
  readonly methods = new Map<string, Method>();
  readonly handles: unknown[] = [...FIXED];
  readonly #typeNames = new Map<number, string>();
  /** The module's own, once it is there. */
  free: Native = fail("was asked before it was started");

  get heap(): DataView {
    return new DataView(this.memory.buffer);
  }

  /** A text of C++: its length, and its bytes. What it returns is the caller's to free. */
  takeText(at: number): string {
    const text = this.#decode(at + 4, this.#word(at));
    this.free(at);
    return text;
  }

  functions(): Readonly<Record<string, (...args: number[]) => unknown>> {
    return { ...this.#types(), ...this.#values(), ...this.#system() };
  }

  /** The types and methods of its class, which it registers when it starts. */
  #types(): Record<string, (...args: number[]) => unknown> {
    const { methods } = this;
    const named = (type: number, name: number) => void this.#typeNames.set(type, this.#nameAt(name));
    return {
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
        methods.set(`${type} ${this.#nameAt(name!)}`, { invoker: invoker!, context: context! });
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
    };
  }

  #values(): Record<string, (...args: number[]) => unknown> {
    const { handles } = this;
    const keep = (value: unknown) => handles.push(value) - 1;
    return {
      _emval_new_object: () => keep({}),
      _emval_new_array: () => keep([]),
      _emval_new_cstring: (at) => keep(this.#nameAt(at!)),
      _emval_take_value: (type, at) => keep(this.#take(type!, at!)),
      _emval_set_property: (object, key, value) => {
        (handles[object!] as Record<string, unknown>)[String(handles[key!])] = handles[value!];
      },
    };
  }

  #system(): Record<string, (...args: number[]) => unknown> {
    return {
      abort: fail("gave up: it has no more memory for this"),
      __assert_fail: fail("failed a check of its own"),
      __cxa_throw: fail("threw an exception"),
      emscripten_resize_heap: fail("has no more memory for this"),
      emscripten_memcpy_big: (to, from, length) => {
        new Uint8Array(this.memory.buffer).copyWithin(to!, from!, from! + length!);
      },
      // What it writes to its log is said as an error too.
      fd_write: (_file, blocks, count, written) => {
        let sum = 0;
        for (let i = 0; i < count!; i++) sum += this.#word(blocks! + BLOCK_OF_TEXTS * i + 4);
        this.heap.setUint32(written!, sum, true);
        return 0;
      },
    };
  }

  #take(type: number, at: number): unknown {
    const name = this.#typeNames.get(type);
    if (name === "std::string") return this.takeText(this.#word(at));
    if (name === "emscripten::val") return this.handles[this.#word(at)];
    if (name === "int") return this.heap.getInt32(at, true);
    if (name === "unsigned long") return this.#word(at);
    throw new Error(`RE2 hands over a value of type ${name ?? type}, which is not known here`);
  }

  #word(at: number): number {
    return this.heap.getUint32(at, true);
  }

  #decode(start: number, length: number): string {
    return new TextDecoder().decode(new Uint8Array(this.memory.buffer, start, length));
  }

  #nameAt(at: number): string {
    return this.#decode(at, new Uint8Array(this.memory.buffer).indexOf(0, at) - at);
  }
}

function fail(what: string): () => never {
  return () => {
    throw new Error(`RE2 ${what}`);
  };
}

/** Asks the module that was started. */
function askerOf(host: Re2Host, exports: WebAssembly.Exports): AskRe2 {
  const { methods, handles } = host;
  const table = exports.__indirect_function_table as WebAssembly.Table;
  const malloc = exports.malloc as Native;
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
    host.heap.setUint32(at, encoded.length, true);
    new Uint8Array(host.memory.buffer).set(encoded, at + 4);
    const result = use(at);
    host.free(at);
    return result;
  };

  return (pattern, text) => {
    const owner = withText(pattern, (at) => call("new", at, 0, 0, 0));
    try {
      const self = call("pointee", owner);
      if (call("ok", self) === 0) return { ok: false, error: host.takeText(call("error", self)) };
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
