/** Shows a part of a long list: a configuration may have more stages than a page can draw. */
import type { CardItem } from "../../../core/model/analysis.ts";

/** The most stages drawn at once; it covers the longest pipeline that runs. */
export const MAX_SHOWN = 300;

export interface ListPart<T> {
  readonly shown: readonly T[];
  /** Index of the first of them. */
  readonly from: number;
  /** Index after the last. */
  readonly to: number;
}

/** The part of `items` that contains `index`; -1: the first part. A short list is returned whole. */
export function partAround<T>(items: readonly T[], index: number, size = MAX_SHOWN): ListPart<T> {
  const from = Math.floor(Math.max(0, index) / size) * size;
  const to = Math.min(items.length, from + size);
  return { shown: items.length <= size ? items : items.slice(from, to), from, to };
}

/** The same for cards: the parents of the first one come before it, so that the result is a tree. */
export function cardsAround(cards: readonly CardItem[], index: number, size = MAX_SHOWN): ListPart<CardItem> {
  const part = partAround(cards, index, size);
  const owners: CardItem[] = [];
  for (let parent = part.shown[0]?.parent; parent !== undefined; parent = owners[0]?.parent) {
    const owner = cards.find(({ id }) => id === parent);
    if (owner === undefined) break;
    owners.unshift(owner);
  }
  return owners.length === 0 ? part : { ...part, shown: [...owners, ...part.shown] };
}
