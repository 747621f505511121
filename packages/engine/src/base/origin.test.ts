import { describe, expect, it } from "vitest";
import { Entry, NO_METADATA } from "./entry.ts";
import { Extracted } from "./extracted.ts";
import { LabelSet } from "./label-set.ts";
import { Ledger, type Origin } from "./origin.ts";

const entry = (...origins: Origin[]): Entry => new Entry(LabelSet.EMPTY, "", 0n, NO_METADATA, Extracted.of(), origins);

/** Runs `act` with a ledger; gives the balance as `in/out/dropped/held/emitted` after each of its steps. */
function follow(act: (ledger: Ledger, note: () => void) => void): string[] {
  const ledger = new Ledger();
  const notes: string[] = [];
  act(ledger, () => {
    const { in: entered, out, dropped, held, emitted } = ledger.balance();
    notes.push([entered, out, dropped, held, emitted].join("/"));
  });
  return notes;
}

describe("Ledger", () => {
  const CASES: [string, (ledger: Ledger, note: () => void) => void, string[]][] = [
    [
      "one goes through, one is dropped",
      (ledger, note) => {
        const a = entry(ledger.admit());
        const b = entry(ledger.admit());
        note();
        ledger.delivered(a);
        note();
        ledger.dropped(b);
        note();
      },
      ["2/0/0/2/0", "2/1/0/1/1", "2/1/1/0/1"],
    ],
    [
      "a split of which one part is dropped counts as delivered, once",
      (ledger, note) => {
        const whole = entry(ledger.admit());
        const parts = [whole.split("1"), whole.split("2")];
        note();
        ledger.dropped(parts[0]!);
        note();
        ledger.delivered(parts[1]!);
        note();
        ledger.dropped(whole);
        note();
      },
      ["1/0/0/1/0", "1/0/0/1/0", "1/0/0/1/1", "1/1/0/0/1"],
    ],
    [
      "a split of which every part is dropped",
      (ledger, note) => {
        const whole = entry(ledger.admit());
        const part = whole.split("1");
        ledger.dropped(whole);
        ledger.dropped(part);
        note();
      },
      ["1/0/1/0/0"],
    ],
    [
      "a merge of several",
      (ledger, note) => {
        const merged = entry(ledger.admit(), ledger.admit(), ledger.admit());
        note();
        ledger.delivered(merged);
        note();
      },
      ["3/0/0/3/0", "3/3/0/0/1"],
    ],
    [
      "parts of one entry that are joined again",
      (ledger, note) => {
        const whole = entry(ledger.admit());
        whole.split("1");
        // Both carry the origin; united, one does.
        whole.origins[0]!.unshare();
        ledger.delivered(whole);
        note();
      },
      ["1/1/0/0/1"],
    ],
    [
      "a merge is split again, and each part settles nothing but the last",
      (ledger, note) => {
        const merged = entry(ledger.admit(), ledger.admit());
        const part = merged.split("1");
        ledger.delivered(part);
        note();
        ledger.dropped(merged);
        note();
      },
      ["2/0/0/2/1", "2/2/0/0/1"],
    ],
  ];
  it.each(CASES)("balances: %s", (_title, act, wanted) => {
    expect(follow(act)).toEqual(wanted);
  });

  it("tells each origin once that it is settled", () => {
    const ledger = new Ledger();
    const settled: number[] = [];
    const note = ({ id, settled: done }: Origin) => settled.push(done ? id : -1);
    const merged = entry(ledger.admit(note), ledger.admit(note));
    const part = merged.split("x");
    ledger.delivered(part);
    expect(settled).toEqual([]);
    ledger.delivered(merged);
    expect(settled).toEqual([0, 1]);
  });

  it("settles the other origins where a callback throws", () => {
    const errors: unknown[] = [];
    const ledger = new Ledger((error) => errors.push(error));
    const fail = () => {
      throw new Error("host");
    };
    ledger.delivered(entry(ledger.admit(fail), ledger.admit()));
    expect(errors).toEqual([new Error("host")]);
    expect(ledger.balance()).toEqual({ in: 2, out: 2, dropped: 0, held: 0, emitted: 1 });
  });

  it("refuses to let go of an entry twice, and counts it once", () => {
    const ledger = new Ledger();
    const one = entry(ledger.admit());
    ledger.delivered(one);
    expect(() => ledger.dropped(one)).toThrow("origin 0 was let go of more often than it was carried");
    expect(ledger.balance()).toMatchObject({ in: 1, out: 1, dropped: 0, held: 0 });
  });

  it("refuses to unite an origin that nothing else carries", () => {
    expect(() => new Ledger().admit().unshare()).toThrow("united with nothing");
  });
});
