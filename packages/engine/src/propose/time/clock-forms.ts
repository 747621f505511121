/** What values of a day, of a clock and of a zone look like where each stands alone. */
import { IANA_ZONE, MONTH, ZONE_NAME } from "../../vocabulary/index.ts";
import { present, type Value } from "../rows.ts";

const DAY = new RegExp(
  `^(?:\\d{4}[-/.]\\d{1,2}[-/.]\\d{1,2}|\\d{1,2}[-/.]\\d{1,2}[-/.](?:\\d{4}|\\d{2})|(?:19|20)\\d{6}|\\d{1,2}[- /]${MONTH}[- /]\\d{4}|${MONTH} \\d{1,2},? \\d{4})$`,
);
const CLOCK = /^\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?(?: ?[AP]M)?(?: ?(?:Z|[+-]\d{2}:?\d{2}))?$/i;
/** Digits alone are a clock beside a day that is written so. */
const COMPACT_CLOCK = /^(?:[01]\d|2[0-3])[0-5]\d[0-5]\d(?:\.\d{1,9})?$/;
const ZONE = new RegExp(`^(?:Z|[+-]\\d{2}:?\\d{2}|${ZONE_NAME}|${IANA_ZONE})$`);

/** Share of the texts that must look so. */
const ENOUGH = 0.9;

const are =
  (...forms: readonly RegExp[]) =>
  (value: Pick<Value, "texts">): boolean => {
    const texts = present(value);
    return (
      texts.length > 0 &&
      forms.some((form) => texts.filter((text) => form.test(text.trim())).length >= texts.length * ENOUGH)
    );
  };

export const areDays = are(DAY);
export const areClocks = are(CLOCK, COMPACT_CLOCK);
/** Clocks that look like nothing else. */
export const areSureClocks = are(CLOCK);
export const areZones = are(ZONE);
