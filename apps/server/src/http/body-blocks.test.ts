import { SeededRandom } from "@sluice/engine";
import { expect, it } from "vitest";
import { BodyBlocks, type HeldBody } from "./body-blocks.ts";
import { MIN_PART } from "./parts.ts";

const MIB = 1024 * 1024;

it("holds bodies as they were, whichever come and go beside them", () => {
  const random = new SeededRandom(7);
  const below = (n: number) => Math.floor(random.next() * n);
  const blocks = new BodyBlocks(4 * MIB);
  const held: { readonly body: HeldBody; readonly bytes: Buffer }[] = [];
  let refused = 0;
  for (let step = 0; step < 2000; step++) {
    if (held.length > 0 && random.next() < 0.45) held.splice(below(held.length), 1)[0]!.body.release();
    else {
      const parts = Array.from({ length: 1 + below(4) }, () => Buffer.alloc(MIN_PART + below(200_000), step));
      const bytes = Buffer.concat(parts);
      const body = blocks.hold(parts);
      for (const part of parts) part.fill(0);
      if (body === undefined) refused++;
      else held.push({ body, bytes });
    }
    if (step % 50 === 0) for (const { body, bytes } of held) expect(Buffer.concat(body.parts).equals(bytes)).toBe(true);
    expect(blocks.held).toBeLessThanOrEqual(4 * MIB);
  }
  expect(refused).toBeGreaterThan(10);
  for (const { body } of held) body.release();
  expect(blocks.held).toBe(0);
});

it("leaves what is small, and what finds no room, where it is", () => {
  const blocks = new BodyBlocks(MIB);
  expect(blocks.hold([Buffer.alloc(MIN_PART - 1)])).toBeUndefined();
  expect(blocks.hold([Buffer.alloc(MIB), Buffer.alloc(1)])).toBeUndefined();
  const all = blocks.hold([Buffer.alloc(MIB)]);
  expect(all?.parts.length).toBe(16);
  expect(blocks.hold([Buffer.alloc(MIN_PART)])).toBeUndefined();
  all!.release();
  expect(blocks.hold([Buffer.alloc(MIN_PART)])?.parts).toHaveLength(1);
});
