/** A metric family as a scrape shows it. */
export type MetricType = "counter" | "gauge" | "histogram" | "summary";
export type LabelPair = readonly [name: string, value: string];

/** One line of the exposition: the family's name plus `suffix` (`_bucket`, `_sum`, `_count` or nothing). */
export interface Sample {
  readonly suffix: string;
  readonly labels: readonly LabelPair[];
  readonly value: number;
}

export interface MetricFamily {
  readonly name: string;
  readonly help: string;
  readonly type: MetricType;
  readonly samples: readonly Sample[];
}
