import { expect, it } from "vitest";
import {
  ageOf,
  describeFill,
  describeLag,
  describeOldest,
  explainJournal,
  fillOf,
  isLate,
  journalOf,
  otherDetails,
} from "./journal-facts.ts";

const SLOW = {
  receiver: "logs.write.away",
  behind_entries: 3204,
  behind_bytes: 9000,
  on_their_way: 3204,
  oldest_age_seconds: 725,
};
const QUICK = {
  receiver: "logs.echo.out",
  behind_entries: 2,
  behind_bytes: 20,
  on_their_way: 2,
  oldest_age_seconds: 0,
};
const DONE = { receiver: "logs.echo.done", behind_entries: 0, behind_bytes: 0, on_their_way: 0 };
const DETAILS = {
  folder: "/data/journal",
  bytes: 8 * 2 ** 20,
  max_bytes: 16 * 2 ** 20,
  entries: 3204,
  oldest_age_seconds: 725,
  receivers: [SLOW, QUICK, DONE],
};
const EMPTY = { ...DETAILS, bytes: 0, entries: 0, oldest_age_seconds: undefined, receivers: [] };

it("reads a journal from the details of a component, or from its wal, and leaves the rest as details", () => {
  expect(journalOf({ details: DETAILS })?.receivers).toEqual([SLOW, QUICK, DONE]);
  expect(otherDetails({ details: DETAILS })).toEqual([["folder", "/data/journal"]]);
  const wal = { endpoints: [], wal: DETAILS };
  expect(journalOf({ details: wal })?.entries).toBe(3204);
  expect(otherDetails({ details: wal })).toEqual([
    ["endpoints", []],
    ["wal folder", "/data/journal"],
  ]);
  for (const details of [{}, { wal: 5 }, { ...DETAILS, bytes: -1 }, { ...DETAILS, max_bytes: 0 }, { receivers: {} }]) {
    expect(journalOf({ details })).toBeUndefined();
    expect(otherDetails({ details })).toEqual(Object.entries(details));
  }
});

it("says how full it is, how old its oldest entry is, and who is behind", () => {
  const facts = journalOf({ details: DETAILS })!;
  expect([fillOf(facts), describeFill(facts), describeOldest(facts)]).toEqual([
    0.5,
    "50 % of 16 MiB",
    "oldest entry 12 min",
  ]);
  expect(explainJournal(facts)).toBe(
    "50 % of 16 MiB, 3,204 entries wait; oldest entry 12 min; behind: logs.write.away",
  );
  expect([SLOW, QUICK, DONE].map(describeLag)).toEqual(["3,204 behind, 12 min", "2 behind", undefined]);
  expect([SLOW, QUICK, DONE].map(isLate)).toEqual([true, false, false]);
  expect([SLOW, QUICK, DONE].map(ageOf)).toEqual(["12 min", undefined, undefined]);
});

it("says what of it is damaged", () => {
  const facts = journalOf({ details: { ...EMPTY, damaged: { parts: 2, entries: 30 } } })!;
  expect(explainJournal(facts)).toBe("0 % of 16 MiB, 0 entries wait; 2 damaged parts, 30 entries lost");
});

it("says so of an empty one, and of one that is larger than it may be since its size was changed", () => {
  const empty = journalOf({ details: EMPTY })!;
  expect(explainJournal(empty)).toBe("0 % of 16 MiB, 0 entries wait");
  const over = journalOf({ details: { ...DETAILS, bytes: 20_000_000 } })!;
  expect([fillOf(over), describeFill(over)]).toEqual([1, "100 % of 16 MiB"]);
});
