/** Lines that are read in their order, and after a restart again from the first one that was not settled: as files are. */
import { type Fate, Origin, type OriginSource, type ReadAt, type Reading } from "@sluice/engine";

export class ReadingSource implements OriginSource, Reading {
  readonly lines: string[] = [];
  readonly fates: (Fate | undefined)[] = [];
  given = 0;

  /** The next `count` lines that were not given yet, with an origin for each. */
  read(count: number): { readonly line: string; readonly origin: Origin }[] {
    const from = this.given;
    this.given = Math.min(from + count, this.lines.length);
    return this.lines.slice(from, this.given).map((line, i) => ({ line, origin: new Origin(this, from + i) }));
  }

  settled(offset: number, fate: Fate): void {
    if (this.fates[offset] !== undefined) throw new Error(`line ${offset} was settled twice`);
    this.fates[offset] = fate;
  }

  readAt(offset: number): ReadAt {
    return { reading: this, place: offset };
  }

  /** Where a restart reads on. */
  get position(): number {
    let at = 0;
    while (at < this.given && this.fates[at] !== undefined) at++;
    return at;
  }

  /** What the next process reads: the lines from the position on, anew. */
  restarted(): ReadingSource {
    const next = new ReadingSource();
    next.lines.push(...this.lines.slice(this.position));
    return next;
  }
}
