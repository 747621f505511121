import { describe, expect, it } from "vitest";
import { Entry, NO_METADATA } from "./entry.ts";
import { Extracted } from "./extracted.ts";
import { HeldOrigins } from "./held-origins.ts";
import { LabelSet } from "./label-set.ts";
import { type Fate, Ledger, Origin, type OriginSource } from "./origin.ts";

const entry = (...origins: Origin[]): Entry => {
  const made = (origin: Origin) => new Entry(LabelSet.EMPTY, "", 0n, NO_METADATA, Extracted.of(), origin);
  return join(...origins.map(made));
};

/** The first entry, with the origins of all. */
function join(...entries: Entry[]): Entry {
  const held = new HeldOrigins();
  for (const one of entries) held.add(one);
  entries[0]!.origin = held.take();
  return entries[0]!;
}

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
      "a split with one dropped part counts as delivered, once",
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
      "a split with every part dropped",
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
        ledger.delivered(join(whole, whole.split("1")));
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
    [
      "parts of two merges that are joined anew, after one left",
      (ledger, note) => {
        const first = entry(ledger.admit(), ledger.admit());
        const parts = [first.split("1"), first.split("2")];
        const second = join(entry(ledger.admit()), parts[0]!);
        ledger.dropped(first);
        note();
        ledger.dropped(parts[1]!);
        note();
        ledger.delivered(second);
        note();
      },
      ["3/0/0/3/0", "3/0/0/3/0", "3/3/0/0/1"],
    ],
    [
      "a part that was delivered counts, though what it is joined to later is dropped",
      (ledger, note) => {
        const whole = entry(ledger.admit());
        ledger.delivered(whole.split("1"));
        ledger.dropped(join(whole, entry(ledger.admit())));
        note();
      },
      ["2/1/1/0/1"],
    ],
  ];
  it.each(CASES)("balances: %s", (_title, act, wanted) => {
    expect(follow(act)).toEqual(wanted);
  });

  it("settles each origin once", () => {
    const ledger = new Ledger();
    const settled: number[] = [];
    const note = ({ id, left: done }: Origin) => settled.push(done ? id : -1);
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

  it("refuses to release an entry twice, and counts it once", () => {
    const ledger = new Ledger();
    const one = entry(ledger.admit());
    ledger.delivered(one);
    expect(() => ledger.dropped(one)).toThrow("origin 0 was released more often than it was carried");
    expect(ledger.balance()).toMatchObject({ in: 1, out: 1, dropped: 0, held: 0 });
  });

  it("knows how many of those that it holds have a source", () => {
    const ledger = new Ledger();
    const [a, b, c] = [
      ledger.admit(undefined, new Origin(told([]))),
      ledger.admit(),
      ledger.admit(undefined, new Origin(told([]))),
    ];
    expect(ledger.heldWithSource).toBe(2);
    ledger.delivered(entry(a, b));
    expect(ledger.heldWithSource).toBe(1);
    ledger.dropped(entry(c));
    expect(ledger.heldWithSource).toBe(0);
  });
});

/** A source that records what it learns. */
const told = (notes: [offset: number, fate: Fate][]): OriginSource => ({
  settled: (offset, fate) => void notes.push([offset, fate]),
});

describe("a source", () => {
  it("learns of each entry once, when nothing carries it any more", () => {
    const notes: [number, Fate][] = [];
    const source = told(notes);
    const ledger = new Ledger();
    const merged = entry(...[7, 8].map((offset) => ledger.admit(undefined, new Origin(source, offset))));
    ledger.delivered(merged);
    expect(notes).toEqual([]);
    merged.origin.share();
    merged.origin.release("dropped");
    expect(notes).toEqual([]);
    merged.origin.release("delivered");
    expect(notes).toEqual([
      [7, "delivered"],
      [8, "delivered"],
    ]);
    expect(() => merged.origin.release("delivered")).toThrow("a merge of origins was released more often");
  });

  it.each<[string, Fate[], Fate]>([
    ["dropped by all", ["dropped", "dropped"], "dropped"],
    ["delivered by one", ["delivered", "dropped"], "delivered"],
    ["failed for one", ["failed", "delivered"], "failed"],
  ])("learns that what went two ways was %s", (_title, fates, wanted) => {
    const notes: [number, Fate][] = [];
    const origin = new Origin(told(notes), 3);
    origin.share();
    for (const fate of fates) origin.release(fate);
    expect(notes).toEqual([[3, wanted]]);
  });

  it("learns through several pipelines, and a pipeline that has the entry alone keeps its origin", () => {
    const notes: [number, Fate][] = [];
    const [first, second, third] = [new Ledger(), new Ledger(), new Ledger()];
    const origin = new Origin(told(notes), 1);
    expect(first.admit(undefined, origin)).toBe(origin);
    first.delivered(entry(origin));
    expect(second.admit(undefined, origin)).toBe(origin);
    const whole = entry(origin);
    const part = whole.split("part");
    second.delivered(whole);
    second.delivered(part);
    // Two entries have it now, so each gets one of its own.
    const parts = [whole, part].map((one) => entry(third.admit(undefined, one.origin)));
    third.dropped(parts[0]!);
    expect(notes).toEqual([]);
    third.delivered(parts[1]!);
    parts[1]!.origin.release("delivered");
    expect(notes).toEqual([[1, "delivered"]]);
    expect([first, second, third].map((ledger) => Object.values(ledger.balance()).join("/"))).toEqual([
      "1/1/0/0/1",
      "1/1/0/0/2",
      "2/1/1/0/1",
    ]);
  });

  it("learns the outcome of a large merge in slices", () => {
    const notes: [number, Fate][] = [];
    const works: Generator<void, void>[] = [];
    const ledger = new Ledger(undefined, (work) => works.push(work));
    const source = told(notes);
    const origins = Array.from({ length: 10_000 }, (_, i) => ledger.admit(undefined, new Origin(source, i)));
    ledger.dropped(entry(...origins));
    expect([notes.length, ledger.balance().dropped]).toEqual([0, 10_000]);
    works[0]!.next();
    expect(notes.length).toBeGreaterThan(0);
    expect(notes.length).toBeLessThan(1000);
    while (!works[0]!.next().done);
    expect(notes.map(([offset]) => offset)).toEqual(origins.map((_, i) => i));
  });

  it("that throws does not keep others from learning theirs", () => {
    const notes: [number, Fate][] = [];
    const errors: unknown[] = [];
    const ledger = new Ledger((error) => errors.push(error));
    const failing = { settled: () => expect.fail("source") };
    ledger.dropped(entry(...[failing, told(notes)].map((source) => ledger.admit(undefined, new Origin(source, 5)))));
    expect([notes, errors.length]).toEqual([[[5, "dropped"]], 1]);
  });
});
