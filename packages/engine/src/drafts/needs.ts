/** Which stages the entries at a place need first, each with the figure that says so; in the order in which they belong. */
import { continuesEntry, type DetectedFormat } from "../detect/index.ts";
import { hasTimeOf, isFew, levelOf, timeOf } from "./fields.ts";
import type { DraftPlace } from "./place.ts";

/** `name`: the stage's. */
export interface Need {
  readonly name: string;
  /** `60 of 60 lines are JSON` */
  readonly why: string;
}

const COLORED = /\u001b\[[\d;]*m/;
/** Of all lines: fewer are an accident. */
const MIN_CONTINUED = 0.02;

export function* needsOf(place: DraftPlace): Generator<Need> {
  const { lines } = place;
  const of = (count: number) => `${count} of ${lines.length}`;
  const colored = lines.filter((line) => COLORED.test(line)).length;
  if (colored > 0) yield { name: "decolorize", why: `${of(colored)} lines have colors` };
  const continued = lines.filter(continuesEntry).length;
  const joins = place.reading?.stages.some(({ name }) => name === "multiline") ?? false;
  if (joins || (continued > lines.length * MIN_CONTINUED && continued * 2 < lines.length))
    yield { name: "multiline", why: `${of(continued)} lines continue the one before` };
  if (!place.isRead) yield* readers(place);
  const time = place.find(timeOf, ({ field }) => [field.name]);
  if (time !== undefined && !hasTimeOf(place.entries, time.found.field.name, time.found.format, place.now))
    yield { name: "timestamp", why: `${time.found.field.name} is a time, as ${time.found.format}` };
  const level = place.field(levelOf);
  if (level !== undefined && isFew(level.found)) {
    const { name, distinct } = level.found;
    yield { name: "labels", why: `${name} has ${distinct === 1 ? "one value" : `${distinct} values`}` };
  }
}

/** Stages that read the lines by their format. */
function* readers({ reading }: DraftPlace): Generator<Need> {
  const { formats = [], stages = [] } = reading ?? {};
  for (const { name, node } of stages) {
    if (node.spec.category !== "parse") continue;
    const format = formats.find(({ stages: text }) => text.includes(`stage.${name} `));
    if (format !== undefined) yield { name, why: formatWords(format) };
  }
}

const formatWords = ({ matched, total, title }: DetectedFormat): string => `${matched} of ${total} entries: ${title}`;
