/**
 * Which stages the entries at a place need first, each with the figure that says so; in the order in which they belong. Several
 * may have one name.
 */
import { hasTimeOf, isFew, levelOf, timeOf } from "./fields.ts";
import type { DraftPlace } from "./place.ts";
import { isReading, namesRead, namesSet, type ReadStage } from "./reading.ts";

/** `name`: the stage's. */
export interface Need {
  readonly name: string;
  /** `60 of 60: Read JSON: ts, level and msg` */
  readonly why: string;
}

export function* needsOf(place: DraftPlace): Generator<Need> {
  for (const stage of place.reading?.stages ?? []) {
    const { name, proposed } = stage;
    // What reads a value that another stage extracts comes after that one.
    if (isReading(stage)) {
      if (namesRead(stage.node).length === 0 && !isDone(place, stage))
        yield { name, why: `${proposed.read} of ${proposed.of}: ${proposed.says}` };
    } else if (proposed.layer === "secrets" && proposed.byDefault) {
      // What redacts passes every entry; its evidence says in how many it found something.
      yield { name, why: `${proposed.evidence[0]}: ${proposed.says}` };
    }
  }
  const time = timeNeeded(place);
  if (time !== undefined) yield { name: "timestamp", why: time };
  const level = place.field(levelOf);
  if (level !== undefined && isFew(level.found)) {
    const { name, distinct } = level.found;
    yield { name: "labels", why: `${name} has ${distinct === 1 ? "one value" : `${distinct} values`}` };
  }
}

/** Whether a stage before has taken the same values out already. */
function isDone(place: DraftPlace, { node, proposed: { layer } }: ReadStage): boolean {
  const names = namesSet(node);
  const known = new Set([...place.fields, ...place.labels].map(({ name }) => name));
  return layer === "parse" && names.some((name) => known.has(name));
}

function timeNeeded(place: DraftPlace): string | undefined {
  const own = timeOf(place.fields);
  if (own !== undefined) {
    const { field, format } = own;
    const isSet = hasTimeOf(place.entries, field.name, format, place.now);
    return isSet ? undefined : `${field.name} is a time, as ${format}`;
  }
  const proposed = place.reading?.stages.find(({ proposed: { layer } }) => layer === "time")?.proposed;
  return proposed && `${proposed.says}: ${proposed.evidence.join(", ")}`;
}
