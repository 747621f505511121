/**
 * Configurations from a seed, made from the specs of stages: mostly right ones, so that they run, with mistakes here and
 * there, so that refusals are tried too. Names are few and shared with `fuzzEntries`, so that stages find what earlier
 * ones extracted.
 */

import type { Random } from "@sluice/languages/base";
import type { StageSpec } from "../pipeline/stage-spec.ts";
import type { Block, Blocks, Field, Fields, ValueType } from "../schema/field.ts";
import { mayNameFiles } from "../schema/named-files.ts";
import type { ValueChance } from "../schema/value-kind.ts";
import { kindOf } from "../schema/value-kinds.ts";

const NAMES = ["app", "level", "msg", "n", "status", "k8s-app", "__proto__", "größe", "a.b", "time"];
const TEXTS = [...NAMES, "", "info", "10", "shop", "^a", "RFC3339", "{{ .Value }}", "*", "日本 🏰", 'say "no"', "a\nb"];

export interface GenerateOptions {
  /** Stages at most; at least one is made. Default 6. */
  readonly stages?: number | undefined;
  /** How often something wrong is put in, from 0 to 1. Default 0.02. */
  readonly mistakes?: number | undefined;
}

/** A body of stages with `specs`; the same `random` gives the same one. Stages that need files are left out. */
export function generateConfig(specs: readonly StageSpec[], random: Random, options: GenerateOptions = {}): string {
  const usable = specs.filter((spec) => !mayNameFiles(spec));
  return new Generator(usable, random, options.mistakes ?? 0.02).stages(options.stages ?? 6, 0);
}

class Generator implements ValueChance {
  readonly #specs: readonly StageSpec[];
  readonly #random: Random;
  readonly #mistakes: number;

  constructor(specs: readonly StageSpec[], random: Random, mistakes: number) {
    this.#specs = specs;
    this.#random = random;
    this.#mistakes = mistakes;
  }

  #chance(of: number): boolean {
    return this.#random.next() < of;
  }

  below(limit: number): number {
    return Math.floor(this.#random.next() * limit);
  }

  pick<T>(from: readonly T[]): T {
    return from[this.below(from.length)]!;
  }

  mistake(): boolean {
    return this.#chance(this.#mistakes);
  }

  name(): string {
    return this.pick(NAMES);
  }

  text(): string {
    return this.pick(TEXTS);
  }

  stages(most: number, depth: number): string {
    const count = 1 + this.below(most);
    return Array.from({ length: count }, () => this.#stage(depth)).join("\n");
  }

  #stage(depth: number): string {
    const spec = this.pick(this.#specs);
    // An example is valid; generated arguments may break a rule across them.
    if (this.#chance(0.3) && spec.examples.length > 0) return this.pick(spec.examples).config;
    const inside = [this.#body(spec.fields, spec.blocks)];
    if (spec.nests && depth < 3 && this.#chance(0.8)) inside.push(this.stages(3, depth + 1));
    return `stage.${spec.name} {\n${inside.join("\n")}\n}\n`;
  }

  #body(fields: Fields, blocks: Blocks): string {
    const lines: string[] = [];
    for (const [name, field] of Object.entries(fields)) {
      const wanted = field.presence.kind === "required" ? !this.mistake() : this.#chance(0.35);
      if (wanted) lines.push(`${name} = ${this.#argument(field)}`);
    }
    for (const [name, block] of Object.entries(blocks)) {
      for (let i = this.#occurrences(block); i > 0; i--) {
        lines.push(`${name} {\n${this.#body(block.fields, block.blocks)}\n}`);
      }
    }
    if (this.mistake()) lines.push(`${this.pick(["nonsense", "source", "values"])} = 1`);
    return lines.join("\n");
  }

  #occurrences({ occurs }: Block): number {
    if (occurs === "at-least-one") return 1 + this.below(3);
    return occurs === "many" ? this.below(3) : this.below(2);
  }

  #argument(field: Field): string {
    if (field.example !== undefined && this.#chance(0.3)) return field.example;
    return this.#value(this.mistake() ? { kind: "bool" } : field.type);
  }

  #value(type: ValueType): string {
    return kindOf(type).generate(type, this);
  }
}
