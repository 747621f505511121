/**
 * Made-up profiles of a small web shop, which change from one to the next as those of a service do: what is hot stays
 * hot, by and large. The same chance gives the same profiles.
 */
import { gzipSync } from "node:zlib";
import { type Nanos, type Random, SECOND } from "@sluice/engine";
import { writePprof } from "./pprof-writer.ts";

/** Calls, each with how much of the work is done right there; names by file. */
interface Call {
  readonly name: string;
  readonly own: number;
  readonly calls?: readonly Call[];
}

const MAIN: Call = {
  name: "main",
  own: 1,
  calls: [
    {
      name: "http.serve",
      own: 6,
      calls: [
        {
          name: "cart.handleCheckout",
          own: 4,
          calls: [
            { name: "cart.load", own: 3, calls: [{ name: "json.decode", own: 24 }] },
            { name: "pricing.total", own: 12, calls: [{ name: "pricing.applyDiscounts", own: 18 }] },
            {
              name: "payment.authorize",
              own: 5,
              calls: [
                { name: "crypto.sign", own: 30 },
                { name: "http.post", own: 8, calls: [{ name: "tls.write", own: 14 }] },
              ],
            },
          ],
        },
        {
          name: "catalog.handleSearch",
          own: 5,
          calls: [
            {
              name: "search.query",
              own: 9,
              calls: [{ name: "search.rank", own: 34, calls: [{ name: "sort", own: 20 }] }],
            },
            { name: "template.render", own: 16, calls: [{ name: "strings.escape", own: 9 }] },
          ],
        },
        { name: "log.write", own: 7, calls: [{ name: "json.encode", own: 11 }] },
      ],
    },
    { name: "gc", own: 13, calls: [{ name: "gc.mark", own: 26 }] },
  ],
};

const KINDS = {
  /** Processor time: how often a stack was seen, and for how long. */
  process_cpu: {
    types: [
      ["samples", "count"],
      ["cpu", "nanoseconds"],
    ],
    unit: 10_000_000,
    period: "cpu",
  },
  /** What was allocated: how often, and how much. */
  memory: {
    types: [
      ["alloc_objects", "count"],
      ["alloc_space", "bytes"],
    ],
    unit: 4096,
    period: "space",
  },
} as const;

export type DemoKind = keyof typeof KINDS;

export interface DemoProfile {
  readonly kind: DemoKind;
  /** The end of what it measured. */
  readonly time: Nanos;
  /** How long that took. */
  readonly duration: Nanos;
  readonly random: Random;
}

/** In pprof's format, compressed by gzip; some kilobytes. */
export function makeDemoProfile({ kind, time, duration, random }: DemoProfile): Uint8Array {
  const { types, unit, period } = KINDS[kind];
  const functions: { name: string; file: string; line: number }[] = [];
  const samples: { stack: number[]; values: number[] }[] = [];
  const seconds = Number(duration) / Number(SECOND);
  const visit = ({ name, own, calls = [] }: Call, callers: readonly number[]) => {
    const stack = [functions.length, ...callers];
    functions.push({ name: `shop/${name}`, file: `shop/${name.split(".")[0]}.go`, line: 10 + functions.length * 7 });
    // Half to one and a half times what it does on the average.
    const count = Math.round(own * seconds * (0.5 + random.next()) * 0.4);
    if (count > 0) samples.push({ stack, values: [count, count * unit] });
    for (const call of calls) visit(call, stack);
  };
  visit(MAIN, []);
  return gzipSync(
    writePprof({
      sampleTypes: types,
      functions,
      samples,
      time: time - duration,
      duration: Number(duration),
      period: { type: period, unit: types[1][1], value: unit },
    }),
  );
}
