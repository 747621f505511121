/** Labelled lines of a system: frequencies as skewed as those of logs, the same for a seed on every machine. */
import { SeededRandom } from "@sluice/languages/base";
import type { LabelledSystem } from "./systems.ts";
import { VALUES } from "./values.ts";

export interface LabelledLine {
  readonly line: string;
  /** Index of its template. */
  readonly label: number;
}

/** The first template is this many times as frequent as the tenth. */
const SKEW = 10;

export function generateLabelled(system: LabelledSystem, count: number, seed = 23): LabelledLine[] {
  const random = new SeededRandom(seed);
  const weights = system.templates.map((_, i) => 1 / (1 + i * ((SKEW - 1) / 9)));
  const sum = weights.reduce((a, b) => a + b, 0);
  const choose = (): number => {
    let at = random.next() * sum;
    for (const [i, weight] of weights.entries()) {
      at -= weight;
      if (at < 0) return i;
    }
    return weights.length - 1;
  };
  let second = 40_000;
  return Array.from({ length: count }, () => {
    second += Math.floor(random.next() * 3);
    const label = choose();
    return { line: system.head(random, second) + fill(system.templates[label]!, random), label };
  });
}

const fill = (template: string, random: SeededRandom): string =>
  template.replaceAll(/\{(\w+)\}/g, (whole, name: string) => VALUES[name]?.(random) ?? whole);
