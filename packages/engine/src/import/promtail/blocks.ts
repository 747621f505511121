/**
 * The configuration being written: blocks with arguments. Each block has the YAML node that it was made from, so that its
 * mistakes are reported there.
 */
import type { YamlNode } from "@sluice/languages/yaml";
import { quoteString } from "../../syntax/index.ts";
import { alloyDefaults } from "./alloy-defaults.ts";

export class Block {
  readonly name: string;
  readonly label: string | undefined;
  /** What it was made of. */
  readonly node: YamlNode | undefined;
  /** Names of the blocks from the outermost: `loki.write/endpoint`. */
  readonly #path: string;
  readonly #arguments = new Map<string, string>();
  readonly #blocks: Block[] = [];

  constructor(name: string, label?: string, node?: YamlNode, path = name) {
    this.name = name;
    this.label = label;
    this.node = node;
    this.#path = path;
  }

  get blocks(): readonly Block[] {
    return this.#blocks;
  }

  /** Where the table of Alloy's releases has it. */
  get place(): string {
    return this.#path.replaceAll("/", " ");
  }

  get argumentNames(): readonly string[] {
    return [...this.#arguments.keys()];
  }

  /** Characters that it is printed with, about. */
  get size(): number {
    const own = [...this.#arguments].reduce((sum, [name, { length }]) => sum + name.length + length + 4, 0);
    return this.#blocks.reduce((sum, { size }) => sum + size, own + this.name.length + 4);
  }

  get isEmpty(): boolean {
    return this.#arguments.size === 0 && this.#blocks.length === 0;
  }

  /** Sets an argument, unless it has its default. */
  set(name: string, expression: string): void {
    if (alloyDefaults(this.#path)[name] === expression) return;
    this.#arguments.set(name, expression);
  }

  unset(name: string): void {
    this.#arguments.delete(name);
  }

  /** A block within, with what it was made of. */
  block(name: string, node?: YamlNode): Block {
    const path = name.startsWith("stage.") ? name : `${this.#path}/${name}`;
    const inner = new Block(name, undefined, node, path);
    this.#blocks.push(inner);
    return inner;
  }

  /** Takes out a block that `block` added. */
  remove(block: Block): void {
    this.#blocks.splice(this.#blocks.indexOf(block), 1);
  }

  print(): string {
    const head = this.label === undefined ? this.name : `${this.name} ${quoteString(this.label)}`;
    const own = [...this.#arguments].map(([name, expression]) => `${name} = ${expression}\n`).join("");
    const inner = `${own}${this.#blocks.map((block) => `\n${block.print()}`).join("")}`;
    return inner === "" ? `${head} { }\n` : `${head} {\n${inner}}\n`;
  }
}
