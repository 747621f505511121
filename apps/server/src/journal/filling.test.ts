import { SECOND } from "@sluice/engine";
import { expect, it } from "vitest";
import { Filling } from "./filling.ts";

/** What is said after a size was looked at every ten seconds. */
function after(sizes: readonly number[], most: number): string | undefined {
  const filling = new Filling();
  let told: string | undefined;
  sizes.forEach((bytes, i) => {
    const now = BigInt(i) * 10n * SECOND;
    filling.look(now, bytes);
    told = filling.describe(now, bytes, most);
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

it("says nothing of a journal that grew once, and has not for two minutes", () => {
  const filling = new Filling();
  for (let i = 0; i < 3; i++) filling.look(BigInt(i) * 10n * SECOND, 1000 + i * 1000);
  expect(filling.describe(60n * SECOND, 3000, 10_000)).toBe("filling: full in 4 min at this rate");
  expect(filling.describe(141n * SECOND, 3000, 10_000)).toBe(undefined);
});

it("follows a change of the rate within two minutes", () => {
  const grows = Array.from({ length: 20 }, (_, i) => 100 + i * 100);
  expect(after([...grows, ...Array.from({ length: 12 }, () => 2000)], 10_000)).toBe(undefined);
});
