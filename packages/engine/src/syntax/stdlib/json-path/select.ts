/**
 * Runs paths: each fragment selects from what the one before selected, in order. Fields of objects are taken in the
 * document's order (Alloy's order is a matter of chance). All work of one call is counted, that of filters included.
 */
import type { Value } from "../../value.ts";
import { matchesFilter } from "./filter.ts";
import type { Fragment, Path, Slice } from "./path.ts";
import type { Work } from "./work.ts";

/** Marks of a fragment's place on the stack: its `..` has opened the value below, or is below another's. */
const OPENED = 2 ** 16;
const INNER = 2 ** 17;

/**
 * All that `path` selects in `root`. Throws `PathError`.
 *
 * One stack holds values and, above those that wait for a fragment, the fragment's place. The original works like this, with
 * a visible effect: the marks of `..` are kept for all values that wait together, so that of several values before it only
 * the first is searched, and the others are taken themselves.
 */
export function select(path: Path, root: Value, work: Work): readonly Value[] {
  const found: Value[] = [];
  if (path.length === 0) return found;
  const stack: (Value | number)[] = [root, 0];
  let at = 0;
  while (stack.length > 1) {
    work.count();
    const place = stack.pop() as number;
    const value = stack.pop()!;
    if (typeof value === "number") {
      stack.push(value);
      at = value % OPENED;
      continue;
    }
    const last = at === path.length - 1;
    const fragment = path[at]!;
    if (fragment.kind === "descent") {
      if (place < OPENED || place % INNER < OPENED) {
        stack.push(value, place + OPENED);
        const inside = children(value);
        if (last) for (const child of inside) found.push(child);
        for (const child of inside.filter(holdsValues).reverse()) stack.push(child, at + INNER);
        work.count(inside.length);
      } else {
        stack.push(place);
        if (!last) stack.push(value);
        else if (place < INNER) found.push(value);
      }
    } else {
      stack.push(place);
      const selected = selectOne(value, fragment, last, root, work);
      work.count(selected.length);
      if (last) for (const item of selected) found.push(item);
      else for (const item of selected.toReversed()) stack.push(item);
    }
    if (!last && typeof stack.at(-1) !== "number") stack.push(++at);
  }
  return found;
}

const holdsValues = (value: Value): boolean => value.type === "array" || value.type === "object";

function selectOne(value: Value, fragment: Fragment, last: boolean, root: Value, work: Work): readonly Value[] {
  switch (fragment.kind) {
    case "root":
      return [root];
    case "current":
    case "descent":
      return [value];
    case "filter":
      return children(value).filter((child) => matchesFilter(fragment.filter, child, root, work, select));
  }
  const selected =
    fragment.kind === "wildcard"
      ? children(value)
      : fragment.kind === "slice"
        ? selectSlice(value, fragment, last)
        : (fragment.kind === "keys" ? fragment.keys : [])
            .map((key) => selectKey(value, key))
            .filter((item) => item !== undefined);
  // It continues only with what may hold something.
  return last ? selected : selected.filter(holdsValues);
}

function children(value: Value): readonly Value[] {
  if (value.type === "array") return value.items;
  return value.type === "object" ? [...value.fields.values()] : [];
}

function selectKey(value: Value, key: string | number): Value | undefined {
  if (typeof key === "string") return value.type === "object" ? value.fields.get(key) : undefined;
  return value.type === "array" ? value.items[key < 0 ? value.items.length + key : key] : undefined;
}

/** Every `step`th item from `start` up to `end`; backwards only where `end` says how far. */
function selectSlice(value: Value, slice: Slice, last: boolean): Value[] {
  if (value.type !== "array") return [];
  const { items } = value;
  const { length } = items;
  const { step } = slice;
  const start = slice.start < 0 ? Math.max(length + slice.start, 0) : slice.start;
  if (start >= length || step === 0) return [];
  let end = Math.min(slice.end === undefined ? length : slice.end < 0 ? length + slice.end : slice.end, length);
  if (step < 0) end = Math.max(end, -1);
  // Before another fragment the original rounds an empty range up to its first item.
  const more = step > 0 ? (end - start - 1) / step : (start - end - 1) / -step;
  const chosen: Value[] = [];
  for (let i = 0; i <= (last ? more : Math.trunc(more)); i++) chosen.push(items[start + i * step]!);
  return chosen;
}
