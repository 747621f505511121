/** The level of an entry: which value it is, and the stage that gives it one spelling. */
import { writeStage } from "../detect/index.ts";
import { writeText } from "../syntax/index.ts";
import { isCertainLevelName, isLevelName } from "../vocabulary/index.ts";
import type { PlannedStage } from "./plan.ts";
import { readLevels } from "./read-levels.ts";
import { present, type Value } from "./rows.ts";

export interface ChosenLevel {
  /** What is read. */
  readonly value: Value;
  /** Undefined: it is spelled well, and called `level`. */
  readonly stage: PlannedStage | undefined;
  /** The level as it is then. */
  readonly result: Value;
}

/** Share of the entries that have it, at least. */
const ENOUGH = 0.3;

export function chooseLevel(values: readonly Value[], entries: number, suffix: string): ChosenLevel | undefined {
  const read = values
    .flatMap((value) => {
      const texts = present(value);
      if (texts.length < entries * ENOUGH) return [];
      const reading = readLevels(value.name, texts);
      return reading === undefined
        ? []
        : [
            {
              value,
              reading,
              worth:
                reading.matched / entries + nameWorth(value.name) + (texts.some((text) => text.length > 2) ? 0.5 : 0),
            },
          ];
    })
    .sort((a, b) => b.worth - a.worth);
  const [best] = read;
  if (best === undefined) return undefined;
  const { value, reading } = best;
  const id = `level${suffix}`;
  const result: Value = {
    name: "level",
    stage: id,
    texts: value.texts.map((text) => (text === undefined ? undefined : reading.spellings.get(text))),
  };
  if (reading.template === undefined && value.name === "level")
    return { value, stage: undefined, result: { ...result, stage: value.stage } };
  const template = (reading.template ?? "{{ .Value }}").replaceAll(
    ".Value",
    value.name === "level" ? ".Value" : `.${value.name}`,
  );
  const spelled = [
    ...new Set(
      [...reading.spellings]
        .filter(([written, level]) => written !== level)
        .map(([written, level]) => `${written} → ${level}`),
    ),
  ];
  return {
    value,
    result,
    stage: {
      id,
      layer: "level",
      says: `Write the level in one spelling${value.name === "level" ? "" : `, from ${value.name}`}`,
      evidence: [`${reading.matched} of ${entries}`, ...spelled.slice(0, 6)],
      byDefault: true,
      needs: [value.stage],
      branch: undefined,
      write: () => writeStage("template", { source: writeText("level"), template: writeText(template) }),
    },
  };
}

const nameWorth = (name: string): number => (isCertainLevelName(name) ? 2 : isLevelName(name) ? 1 : 0);
