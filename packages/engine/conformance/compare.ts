/** Comparing what was recorded with what the engine did, and naming the first difference. */

/** Text from bytes that may not be UTF-8, with each invalid byte replaced, as at the engine's edge. */
export { decodeGo as decodeEdge } from "@sluice/languages/base";

/** JSON with sorted keys, so that equal values are equal texts. */
export function canonical(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    inner !== null && typeof inner === "object" && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)))
      : inner,
  );
}

/** Where two values first differ, as `path: want …, got …`; undefined when they are equal. */
export function firstDifference(want: unknown, got: unknown, path = ""): string | undefined {
  if (canonical(want) === canonical(got)) return undefined;
  if (Array.isArray(want) && Array.isArray(got)) {
    for (let i = 0; i < Math.min(want.length, got.length); i++) {
      const inner = firstDifference(want[i], got[i], `${path}[${i}]`);
      if (inner !== undefined) return inner;
    }
    return `${path}: want ${want.length} items, got ${got.length}${describeExtra(want, got)}`;
  }
  if (isRecord(want) && isRecord(got)) {
    for (const key of new Set([...Object.keys(want), ...Object.keys(got)])) {
      const inner = firstDifference(want[key], got[key], path === "" ? key : `${path}.${key}`);
      if (inner !== undefined) return inner;
    }
  }
  return `${path}: want ${shorten(want)}, got ${shorten(got)}`;
}

function describeExtra(want: readonly unknown[], got: readonly unknown[]): string {
  return want.length > got.length ? `; missing ${shorten(want[got.length])}` : `; extra ${shorten(got[want.length])}`;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === "object" && !Array.isArray(value);

function shorten(value: unknown): string {
  const text = value === undefined ? "nothing" : canonical(value);
  return text.length > 300 ? `${text.slice(0, 300)}…` : text;
}
