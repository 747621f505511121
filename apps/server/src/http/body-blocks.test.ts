import { SeededRandom } from "@sluice/engine";
import { expect, it } from "vitest";
import type { HeldBody } from "../platform/held-body.ts";
import { BodyBlocks } from "./body-blocks.ts";

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
      const parts = Array.from({ length: 1 + below(4) }, () => Buffer.alloc(below(250_000), step));
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

it("has no room for more than its bytes", () => {
  const blocks = new BodyBlocks(MIB);
  expect(blocks.hold([Buffer.alloc(MIB), Buffer.alloc(1)])).toBeUndefined();
  const all = blocks.hold([Buffer.alloc(MIB)])!;
  expect(all.parts.length).toBe(16);
  expect(blocks.hold([Buffer.alloc(1)])).toBeUndefined();
  all.release();
  expect(blocks.hold([Buffer.alloc(1)])?.parts).toHaveLength(1);
});

it("writes over a body after the last of those who hold it", () => {
  const blocks = new BodyBlocks(MIB);
  const body = blocks.hold([Buffer.alloc(MIB, 1)])!;
  expect(body.retain()).toBe(body);
  body.release();
  expect(blocks.hold([Buffer.alloc(1)])).toBeUndefined();
  body.release();
  expect(blocks.held).toBe(0);
});

it("writes no more of its memory than it needs, where few are held", () => {
  const blocks = new BodyBlocks(4 * MIB);
  const starts = new Set<number>();
  let last: HeldBody | undefined;
  for (let i = 0; i < 100; i++) {
    const next = blocks.hold([Buffer.alloc(10)])!;
    starts.add(next.parts[0]!.byteOffset);
    last?.release();
    last = next;
  }
  expect(starts.size).toBe(2);
});
