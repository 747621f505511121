import { expect, it } from "vitest";
import { compileTimestampFormat } from "./loki-timestamp.ts";
import { readStrftime } from "./strftime.ts";

const NOW = 1_710_072_000_000_000_000n;

it.each([
  ["%Y-%m-%d %H:%M:%S", "2006-01-02 15:04:05", "2024-03-10 12:00:00"],
  ["%d/%b/%Y:%H:%M:%S %z", "02/Jan/2006:15:04:05 -0700", "10/Mar/2024:12:00:00 +0000"],
  ["%Y-%m-%dT%H:%M:%S.%fZ", "2006-01-02T15:04:05.999999Z", "2024-03-10T12:00:00.000Z"],
  ["%Y-%m-%d %H:%M:%S,%L", "2006-01-02 15:04:05,999", "2024-03-10 12:00:00,000"],
  ["%FT%T%:z", "2006-01-02T15:04:05-07:00", "2024-03-10T12:00:00+00:00"],
  ["%b %e %H:%M:%S %Y", "Jan _2 15:04:05 2006", "Mar 10 12:00:00 2024"],
  ["%-d.%-m.%Y %I:%M:%S %p", "2.1.2006 03:04:05 PM", "10.3.2024 12:00:00 PM"],
  ["%s", "Unix", "1710072000"],
])("%s is the layout %s", (format, layout, text) => {
  expect(readStrftime(format)).toEqual({ layout });
  const compiled = compileTimestampFormat(layout);
  expect(compiled.ok && compiled.parse(text, NOW)).toBe(NOW);
});

it.each(["%U %Y", "%Y %s", "%H:%M 15", "%f seconds %Y", "%d%f", "1%Y-%m-%d", "%Y-01-%d"])(
  "%s is one that no layout equals for certain",
  (format) => expect(readStrftime(format)).toEqual({ layout: undefined }),
);

it.each(["2006-01-02", "RFC3339", "", "100%", "15:04 %", "Load %d is 2006", "%q %Y"])("%s is not one", (format) =>
  expect(readStrftime(format)).toBeUndefined(),
);
