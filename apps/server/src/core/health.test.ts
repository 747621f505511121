import { SECOND } from "@sluice/engine";
import { expect, it } from "vitest";
import { START } from "../testing/fixtures.ts";
import { HEALTHY, type Health, HealthRecord, joinHealth } from "./health.ts";

const away: Health = { state: "unhealthy", message: "no answer", elsewhere: true };
const broken: Health = { state: "unhealthy", message: "port 1 is in use" };
const told: Health = { state: "healthy", message: "refused" };

it("says since when a component is in its state, while the reason changes", () => {
  const record = new HealthRecord();
  const at = (seconds: bigint, health: Health) => record.date(health, START + seconds * SECOND);
  expect([at(0n, HEALTHY), at(2n, told), at(4n, away), at(6n, broken), at(8n, HEALTHY)]).toEqual([
    { state: "healthy", message: "", since: "2026-01-15T08:00:00Z" },
    { state: "healthy", message: "refused", since: "2026-01-15T08:00:00Z" },
    { state: "unhealthy", message: "no answer", since: "2026-01-15T08:00:04Z", elsewhere: true },
    { state: "unhealthy", message: "port 1 is in use", since: "2026-01-15T08:00:04Z" },
    { state: "healthy", message: "", since: "2026-01-15T08:00:08Z" },
  ]);
});

it.each<[string, Health[], Health]>([
  ["nothing is well", [], HEALTHY],
  ["all well is well", [HEALTHY, HEALTHY], HEALTHY],
  ["one alone needs no name", [away], away],
  ["one of two is named", [HEALTHY, away], { ...away, message: "b: no answer" }],
  ["an unhealthy part comes before a note", [told, away], { ...away, message: "b: no answer" }],
  ["what is only told stays healthy", [told, HEALTHY], { state: "healthy", message: "a: refused" }],
  ["one that is its own makes it its own", [away, broken], { ...broken, message: "a: no answer; b: port 1 is in use" }],
])("joins the health of parts: %s", (_name, parts, expected) => {
  expect(joinHealth(parts.map((health, i) => ({ name: "ab"[i]!, health })))).toEqual(expected);
});
