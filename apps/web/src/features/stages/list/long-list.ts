/** Lists of which a part is shown: a configuration may have more stages than a page can draw. */
import type { CardItem } from "../../../core/model/analysis.ts";

/** Stages that are drawn at once: all of a pipeline that runs. */
export const MAX_SHOWN = 300;

export interface ListPart<T> {
  readonly shown: readonly T[];
  /** Index of the first of them. */
  readonly from: number;
  /** One behind the last. */
  readonly to: number;
}

/** The part of `items` that the one at `index` stands in; -1: the first part. All of a list that is short enough. */
export function partAround<T>(items: readonly T[], index: number, size = MAX_SHOWN): ListPart<T> {
  const from = Math.floor(Math.max(0, index) / size) * size;
  const to = Math.min(items.length, from + size);
  return { shown: items.length <= size ? items : items.slice(from, to), from, to };
}

/** The same of cards: those that the first one stands in come before it, so that what is shown is a tree. */
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
