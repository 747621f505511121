/** Whether two JSON values are equal. Undefined fields count as absent. Nothing is copied. */
export function sameJson(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  if (Array.isArray(a) || Array.isArray(b))
    return Array.isArray(a) && Array.isArray(b) && a.length === b.length && a.every((one, i) => sameJson(one, b[i]));
  const [left, right] = [a as Record<string, unknown>, b as Record<string, unknown>];
  return (
    Object.keys(left).every((key) => sameJson(left[key], right[key])) &&
    Object.keys(right).every((key) => right[key] === undefined || left[key] !== undefined)
  );
}
