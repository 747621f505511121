/**
 * A template's data: `map[string]interface {}` read through an accessor, so that executing a template builds no map
 * of all values. The entries are copied only when the template changes the map (`set . "key" value`).
 */
import type { DataAccessor } from "../running/execution.ts";
import { ANY_MAP, STRING_MAP } from "../types.ts";
import { GoMap, type GoValue, type Maybe } from "../value.ts";

export class TemplateData extends GoMap {
  readonly #accessor: DataAccessor;
  #own = false;

  constructor(accessor: DataAccessor) {
    super(accessor.textOnly ? STRING_MAP : ANY_MAP);
    this.#accessor = accessor;
  }

  #copy(): void {
    if (this.#own) return;
    this.#own = true;
    for (const name of this.#accessor.names()) {
      const value = this.#accessor.get(name);
      if (value !== undefined) super.set(name, value);
    }
  }

  override get(key: string): Maybe {
    return this.#own ? super.get(key) : this.#accessor.get(key);
  }

  override has(key: string): boolean {
    return this.#own ? super.has(key) : this.#accessor.get(key) !== undefined;
  }

  override set(key: string, value: GoValue): void {
    this.#copy();
    super.set(key, value);
  }

  override delete(key: string): void {
    this.#copy();
    super.delete(key);
  }

  override get size(): number {
    this.#copy();
    return super.size;
  }

  override keys(): Iterable<string> {
    this.#copy();
    return super.keys();
  }
}
