import { LabelSet } from "@sluice/engine";
import { describe, expect, it } from "vitest";
import { ShadowSampling } from "./shadow-sample.ts";

const NOTHING_KEPT = { stream: [], global: [] };
const MULTILINE = { stream: ["logs.process.main 1 multiline"], global: [] };
const always = () => true;
const entries = (count: number, stream: (i: number) => number = () => 0) =>
  Array.from({ length: count }, (_, i) => ({ labels: LabelSet.of({ stream: String(stream(i)) }), number: i }));
const streamsOf = (taken: readonly { readonly labels: LabelSet }[]) => new Set(taken.map(({ labels }) => labels.key));

describe("a sample by entry", () => {
  it("takes all, then each with the same chance, and counts what it did not take", () => {
    const sampling = new ShadowSampling(NOTHING_KEPT, 1);
    expect(sampling.take(entries(100), always)).toHaveLength(100);
    for (let i = 0; i < 3; i++) expect(sampling.thin()).toBe(true);
    const taken = sampling.take(entries(8000), always);
    expect(taken.length).toBeGreaterThan(900);
    expect(taken.length).toBeLessThan(1100);
    // Not each eighth one, which could always be the same of a pattern.
    expect(new Set(taken.map(({ number }) => number % 8)).size).toBe(8);
    expect(sampling.answer()).toEqual({
      by: "entry",
      every: 8,
      seen: 8100,
      taken: 100 + taken.length,
      skipped: 0,
      by_stream_for: [],
      inexact: [],
    });
  });

  it("counts entries for which there is no room", () => {
    const sampling = new ShadowSampling(NOTHING_KEPT, 1);
    let room = 3;
    expect(sampling.take(entries(5), () => room-- > 0)).toHaveLength(3);
    expect(sampling.answer()).toMatchObject({ seen: 5, taken: 3, skipped: 2 });
  });

  it("takes fewer only to a point", () => {
    const sampling = new ShadowSampling(NOTHING_KEPT, 1);
    let times = 0;
    while (sampling.thin()) times++;
    expect(times).toBe(16);
  });
});

describe("a sample by stream", () => {
  it("takes whole streams, and of fewer a part of those before", () => {
    const sampling = new ShadowSampling(MULTILINE, 1);
    const of = () =>
      streamsOf(
        sampling.take(
          entries(4000, (i) => i % 40),
          always,
        ),
      );
    let before = of();
    expect(before.size).toBe(40);
    while (sampling.thin()) {
      const streams = of();
      expect(streams.size).toBeLessThan(before.size);
      expect([...streams].every((stream) => before.has(stream))).toBe(true);
      before = streams;
    }
    expect(before.size).toBe(1);
    expect(sampling.answer()).toMatchObject({
      by: "stream",
      streams: { seen: 40, taken: 40 },
      by_stream_for: MULTILINE.stream,
    });
    while (sampling.widen());
    expect(of().size).toBe(40);
  });

  it("begins with as many as fit, of what came before", () => {
    const sampling = new ShadowSampling(MULTILINE, 1);
    sampling.see(entries(4000, (i) => i % 40));
    sampling.begin(1000);
    const taken = sampling.take(
      entries(4000, (i) => i % 40),
      always,
    );
    expect(taken.length).toBeGreaterThan(0);
    expect(taken.length).toBeLessThanOrEqual(1000);
    expect(sampling.answer()).toMatchObject({ seen: 4000, taken: taken.length });
  });

  it("leaves a stream out from the first entry on for which there is no room: it would have a hole", () => {
    const sampling = new ShadowSampling(MULTILINE, 1);
    const [first] = sampling.take(entries(1), always);
    expect(
      sampling.take(
        entries(2, (i) => i),
        ({ labels }) => labels !== first!.labels,
      ),
    ).toHaveLength(1);
    expect(
      streamsOf(
        sampling.take(
          entries(4, (i) => i % 2),
          always,
        ),
      ),
    ).toEqual(new Set([LabelSet.of({ stream: "1" }).key]));
    expect([sampling.answer().skipped, sampling.lost]).toEqual([1, false]);
    sampling.take(
      entries(1, () => 1),
      () => false,
    );
    expect(sampling.lost).toBe(true);
  });

  it("names stages that count all entries, where it takes a part", () => {
    const keeping = { stream: [], global: ["logs.process.main 2 limit"] };
    const sampling = new ShadowSampling(keeping, 1);
    sampling.take(
      entries(4, (i) => i),
      always,
    );
    expect(sampling.answer()).toMatchObject({ by: "stream", by_stream_for: keeping.global, inexact: [] });
    sampling.thin();
    expect(sampling.answer().inexact).toEqual(keeping.global);
  });
});
