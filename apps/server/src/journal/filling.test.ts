import { SECOND } from "@sluice/engine";
import { expect, it } from "vitest";
import { Filling } from "./filling.ts";

/** What is said after a size was looked at every ten seconds. */
function after(sizes: readonly number[], most: number): string | undefined {
  const filling = new Filling();
  let told: string | undefined;
  sizes.forEach((bytes, i) => {
    told = filling.describe(BigInt(i) * 10n * SECOND, bytes, most);
  });
  return told;
}

it.each([
  [[100, 200, 300], 1500, "filling: full in 2 min at this rate"],
  [[100, 200, 300], 400, "filling: full in 10 s at this rate"],
  [[1000, 1001], 5000, "filling: full in 11 h at this rate"],
  [[300, 200, 100], 400, undefined],
  [[300, 300], 400, undefined],
  [[100], 110, undefined],
  [[1, 2], 1000, undefined],
  [[1_000_000, 1_000_001], 10_000_000_000, undefined],
])("%j of %i: %s", (sizes, most, told) => {
  expect(after(sizes, most)).toBe(told);
});

it("follows a change of the rate within two minutes", () => {
  const grows = Array.from({ length: 20 }, (_, i) => 100 + i * 100);
  expect(after([...grows, ...Array.from({ length: 12 }, () => 2000)], 10_000)).toBe(undefined);
});
