/**
 * The state of one execution of a template: output, variables, the current node (which error messages name), and the work
 * done so far. Functions receive it as their context.
 */
import { LimitError } from "../../base/limit-error.ts";
import type { Random } from "../../base/random.ts";
import { utf8Length } from "../../base/text.ts";
import type { Nanos } from "../../base/time.ts";
import { type CallContext, failLimit, TemplateError } from "../functions.ts";
import { MAX_OUTPUT, MAX_WORK } from "../limits.ts";
import { type AnyNode, nodeText } from "../syntax/ast.ts";
import { GoList, type GoValue, type Maybe } from "../value.ts";
import { quote } from "../values/quote.ts";

/** What an execution may ask of the world. */
export interface TemplateHost {
  now(): Nanos;
  readonly random: Random;
  /** SHA-256 of the text's UTF-8, in lower-case hexadecimal. */
  sha256(text: string): string;
}

/** The text that nodes point into, and the name under which errors quote it. */
export interface TemplateSource {
  readonly name: string;
  readonly text: string;
}

/** Ends an execution; `message` is Go's whole text. */
export class ExecutionError {
  readonly message: string;
  readonly limit: string | undefined;

  constructor(message: string, limit?: string) {
    this.message = message;
    this.limit = limit;
  }
}

/** Charges for texts up to this many characters are included in the charge for the action. */
const SHORT_TEXT = 64;

export class Execution implements CallContext {
  readonly #source: TemplateSource;
  readonly #host: TemplateHost;
  out = "";
  node: AnyNode | undefined;
  /** Name of the template that runs: the main one or a defined one. */
  templateName: string;
  /** Templates within templates. */
  depth = 0;
  /** Calls on the stack for the templates that called this one and their open blocks. */
  nesting = 0;
  /** Whether dot came out of an interface: errors name its type so. */
  dotIsInterface = false;
  names: string[] = ["$"];
  values: Maybe[];
  interfaces: boolean[] = [false];
  #work = 0;

  constructor(source: TemplateSource, host: TemplateHost, data: Maybe) {
    this.#source = source;
    this.#host = host;
    this.templateName = source.name;
    this.values = [data];
  }

  now(): Nanos {
    return this.#host.now();
  }

  get random(): Random {
    return this.#host.random;
  }

  sha256(text: string): string {
    return this.#host.sha256(text);
  }

  charge(units: number): void {
    this.#work += units;
    if (this.#work > MAX_WORK) failLimit("template-work", `more than ${MAX_WORK} units of work`);
  }

  reserve(length: number): void {
    if (length > MAX_OUTPUT) failLimit("template-output", `text longer than ${MAX_OUTPUT} characters`);
    if (length > SHORT_TEXT) this.charge(Math.ceil(length / SHORT_TEXT));
  }

  /** Charges for what a function takes or gives. */
  chargeValue(value: Maybe): void {
    if (typeof value === "string") {
      if (value.length > SHORT_TEXT) this.reserve(value.length);
    } else if (value instanceof GoList) this.charge(value.items.length >> 3);
  }

  write(text: string): void {
    this.out += text;
    if (this.out.length > MAX_OUTPUT) this.error(`output longer than ${MAX_OUTPUT} characters`, "template-output");
  }

  // Variables: a stack searched from the top, as in Go.

  push(name: string, value: Maybe): void {
    this.names.push(name);
    this.values.push(value);
    this.interfaces.push(false);
  }

  /** Drops the variables above `mark`. */
  pop(mark: number): void {
    this.names.length = mark;
    this.values.length = mark;
    this.interfaces.length = mark;
  }

  /** Where the variable is on the stack. A branch that was not taken may leave a parsed variable undeclared. */
  indexOf(name: string): number {
    const index = this.names.lastIndexOf(name);
    return index >= 0 ? index : this.error(`undefined variable: ${name}`);
  }

  assign(name: string, value: Maybe, isInterface = false): void {
    const index = this.indexOf(name);
    this.values[index] = value;
    this.interfaces[index] = isInterface;
  }

  /** Ends the execution with an error at the current node. */
  error(message: string, limit?: string): never {
    throw new ExecutionError(`template: ${this.#where()}: ${message}`, limit);
  }

  /** The error of a function, as the execution reports it. */
  callError(error: unknown, node: AnyNode, name: string): unknown {
    this.node = node;
    if (!(error instanceof TemplateError)) return this.executionError(error);
    const message = error.limit === undefined ? `error calling ${name}: ${error.message}` : error.message;
    return new ExecutionError(`template: ${this.#where()}: ${message}`, error.limit);
  }

  /** A bound that was exceeded outside of a call, as an error of the execution. */
  executionError(error: unknown): unknown {
    if (!(error instanceof TemplateError || error instanceof LimitError)) return error;
    return new ExecutionError(`template: ${this.#where()}: ${error.message}`, error.limit);
  }

  /** `NAME:LINE:COLUMN: executing "TEMPLATE" at <NODE>`; columns count bytes from 0. */
  #where(): string {
    const { name, text } = this.#source;
    if (!this.node) return name;
    const before = text.slice(0, this.node.pos);
    const lineStart = before.lastIndexOf("\n") + 1;
    const line = before.split("\n").length;
    const column = utf8Length(before.slice(lineStart));
    return `${name}:${line}:${column}: executing ${quote(this.templateName)} at <${nodeText(this.node)}>`;
  }
}

/** Values of the data by name; what is absent is `undefined`, nil is `null`. */
export interface DataAccessor {
  /** The data is a `map[string]string`, so functions that want a map of anything refuse it; otherwise `map[string]any`. */
  readonly textOnly?: boolean;
  get(name: string): GoValue | undefined;
  names(): Iterable<string>;
}
