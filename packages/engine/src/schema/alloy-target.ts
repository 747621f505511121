/** Releases of Alloy, and for which of them a configuration is written. */

/** A release: `1.12`, or `1.11.3` where a correction brought something. */
export type AlloyVersion = `1.${number}`;

/** The releases that are known: those between have all been read. */
const OLDEST_ALLOY: AlloyVersion = "1.9";
export const NEWEST_ALLOY: AlloyVersion = "1.21";

const minor = (version: AlloyVersion): number => Number(version.split(".")[1]);

/** The known releases, the newest first. */
export const ALLOY_RELEASES: readonly AlloyVersion[] = Array.from(
  { length: minor(NEWEST_ALLOY) - minor(OLDEST_ALLOY) + 1 },
  (_, i): AlloyVersion => `1.${minor(NEWEST_ALLOY) - i}`,
);

/** Below 0 where `a` is older than `b`. */
export function compareAlloy(a: AlloyVersion, b: AlloyVersion): number {
  const [left, right] = [a.split(".").map(Number), b.split(".").map(Number)];
  return left[1]! - right[1]! || (left[2] ?? 0) - (right[2] ?? 0);
}

/** Where a configuration is to run: in Sluice, or in Alloy from a release on. */
export type TargetVersion = "sluice" | AlloyVersion;

/** Its name for people. */
export const targetName = (target: TargetVersion): string => (target === "sluice" ? "Sluice" : `Alloy ${target}`);

/** What is expected where a target is named. */
export const TARGET_FORM = `sluice, or alloy with a release from ${OLDEST_ALLOY} to ${NEWEST_ALLOY}, as in "alloy ${NEWEST_ALLOY}"`;

/** Reads `sluice`, `alloy 1.17` or `alloy@1.17`; undefined for everything else, a release that is not known included. */
export function readTarget(text: string): TargetVersion | undefined {
  if (text === "sluice") return "sluice";
  const named = /^alloy[ @]v?(1\.\d{1,4})$/.exec(text)?.[1];
  return ALLOY_RELEASES.find((release) => release === named);
}
