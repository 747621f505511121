/**
 * The last hour in the page: what the server kept, and the steps that have passed since, grown as the server's own
 * history grows.
 */
import type { LiveComponent, LiveHistory, LiveState, SeriesHistory } from "@sluice/protocol";

/** The most steps: those of an hour, as on the server. */
const MOST = 360;
const NAMES = ["in", "out", "bytes_in", "bytes_out", "dropped", "held"] as const;

const amountOf = (one: LiveComponent, name: (typeof NAMES)[number]): number => {
  switch (name) {
    case "in":
      return one.in.entries;
    case "out":
      return one.out.entries;
    case "bytes_in":
      return one.in.bytes;
    case "bytes_out":
      return one.out.bytes;
    case "dropped":
      return one.dropped;
    case "held":
      return one.held;
  }
};

export interface GrowingHistory {
  readonly history: LiveHistory;
  /** States of the current step. */
  readonly pending: readonly LiveState[];
}

/** Adds a state; when a step ends, its means become a point of the history. */
export function growHistory({ history, pending }: GrowingHistory, state: LiveState): GrowingHistory {
  const states = [...pending, state];
  const at = Date.parse(state.at) / 1000;
  const last = history.times.at(-1) ?? Date.parse(states[0]!.at) / 1000;
  if (!(at >= last + history.step_seconds)) return { history, pending: states };
  const times = [...history.times, at].slice(-MOST);
  const ids = new Set([
    ...Object.keys(history.components),
    ...states.flatMap((one) => one.components.map(({ id }) => id)),
  ]);
  const components: Record<string, SeriesHistory> = {};
  for (const id of ids) {
    const seen = states.flatMap((one) => one.components.find((component) => component.id === id) ?? []);
    const old = history.components[id];
    const grown = NAMES.map((name) => {
      const before = old?.[name] ?? history.times.map(() => null);
      const mean =
        seen.length === 0
          ? null
          : name === "held"
            ? amountOf(seen.at(-1)!, name)
            : seen.reduce((sum, one) => sum + amountOf(one, name), 0) / seen.length;
      return [name, [...before, mean].slice(-MOST)] as const;
    });
    const series = Object.fromEntries(grown) as unknown as SeriesHistory;
    if (NAMES.some((name) => series[name].some((value) => value !== null))) components[id] = series;
  }
  return { history: { ...history, times, components }, pending: [] };
}
