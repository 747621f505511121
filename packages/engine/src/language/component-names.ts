/** The components of a file by name, and the one that a path such as `logs.write.out.receiver` leads to. */
import type { BlockStatement, SourceFile } from "../syntax/ast.ts";

export class ComponentNames {
  readonly #blocks = new Map<string, BlockStatement>();
  /** Parts of the longest name. */
  #longest = 0;

  constructor({ body }: Pick<SourceFile, "body">) {
    for (const statement of body) {
      if (statement.kind !== "block" || !statement.label) continue;
      const parts = [...statement.nameParts, statement.label];
      const name = parts.join(".");
      if (!this.#blocks.has(name)) this.#blocks.set(name, statement);
      this.#longest = Math.max(this.#longest, parts.length);
    }
  }

  /** In the order of the text; of several of one name the first. */
  all(): Iterable<BlockStatement> {
    return this.#blocks.values();
  }

  find(path: readonly string[]): BlockStatement | undefined {
    for (let length = 2; length <= Math.min(path.length, this.#longest); length++) {
      const found = this.#blocks.get(path.slice(0, length).join("."));
      if (found !== undefined) return found;
    }
    return undefined;
  }
}
