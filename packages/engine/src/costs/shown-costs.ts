/** A cost report and savings without secrets: patterns hold parts of lines, and savings name patterns. */
import { ShownTexts } from "../document/secrets/shown-texts.ts";
import type { CostReport } from "./measure.ts";
import type { Saving } from "./savings.ts";

export interface ShownCosts {
  readonly report: CostReport;
  readonly savings: readonly Saving[];
  /** Secrets for which there are stand-ins. */
  readonly hidden: number;
}

/** `lines` are those of the log, in their order. */
export function costsWithoutSecrets(
  report: CostReport,
  savings: readonly Saving[],
  lines: Iterable<string>,
): ShownCosts {
  const texts = new ShownTexts();
  texts.addLog(lines);
  const patterns = report.patterns.map((one) => ({
    one,
    template: texts.text(one.template),
    example: texts.text(one.example),
  }));
  const subjects = savings.map(({ subject }) => texts.text(subject));
  return {
    report: {
      ...report,
      patterns: patterns.map(({ one, template, example }) => ({ ...one, template: template(), example: example() })),
    },
    savings: savings.map((one, i) => ({ ...one, subject: subjects[i]!() })),
    hidden: texts.hidden(),
  };
}
