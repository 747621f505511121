/** Which values become labels: few of them, with few values, under names by which people look for streams. All others are metadata. */
import { present, type Value } from "./rows.ts";

const LABELS =
  /^(?:level|app|service|service_?name|namespace|container|container_?name|cluster|env|environment|region|stream|channel|facility|unit|job)$/i;
/** Values of one label, and streams of all together. */
const MAX_VALUES = 12;
const MAX_STREAMS = 60;
const MAX_LABELS = 4;
const MAX_LENGTH = 40;

/** Share of the entries that have a value that messages say. */
const SAID = 0.9;

/** Names that become labels, `level` first; `entries`: of how many. */
export function chooseLabels(values: readonly Value[], entries: number): string[] {
  const found = values
    .filter(({ name }) => LABELS.test(name))
    .map(({ name, said, texts }) => ({ name, said, given: present({ texts }) }))
    .map((value) => ({ ...value, distinct: new Set(value.given) }))
    .filter(
      ({ name, said, given, distinct }) =>
        distinct.size > (name === "level" ? 0 : 1) &&
        distinct.size <= MAX_VALUES &&
        (name === "level" || distinct.size <= Math.max(2, given.length / 3)) &&
        given.length >= entries * (name === "level" ? 0.03 : said ? SAID : 0.3) &&
        [...distinct].every((text) => text.length <= MAX_LENGTH),
    )
    .sort((a, b) => Number(b.name === "level") - Number(a.name === "level") || a.distinct.size - b.distinct.size);
  const chosen: string[] = [];
  let streams = 1;
  for (const { name, distinct } of found) {
    if (chosen.length === MAX_LABELS) break;
    if (streams * distinct.size > MAX_STREAMS) continue;
    streams *= distinct.size;
    chosen.push(name);
  }
  return chosen;
}
