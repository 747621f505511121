/** A day and a clock that are two values are one time; a zone may be a third. */
import { freeName, writeStage } from "../../detect/index.ts";
import { writeText } from "../../syntax/index.ts";
import { timeAt } from "../../vocabulary/index.ts";
import type { PlannedStage } from "../plan.ts";
import { isUnnamed } from "../read/bracket-names.ts";
import { present, type Value } from "../rows.ts";
import { areClocks, areDays, areZones } from "./clock-forms.ts";
import { isZoned } from "./zones.ts";

export interface SplitTime {
  readonly value: Value;
  /** What it is made of, in order. */
  readonly parts: readonly Value[];
  readonly stage: PlannedStage;
}

interface SplitGiven {
  readonly inKind: number;
  readonly branch: number | undefined;
  /** Of the ids of stages. */
  readonly suffix: string;
}

/** Share of the entries with a day that must have the clock, too. */
const BOTH = 0.9;
/** Values behind the day among which its clock is looked for, where no name says which it is. */
const NEAR = 2;

/** What joins a day and a clock among `values`; undefined: there are none that belong together. */
export function findSplitTime(values: readonly Value[], { inKind, branch, suffix }: SplitGiven): SplitTime | undefined {
  const clocks = values.filter(areClocks);
  const join = (parts: readonly Value[]) =>
    joined(parts, freeName("timestamp", new Set(values.map(({ name }) => name))), { inKind, branch, suffix });
  for (const day of values.filter(areDays)) {
    const clock = clockOf(day, clocks, values);
    if (clock === undefined) continue;
    const zone = zoneOf(clock, values);
    const parts = [day, clock, ...(zone === undefined ? [] : [zone])];
    return join(parts);
  }
  for (const time of values.filter(areZonelessTimes)) {
    const zone = zoneOf(time, values);
    if (zone !== undefined) return join([time, zone]);
  }
  return undefined;
}

const WORDS =
  /date|day|time(?:stamp)?|clock|hour|tod|utc|local|datum|uhrzeit|zeit|fecha|hora|heure|^(?:event|log|entry|record|server)(?=_|$)|_?\d+$/g;

/** Whether nothing names a value. */
const isNameless = (name: string): boolean => isUnnamed(name) || /^column_\d+$/.test(name);

/** What a name has besides words for a day, a clock and the entry: it says of which event they are. */
const stemOf = (name: string): string =>
  isNameless(name)
    ? ""
    : name
        .toLowerCase()
        .replaceAll(WORDS, "")
        .replaceAll(/^_+|_+$/g, "");

/** They are of one event by their names: those of a letter or two name none. */
const areOfOne = (day: string, clock: string): boolean => day === clock || (day.length <= 2 && clock.length <= 2);

function clockOf(day: Value, clocks: readonly Value[], values: readonly Value[]): Value | undefined {
  const at = values.indexOf(day);
  const distance = (value: Value) => values.indexOf(value) - at;
  const isNear = (value: Value) => distance(value) > 0 && distance(value) <= NEAR;
  const says = (clock: Value) =>
    stemOf(clock.name) === stemOf(day.name) && !isNameless(clock.name) && !isNameless(day.name);
  const likely = clocks
    .filter((clock) => says(clock) || (isNear(clock) && areOfOne(stemOf(day.name), stemOf(clock.name))))
    .filter((clock) => haveBoth(day, clock))
    .sort((a, b) => Math.abs(distance(a)) - Math.abs(distance(b)));
  return likely.find(says) ?? likely[0];
}

const ZONE_NAME = /^(?:tz|zone|time_?zone|utc_?offset|offset)$/i;

/** The one that is called so, or that stands behind the clock. */
function zoneOf(clock: Value, values: readonly Value[]): Value | undefined {
  const zones = values.filter((value) => areZones(value) && haveBoth(clock, value));
  return (
    zones.find(({ name }) => ZONE_NAME.test(name)) ?? zones.find((zone) => zone === values[values.indexOf(clock) + 1])
  );
}

/** Times with a day and without a zone. */
function areZonelessTimes(value: Value): boolean {
  const texts = present(value);
  const isOne = (text: string) => {
    const time = timeAt(text, 0);
    return time?.end === text.length && time.form.dated && /:/.test(text) && !isZoned(text);
  };
  return texts.length > 0 && texts.filter(isOne).length >= texts.length * BOTH;
}

function haveBoth({ texts }: Value, other: Value): boolean {
  const rows = texts.flatMap((text, row) => (text === undefined ? [] : [row]));
  return rows.filter((row) => other.texts[row] !== undefined).length >= rows.length * BOTH;
}

function joined(parts: readonly Value[], name: string, { inKind, branch, suffix }: SplitGiven): SplitTime {
  const id = `time-joined${suffix}`;
  const names = parts.map((part) => part.name);
  const texts = parts[0]!.texts.map((_, row) => {
    const all = parts.flatMap((part) => part.texts[row] ?? []);
    return all.length === parts.length ? all.join(" ") : undefined;
  });
  const fields = names.map((one) => `.${one}`);
  return {
    value: { name, stage: id, said: false, texts },
    parts,
    stage: {
      id,
      layer: "parse",
      says: `Join ${names.slice(0, -1).join(", ")} and ${names.at(-1)} to ${name}`,
      evidence: [`${texts.filter((text) => text !== undefined).length} of ${inKind}`],
      byDefault: true,
      needs: [...new Set(parts.map(({ stage }) => stage))],
      branch,
      write: () =>
        writeStage("template", {
          source: writeText(name),
          template: writeText(
            `{{ if and ${fields.join(" ")} }}${fields.map((one) => `{{ ${one} }}`).join(" ")}{{ end }}`,
          ),
        }),
    },
  };
}
