/** What a component that follows files counts, under the names and labels that Alloy has for it. */
import { atOnce, type MetricFamily, type MetricRegistry } from "@sluice/engine";
import type { FileTail } from "./file-tail.ts";

type Sample = MetricFamily["samples"][number];

/** Paths after which a scrape lets other work run. */
const AT_ONCE = 1000;

interface PathCounts {
  lines: number;
  malformed: number;
}

export class FileMetrics {
  readonly #prefix: string;
  readonly #tails: () => Iterable<FileTail>;
  readonly #paths = new Map<string, PathCounts>();
  readonly split: { inc(): void };
  readonly #rotations: (kind: string) => { inc(): void };

  /** `prefix`: `loki_source_file_`. `tails`: those that are followed now. */
  constructor(metrics: MetricRegistry, prefix: string, tails: () => Iterable<FileTail>) {
    this.#prefix = prefix;
    this.#tails = tails;
    this.split = metrics
      .counter(`${prefix}split_lines_total`, "Parts that lines longer than 1 MiB were split into")
      .with();
    const rotations = metrics.counter(`${prefix}rotations_total`, "Files that were renamed, removed or truncated", [
      "kind",
    ]);
    this.#rotations = (kind) => rotations.with(kind);
    metrics.register(this);
  }

  rotated(kind: "renamed" | "truncated"): void {
    this.#rotations(kind).inc();
  }

  read(path: string, lines: number): void {
    this.#of(path).lines += lines;
  }

  malformed(path: string, lines: number): void {
    this.#of(path).malformed += lines;
  }

  /** Nothing follows the path any more. */
  forget(path: string): void {
    this.#paths.delete(path);
  }

  #of(path: string): PathCounts {
    let counts = this.#paths.get(path);
    if (counts === undefined) {
      counts = { lines: 0, malformed: 0 };
      this.#paths.set(path, counts);
    }
    return counts;
  }

  collect(): readonly MetricFamily[] {
    return atOnce(this.collectInSteps());
  }

  *collectInSteps(): Generator<void, readonly MetricFamily[]> {
    let active = 0;
    let seen = 0;
    const read: Sample[] = [];
    const size: Sample[] = [];
    const lines: Sample[] = [];
    const malformed: Sample[] = [];
    const sample = (path: string, value: number): Sample => ({ suffix: "", labels: [["path", path]], value });
    for (const { path, reading } of this.#tails()) {
      active += reading.length;
      // Of several the one that has the name comes last.
      const file = reading.at(-1);
      if (file !== undefined) read.push(sample(path, file.offset));
      if (file?.size !== undefined) size.push(sample(path, file.size));
      if (++seen % AT_ONCE === 0) yield;
    }
    for (const [path, counts] of this.#paths) {
      lines.push(sample(path, counts.lines));
      if (counts.malformed > 0) malformed.push(sample(path, counts.malformed));
      if (++seen % AT_ONCE === 0) yield;
    }
    const family = (name: string, help: string, type: "gauge" | "counter", samples: readonly Sample[]) =>
      samples.length === 0 ? [] : [{ name: `${this.#prefix}${name}`, help, type, samples }];
    return [
      ...family("files_active_total", "Number of active files", "gauge", [{ suffix: "", labels: [], value: active }]),
      ...family("read_bytes_total", "Number of bytes read", "gauge", read),
      ...family("file_bytes_total", "Number of bytes total", "gauge", size),
      ...family("read_lines_total", "Number of lines read", "counter", lines),
      ...family("encoding_failures_total", "Number of encoding failures", "counter", malformed),
    ];
  }
}
