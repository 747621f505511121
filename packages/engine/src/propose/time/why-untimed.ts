/** Why the entries of one kind get no time: what comes nearest to one, and what it lacks. */
import { isCertainTimeName } from "../../vocabulary/index.ts";
import { present, type Value } from "../rows.ts";
import { areDays, areSureClocks } from "./clock-forms.ts";

/** Share of the entries with which a value is one of the kind. */
const OFTEN = 0.5;
const MAX_EXAMPLE = 40;

/** A sentence without a stop. */
export function whyUntimed(values: readonly Value[], entries: number): string {
  const often = values.filter((value) => present(value).length >= entries * OFTEN);
  const [clock, day] = [often.find(areSureClocks), often.find(areDays)];
  if (clock !== undefined && day !== undefined)
    return `no format reads ${day.name} and ${clock.name} together${exampleOf(day)}${exampleOf(clock)}`;
  if (clock !== undefined) return `${clock.name} has a clock and no day${exampleOf(clock)}`;
  if (day !== undefined) return `${day.name} has a day and no clock${exampleOf(day)}`;
  const named = values.filter(({ name }) => isCertainTimeName(name) && name !== "at");
  const unread = named.find((value) => often.includes(value));
  if (unread !== undefined) return `no format reads ${unread.name}${exampleOf(unread)}`;
  const [rare] = named.filter((value) => present(value).length > 0);
  if (rare !== undefined) return `only ${present(rare).length} of ${entries} entries have ${rare.name}`;
  return "the lines have no day and clock";
}

/** Nothing where it is long: what was cut may hold a part of a secret. */
function exampleOf(value: Value): string {
  const text = present(value)[0] ?? "";
  return text.length <= MAX_EXAMPLE ? ` (${text})` : "";
}
