/** What depends on the clock: `now`, `ago`, and everything that takes other values for now. */
import { describe, expect, it } from "vitest";
import { SeededRandom } from "../../base/random.ts";
import { parseRfc3339 } from "../../base/time.ts";
import { compileTemplate } from "../index.ts";
import { SPRIG_FUNCTIONS } from "./index.ts";

function run(template: string, now = "2024-03-10T12:00:00Z"): string {
  const compiled = compileTemplate(template, { name: "t", functions: [SPRIG_FUNCTIONS] });
  if (!compiled.ok) return compiled.message;
  const host = { now: () => parseRfc3339(now)!, random: new SeededRandom(1), sha256: () => "" };
  const result = compiled.template.execute({ get: () => undefined, names: () => [] }, host);
  return result.ok ? result.text : result.message;
}

describe("functions of the clock", () => {
  it.each([
    [
      '{{ now | date "2006-01-02 15:04:05" }} {{ now.Unix }} {{ unixEpoch now }}',
      "2024-03-10 12:00:00 1710072000 1710072000",
    ],
    [
      '{{ date "2006-01-02" "1999-01-01" }} {{ date "2006-01-02" 1.5 }} {{ date "2006" nil }}',
      "2024-03-10 2024-03-10 2024",
    ],
    [
      '{{ date "2006" (list 1) }} {{ dateInZone "15:04" true "Asia/Tokyo" }} {{ htmlDate now }}',
      "2024 21:00 2024-03-10",
    ],
    [
      '{{ now | dateModify "-1.5h" | date "15:04:05" }} {{ date_modify "48h30m" now | date "02 15:04" }}',
      "10:30:00 12 12:30",
    ],
    [
      '{{ now | dateModify "junk" | date "15:04" }} {{ must_date_modify "-24h" now | date "2006-01-02" }}',
      "12:00 2024-03-09",
    ],
    [
      '{{ ago (now | dateModify "-90s") }} {{ ago (now | dateModify "-1.6s") }} {{ ago (now | dateModify "26h") }}',
      "1m30s 2s -26h0m0s",
    ],
    ['{{ ago now }} {{ ago 1710072000 }} {{ ago "x" }} {{ ago (int64 1710071940) }}', "0s 0s 0s 1m0s"],
    [
      '{{ ago (now | dateModify "-500ms") }} {{ ago (now | dateModify "499ms") }} {{ ago (now | dateModify "500ms") }}',
      "1s 0s -1s",
    ],
    ['{{ ago (toDate "2006" "1400") }}', "2562047h47m16.854775807s"],
    ['{{ durationRound (now | dateModify "-3h5m") }} {{ durationRound now }}', "3h 0s"],
    [
      "{{ empty now }} {{ typeOf now }} {{ kindOf now }} {{ toJson now }}",
      'false time.Time struct "2024-03-10T12:00:00Z"',
    ],
    ["{{ now }}", "2024-03-10 12:00:00 +0000 UTC"],
  ])("%s", (template, text) => {
    expect(run(template)).toBe(text);
  });
});
