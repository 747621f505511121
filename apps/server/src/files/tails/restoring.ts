/** Takes reading up where it stopped before a restart, in files that may have other names now, or be gone. */
import { dirname } from "node:path";
import { statFile } from "../file-stat.ts";
import type { Position } from "../positions/positions.ts";
import { explainRefusal, type Problem } from "../problem.ts";
import type { Generations } from "./generations.ts";
import type { PathSiblings } from "./path-siblings.ts";
import { openAt } from "./rotation.ts";
import type { TailContext } from "./tail-context.ts";
import type { Opened, TailedFile } from "./tailed-file.ts";

/** Where reading stopped before the restart in a file that holds something else now, or is gone. */
interface Missing {
  /** Its place among all of them. */
  readonly index: number;
  readonly position: Position;
  /** The name that the file has now. */
  readonly name: string | undefined;
}

export class Restoring {
  readonly #path: string;
  readonly #context: TailContext;
  readonly #generations: Generations;
  readonly #siblings: PathSiblings;
  /** How far files were read that are not taken up yet. */
  #waiting: readonly Position[];
  /** Of these those that are not where they were: to be found when all others are known. */
  #missing: readonly Missing[] = [];
  /** Which of them each generation was that was taken up just now. */
  readonly #places = new Map<TailedFile, number>();
  /** Why something could not be taken up yet. */
  refusal: Problem | undefined;

  constructor(
    path: string,
    context: TailContext,
    { generations, siblings }: { readonly generations: Generations; readonly siblings: PathSiblings },
    positions: readonly Position[],
  ) {
    this.#path = path;
    this.#context = context;
    this.#generations = generations;
    this.#siblings = siblings;
    this.#waiting = positions;
    for (const { key } of positions) context.awaited.add(key);
  }

  /** Where reading stopped in files that are not taken up yet. */
  get positions(): readonly Position[] {
    return [...this.#waiting, ...this.#missing.map(({ position }) => position)];
  }

  /** Whether a file is still to be taken up. */
  awaits(key: string): boolean {
    return this.#waiting.some((position) => position.key === key);
  }

  /** Leaves what was not taken up to others. */
  giveUp(): void {
    for (const { key } of this.#waiting) this.#context.awaited.delete(key);
  }

  /**
   * Continues where reading stopped before the restart, in files that may have other names now. To be called for every
   * path before any is looked at, so that no file is taken for a new one under its new name.
   */
  async restore(): Promise<void> {
    if (this.#waiting.length === 0) return;
    const { awaited } = this.#context;
    const refused: Position[] = [];
    const current = await statFile(this.#path);
    const missing: Missing[] = [];
    for (const [index, position] of this.#waiting.entries()) {
      const name =
        position.key === current?.key
          ? this.#path
          : await this.#context.folders.find(dirname(this.#path), position.key);
      let opened: Opened | undefined;
      try {
        opened = name === undefined ? undefined : await openAt(this.#context.gate, name, position.key, position.offset);
      } catch (error) {
        this.refusal = { message: explainRefusal(error), serious: true };
        refused.push(position);
        continue;
      }
      if (opened && opened.window.digest === position.digest) {
        const rotated = name !== this.#path;
        const file = this.#generations.add(
          { ...opened, since: position.since },
          rotated ? undefined : current,
          rotated,
        );
        this.#places.set(file, index);
      } else {
        await opened?.handle.close();
        missing.push({ index, position, name });
      }
    }
    for (const { key } of this.#waiting) awaited.delete(key);
    this.#waiting = refused;
    this.#missing = missing;
    for (const { key } of refused) awaited.add(key);
  }

  /**
   * Finds what is not where it was. To be called when `restore` was for every path: a file that holds something else may
   * be the copy of another one by now, and one that is what it was is not.
   */
  async restoreMissing(): Promise<void> {
    const missing = this.#missing;
    for (const { index, position } of missing) {
      const copy = await this.#siblings.followCopy(position);
      if (copy !== undefined) this.#places.set(copy, index);
      else if (position.offset > 0) {
        const fields = { path: this.#path, read: position.offset };
        this.#context.log.write(
          "warn",
          "a file was rotated while it was not tailed and cannot be found; lines that were not read are lost",
          fields,
        );
      }
    }
    for (const { index, position, name } of missing) {
      if (name === undefined || name === this.#path || (await this.#siblings.taken(position.key))) continue;
      const anew = await this.#siblings.readAnew(position.key);
      if (anew !== undefined) this.#places.set(anew, index);
    }
    this.#missing = [];
    if (this.#places.size === 0) return;
    this.#generations.order(this.#places);
    this.#places.clear();
    if (this.#generations.all.some(({ rotated }) => rotated))
      await this.#siblings.readBetween((await statFile(this.#path))?.key);
    this.#context.moved();
  }
}
