/** The last hour of every component, in steps: a few numbers for each, and no more than an hour of them. */
import type { LiveHistory, SeriesHistory } from "@sluice/protocol";

export const HISTORY_STEPS = 360;
/** Of more components than this, those that are gone are forgotten at once. */
const MAX_SERIES = 2000;

/** One step of a component; per second, but for `held`. */
export type HistoryPoint = Readonly<Record<keyof SeriesHistory, number>>;

export class History {
  readonly #stepSeconds: number;
  #times: number[] = [];
  /** As long as `times`; undefined where a component was not there. */
  readonly #points = new Map<string, (HistoryPoint | undefined)[]>();

  constructor(stepSeconds: number) {
    this.#stepSeconds = stepSeconds;
  }

  /** `at`: end of the step, in seconds since 1970. */
  add(at: number, points: ReadonlyMap<string, HistoryPoint>): void {
    this.#times.push(at);
    const over = this.#times.length > HISTORY_STEPS;
    if (over) this.#times.shift();
    for (const id of points.keys()) {
      if (!this.#points.has(id)) this.#points.set(id, Array.from({ length: this.#times.length - (over ? 0 : 1) }));
    }
    const crowded = this.#points.size > MAX_SERIES;
    for (const [id, series] of this.#points) {
      const point = points.get(id);
      series.push(point);
      if (series.length > HISTORY_STEPS) series.shift();
      if (point === undefined && (crowded || series.every((one) => one === undefined))) this.#points.delete(id);
    }
  }

  /** The history as it is when the first step is made. */
  *readInSteps(): Generator<void, LiveHistory> {
    const times = [...this.#times];
    const points = [...this.#points].map(([id, series]) => [id, [...series]] as const);
    const components: Record<string, SeriesHistory> = {};
    for (const [id, series] of points) {
      yield;
      const of = (name: keyof HistoryPoint) => series.map((point) => (point === undefined ? null : round(point[name])));
      components[id] = {
        in: of("in"),
        out: of("out"),
        bytes_in: of("bytes_in"),
        bytes_out: of("bytes_out"),
        dropped: of("dropped"),
        held: of("held"),
      };
    }
    return { step_seconds: this.#stepSeconds, times, components };
  }
}

/** To hundredths, so that a long list stays short as text. */
export const round = (value: number): number => Math.round(value * 100) / 100;
