/** How far one component has read: what was saved by the process before, and what is saved now and then. */
import { MILLISECOND, messageOf, type Nanos, SECOND } from "@sluice/engine";
import type { ComponentContext } from "../../core/component.ts";
import { readLegacyPositions } from "../positions/legacy-positions.ts";
import {
  type CompressedPosition,
  type DonePosition,
  loadPositions,
  type SavedPath,
  savePositions,
} from "../positions/positions.ts";
import type { Problems } from "./problems.ts";

/** Between two times that positions are written: a crash has what was read since read again. All are written each time. */
const SAVE_PAUSE = 200n * MILLISECOND;
const SAVE_PAUSE_OF_MANY = SECOND;
const MANY_PATHS = 100;
/** Files that are done are remembered up to this many, besides those that targets still name. */
const MAX_DONE = 2000;

/** What the arguments of the component say of positions. */
interface Asked {
  readonly legacyFile: string;
  readonly onError: "restart_from_beginning" | "restart_from_end" | "skip";
}

export interface Restored {
  readonly paths: readonly SavedPath[];
  /** They were damaged, and what is there is not to be read again. */
  readonly fromEnd: boolean;
}

export class KeptPositions {
  readonly #context: Pick<ComponentContext, "dataDir" | "dataLost" | "scheduler" | "files" | "log">;
  readonly #problems: Problems;
  /** Files that are not to be read again, by their key. */
  readonly done = new Map<string, DonePosition>();
  /** Of files that no target names now; kept for when one does again. */
  readonly unused = new Map<string, SavedPath>();
  /** Of compressed files, by their key. */
  readonly compressed = new Map<string, CompressedPosition>();
  /** Something is not saved yet. */
  moved = false;
  #lastSave: Nanos;
  /** When the positions may be written next. */
  #pause: Nanos = SAVE_PAUSE;

  constructor(
    context: Pick<ComponentContext, "dataDir" | "dataLost" | "scheduler" | "files" | "log">,
    problems: Problems,
  ) {
    this.#context = context;
    this.#problems = problems;
    this.#lastSave = context.scheduler.now();
  }

  /**
   * Takes up what was saved, and where nothing was, what another program read. Rejects with what the file system says, and
   * where positions are damaged and are to stay.
   */
  async load({ legacyFile, onError }: Asked): Promise<Restored> {
    const { positions, damaged } = await loadPositions(this.#context.dataDir, onError === "skip");
    for (const position of positions?.done ?? []) this.done.set(position.key, position);
    for (const position of positions?.compressed ?? []) this.compressed.set(position.key, position);
    const fromEnd = damaged !== undefined && onError === "restart_from_end";
    if (damaged !== undefined) {
      const then = fromEnd ? "reading started at the end of files" : "reading started over";
      const message = `positions were damaged (${damaged.reason}); they are kept as ${damaged.keptAs}, and ${then}`;
      this.#problems.set("positions", message, false);
    }
    return { paths: positions?.paths ?? (damaged === undefined ? await this.#legacy(legacyFile) : []), fromEnd };
  }

  async #legacy(file: string): Promise<readonly SavedPath[]> {
    if (file === "") return [];
    const { files, log } = this.#context;
    try {
      const found = await readLegacyPositions(files, files.resolve(file));
      log.write("info", "positions of another program were taken over", { file, paths: found.length });
      return found;
    } catch (error) {
      this.#problems.set("legacy", `${file} cannot be taken over: ${messageOf(error)}`, false);
      return [];
    }
  }

  /** Forgets what was done longest ago. `named`: files that targets name. */
  trim(named: number): void {
    for (const some of [this.done, this.compressed])
      for (const key of some.keys()) {
        if (some.size <= MAX_DONE + named) break;
        some.delete(key);
      }
  }

  /** How long it is until they may be written; undefined where all is saved, or the folder is another's now. */
  get dueIn(): Nanos | undefined {
    if (!this.moved || this.#context.dataLost() !== undefined) return undefined;
    const left = this.#lastSave + this.#pause - this.#context.scheduler.now();
    return left > 0n ? left : 0n;
  }

  /** Saves all, with those of `open` paths. */
  async save(open: readonly SavedPath[]): Promise<void> {
    const { dataDir, dataLost, scheduler } = this.#context;
    // Whoever has the folder now continues from its positions.
    if (dataLost() !== undefined) return;
    this.moved = false;
    this.#lastSave = scheduler.now();
    const paths = [...this.unused.values(), ...open];
    this.#pause = paths.length + this.done.size + this.compressed.size > MANY_PATHS ? SAVE_PAUSE_OF_MANY : SAVE_PAUSE;
    try {
      await savePositions(dataDir, {
        paths,
        done: [...this.done.values()],
        compressed: [...this.compressed.values()],
      });
      this.#problems.delete("save");
    } catch (error) {
      this.moved = true;
      this.#problems.set("save", `positions cannot be written to ${dataDir}: ${messageOf(error)}`);
    }
  }
}
