/** The stages of a pipeline as they stand inside each other, and the text of each. */
import type { StagePlace } from "@sluice/engine";
import type { Analysis, CardItem } from "./analysis.ts";

export interface CardBranch {
  readonly card: CardItem;
  readonly children: readonly CardBranch[];
}

/** `cards` in order, nested ones after their parent, as a tree. */
export function nestCards(cards: readonly CardItem[]): readonly CardBranch[] {
  const roots: CardBranch[] = [];
  /** Where the children of each depth go. */
  const open: CardBranch[][] = [roots];
  for (const card of cards) {
    const children: CardBranch[] = [];
    open.length = Math.min(open.length, card.depth + 1);
    open.at(-1)!.push({ card, children });
    open.push(children);
  }
  return roots;
}

/** The source of a stage's arguments, without nested stages and without indentation. */
export function stageCode(text: string, { card, children }: CardBranch): string {
  const first = children[0]?.card.start;
  const own = first === undefined ? text.slice(card.start, card.end) : `${text.slice(card.start, first).trimEnd()}\n`;
  const lineStart = text.lastIndexOf("\n", card.start - 1) + 1;
  const indent = /^[ \t]*/.exec(text.slice(lineStart, card.start))![0];
  const lines = own.split("\n").map((line, i) => (i > 0 && line.startsWith(indent) ? line.slice(indent.length) : line));
  return (first === undefined ? lines.join("\n") : `${lines.join("\n")}  …\n}`).trimEnd();
}

/** The cards of one pipeline as the page shows them. */
export interface ShownCards {
  /** Of the pipeline; undefined where there is none. */
  readonly pipeline: string | undefined;
  readonly cards: readonly CardItem[];
  /** The cards' text, which their places refer to. */
  readonly text: string;
  /** They show an earlier text, since the present one does not parse, and cannot be edited. */
  readonly stale: boolean;
}

/** The cards of the text as it is; where that does not parse, of the last one without errors. */
export function shownCards(current: Analysis | null, good: Analysis | null, pipelineId: string | null): ShownCards {
  const stale = current !== null && current.cards === null;
  const of = stale ? good : current;
  const list = of?.cards?.find(({ id }) => id === pipelineId) ?? of?.cards?.[0];
  return { pipeline: list?.id, cards: list?.cards ?? [], text: of?.text ?? "", stale };
}

const siblingsOf = (cards: readonly CardItem[], parent: string | undefined): CardItem[] =>
  cards.filter((card) => card.parent === parent);

export type StageMove = "up" | "down" | "out" | "in";

/**
 * The place one step away from a card: past its neighbour, out of a branch at its edge, or in at the end of the branch
 * above it. Undefined where it stands at the edge already.
 */
export function placeOfMove(
  cards: readonly CardItem[],
  { parent, index }: CardItem,
  move: StageMove,
): StagePlace | undefined {
  const owner = cards.find(({ id }) => id === parent);
  const siblings = siblingsOf(cards, parent);
  switch (move) {
    case "up":
      if (index > 0) return { parent, index: index - 1 };
      return owner && { parent: owner.parent, index: owner.index };
    case "down":
      if (index < siblings.length - 1) return { parent, index: index + 1 };
      return owner && { parent: owner.parent, index: owner.index + 1 };
    case "out":
      return owner && { parent: owner.parent, index: owner.index + 1 };
    case "in": {
      const above = siblings[index - 1];
      if (above?.nests === true && !above.off) return { parent: above.id, index: siblingsOf(cards, above.id).length };
      // The branch after it is as near, where there is none above.
      const below = siblings[index + 1];
      return below?.nests === true && !below.off ? { parent: below.id, index: 0 } : undefined;
    }
  }
}

/**
 * Where a card goes that is dropped at `index` among the cards in `parent`, counted with it. Undefined where it stands
 * there already, or that is inside itself.
 */
export function placeOfDrop(
  cards: readonly CardItem[],
  card: CardItem,
  { parent, index }: StagePlace,
): StagePlace | undefined {
  const owner = cards.find(({ id }) => id === parent);
  if (owner !== undefined && isWithin(cards, owner, card.id)) return undefined;
  if (parent !== card.parent) return { parent, index };
  const to = index > card.index ? index - 1 : index;
  return to === card.index ? undefined : { parent, index: to };
}

/** Whether a card is another one, or is nested in it at any depth. */
const isWithin = (cards: readonly CardItem[], card: CardItem, outer: string): boolean => {
  if (card.id === outer) return true;
  const owner = cards.find(({ id }) => id === card.parent);
  return owner !== undefined && isWithin(cards, owner, outer);
};
