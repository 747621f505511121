import { describe, expect, it } from "vitest";
import { ByteBudget } from "./byte-budget.ts";

describe("ByteBudget", () => {
  it("refuses the one that asks when it is the largest, or when no other can give way", () => {
    const budget = new ByteBudget(100);
    const [small, large] = [budget.open(), budget.open()];
    small.giveWay = () => {};
    small.take(40);
    expect(() => large.take(61)).toThrow("too many bytes of other requests in flight");
    large.take(60);
    expect(() => small.take(1)).toThrow("too many bytes");
    expect(budget.held).toBe(100);
  });

  it("lets the largest give way that still can, as many as it takes", () => {
    const budget = new ByteBudget(100);
    const refused: string[] = [];
    const [a, b, c] = ["a", "b", "c"].map((name) => {
      const share = budget.open();
      share.giveWay = () => refused.push(name);
      return share;
    });
    a!.take(30);
    b!.take(40);
    c!.take(30);
    const own = budget.open();
    own.take(25);
    expect([refused, budget.held]).toEqual([["b"], 85]);
    own.close();
    b!.close();
    expect(budget.held).toBe(60);
  });
});

it("copies no body that there is no room for and nobody could keep", () => {
  const share = new ByteBudget(1024).open();
  const mebibyte = Buffer.alloc(1024 * 1024);
  const parts = Array.from({ length: 256 }, () => mebibyte);
  const { parts: held, length } = share.copy(parts);
  expect([held.length, held[0] === mebibyte, length]).toEqual([256, true, 256 * 1024 * 1024]);
  share.close();
});
