/**
 * Changes of the list of stages: add, remove, move, duplicate, switch off and on. A stage goes with the comments right
 * above it and after it, and with the blank lines that separate it from the next; everything else stays byte for byte.
 * The result is a whole text, since a move is two edits and the second needs the tree of the first.
 */

import { applyEdits, type TextEdit } from "../../base/diagnostic.ts";
import { withLineEnds } from "../../base/line-ends.ts";
import type { Span } from "../../base/span.ts";
import type { BlockStatement, SourceFile } from "../../syntax/ast.ts";
import { blocksAround } from "../../syntax/index.ts";
import { ignoresAbove, readMarks, switchOff, switchOn, withoutComment } from "../marks.ts";
import { type DocumentTree, readTree } from "../open-document.ts";
import { linesOf, startOfOwnComments } from "./edits.ts";
import { NOT_PARSED, STAGE_GONE } from "./refusals.ts";
import {
  type BodyUnit,
  bodyUnits,
  flattenCards,
  listStageCards,
  pipelineBodies,
  type StageCard,
} from "./stage-cards.ts";
import {
  asIn,
  indentAt,
  nextLine,
  reindented,
  restOfLine,
  startOfLine,
  unitOfIndent,
  withIndent,
} from "./text-lines.ts";

/** A place among cards. */
export interface StagePlace {
  /** The card that the body belongs to; undefined: the pipeline's own body. */
  readonly parent: string | undefined;
  /** Among the cards of that body, counted without the one that is moved. */
  readonly index: number;
}

export type StageEdit =
  | { readonly kind: "insert"; readonly code: string; readonly to: StagePlace }
  | { readonly kind: "move"; readonly card: string; readonly to: StagePlace }
  | { readonly kind: "remove" | "duplicate" | "switch"; readonly card: string };

export type EditedStages =
  /** `card`: the new id of what was changed; if it is gone, its neighbour's. */
  | { readonly ok: true; readonly text: string; readonly card: string | undefined }
  /** Why it cannot be done, as a sentence. */
  | { readonly ok: false; readonly reason: string };

/** Makes one change of the stages of a pipeline. */
export function editStages(document: DocumentTree, pipeline: string, edit: StageEdit): EditedStages {
  if (document.syntaxErrors.length > 0) return refuse(NOT_PARSED);
  const steps = pipelineBodies(document).find(({ id }) => id === pipeline)?.steps;
  if (steps?.kind === "rules") return refuse(`The rules of ${pipeline} are added, moved and removed in the code.`);
  if (steps !== undefined) return refuse(`${pipeline} is one step, and has no stages.`);
  const list = StageList.of(document, pipeline);
  if (list === undefined) return refuse(`The configuration no longer has a pipeline ${JSON.stringify(pipeline)}.`);
  if (edit.kind === "insert") {
    return list.insert({ text: withIndent(edit.code, unitOfIndent(document.text)), indent: "" }, edit.to);
  }
  const found = list.find(edit.card);
  if (found === undefined) return refuse(STAGE_GONE);
  switch (edit.kind) {
    case "remove":
      return list.remove(found);
    case "move":
      return list.move(found, edit.to);
    case "duplicate": {
      const { parent, index } = found;
      return list.insert(list.codeOf(found.unit), { parent: parent?.id, index: index + 1 });
    }
    case "switch":
      return found.card.off ? list.switchOn(found.unit) : list.switchOff(found.unit);
  }
}

/** Whole lines, without the last one's end. */
interface Code {
  readonly text: string;
  /** What they are indented by. */
  readonly indent: string;
}

const refuse = (reason: string): EditedStages => ({ ok: false, reason });

export const SHARED_LINES = "It shares its lines with other code. Put it on lines of its own first.";

interface Found {
  readonly card: StageCard;
  readonly unit: BodyUnit;
  readonly parent: StageCard | undefined;
  /** Among the cards of its body. */
  readonly index: number;
}

interface Body {
  readonly block: BlockStatement | undefined;
  readonly units: readonly BodyUnit[];
  readonly cards: readonly StageCard[];
}

class StageList {
  readonly #file: SourceFile;
  readonly #root: BlockStatement | undefined;
  readonly #pipeline: string;
  readonly #cards: readonly StageCard[];
  readonly #switchedOff: readonly Span[];

  private constructor(
    document: DocumentTree,
    pipeline: string,
    root: BlockStatement | undefined,
    cards: readonly StageCard[],
  ) {
    this.#file = document.file;
    this.#pipeline = pipeline;
    this.#root = root;
    this.#cards = cards;
    this.#switchedOff = readMarks(document.file).switchedOff;
  }

  /** The stages of a pipeline; undefined if no pipeline has that name. */
  static of(document: DocumentTree, pipeline: string): StageList | undefined {
    const body = pipelineBodies(document).find(({ id }) => id === pipeline);
    const listed = listStageCards(document).find(({ id }) => id === pipeline);
    return body === undefined || listed === undefined
      ? undefined
      : new StageList(document, pipeline, body.parent, listed.cards);
  }

  find(id: string): Found | undefined {
    const within = (cards: readonly StageCard[], parent: StageCard | undefined): Found | undefined => {
      for (const [index, card] of cards.entries()) {
        if (card.id === id) {
          const unit = this.#bodyOf(parent)?.units.find(({ span }) => span.start === card.span.start);
          return unit === undefined ? undefined : { card, unit, parent, index };
        }
        const found = within(card.children, card);
        if (found !== undefined) return found;
      }
      return undefined;
    };
    return within(this.#cards, undefined);
  }

  /** The text with `code` at a place. */
  insert(code: Code, { parent, index }: StagePlace): EditedStages {
    const owner = parent === undefined ? undefined : this.find(parent)?.card;
    const body = this.#bodyOf(owner);
    if (body === undefined || (parent !== undefined && owner === undefined))
      return refuse("Stages cannot be put there: only stage.match has stages inside.");
    const edit = this.#insertion(body, index, code);
    const text = applyEdits(this.#file.text, [edit]);
    const at = edit.span.start + edit.text.length - edit.text.trimStart().length;
    return this.#done(text, at, edit.span.start + edit.text.length);
  }

  remove({ unit, card, parent, index }: Found): EditedStages {
    const siblings = parent?.children ?? this.#cards;
    const span = this.#extent(unit, parent);
    const text = applyEdits(this.#file.text, [{ span, text: "" }]);
    const neighbour = siblings[index + 1] ?? siblings[index - 1] ?? parent;
    if (neighbour === undefined || neighbour === card) return { ok: true, text, card: undefined };
    const moved = neighbour.span.start < span.start ? 0 : span.end - span.start;
    return this.#done(text, neighbour.span.start - moved, neighbour.span.start - moved + 1);
  }

  move(found: Found, to: StagePlace): EditedStages {
    const { unit, card, parent, index } = found;
    if (to.parent === parent?.id && to.index === index) return { ok: true, text: this.#file.text, card: card.id };
    if (to.parent !== undefined && (to.parent === card.id || to.parent.startsWith(`${card.id}.`)))
      return refuse("A stage cannot be moved into itself.");
    const target = to.parent === undefined ? undefined : this.find(to.parent)?.card;
    if (to.parent !== undefined && target === undefined) return refuse("The stage to move it into is no longer there.");
    const code = this.codeOf(unit);
    const span = this.#extent(unit, parent);
    const rest = readTree(applyEdits(this.#file.text, [{ span, text: "" }]));
    const list = StageList.of(rest, this.#pipeline);
    // Paths shift when a stage is taken out; places do not, but for what was taken out before them.
    const start = target && target.span.start - (target.span.start < span.start ? 0 : span.end - span.start);
    const shifted = list && flattenCards(list.#cards).find((one) => one.span.start === start);
    if (list === undefined || (target !== undefined && shifted === undefined)) return refuse(SHARED_LINES);
    return list.insert(code, { parent: shifted?.id, index: to.index });
  }

  switchOff({ span, statement }: BodyUnit): EditedStages {
    const { text } = this.#file;
    const marks = statement === undefined ? [] : ignoresAbove(this.#file, statement);
    const first = Math.min(span.start, ...marks.map(({ start }) => start));
    // Marks move with their stage, or they would apply to the next one.
    const start = this.#isFree(first, span.start) ? first : span.start;
    const edits = switchOff(text, { start, end: span.end });
    if (edits === undefined) return refuse(SHARED_LINES);
    return this.#done(applyEdits(text, edits), start, start + 1 + "// sluice:off".length);
  }

  switchOn({ span }: BodyUnit): EditedStages {
    const [edit] = switchOn(this.#file.text, span);
    const text = applyEdits(this.#file.text, [edit!]);
    return this.#done(text, edit!.span.start, edit!.span.start + edit!.text.length);
  }

  /** The unit with its comments. */
  codeOf(unit: BodyUnit): Code {
    const { text } = this.#file;
    const indent = indentAt(text, unit.span.start);
    const lines = this.#lines(unit);
    const code =
      lines === undefined ? indent + text.slice(unit.span.start, unit.span.end) : text.slice(lines.start, lines.end);
    return { text: withLineEnds(code, "\n"), indent };
  }

  #bodyOf(card: StageCard | undefined): Body | undefined {
    if (card !== undefined && !card.nests) return undefined;
    const block = card === undefined ? this.#root : findBlock(this.#root?.body ?? this.#file.body, card.span.start);
    if (card !== undefined && block === undefined) return undefined;
    const units = bodyUnits(this.#file, block, this.#switchedOff);
    return { block, units, cards: card?.children ?? this.#cards };
  }

  #insertion({ block, units, cards }: Body, index: number, code: Code): TextEdit {
    const { text } = this.#file;
    const next = cards[index];
    if (next !== undefined) {
      const at = units.findIndex(({ span }) => span.start === next.span.start);
      const { start } = this.#lines(units[at]!) ?? { start: next.span.start };
      const before = units[at - 1];
      const isBlank =
        before !== undefined && isCard(before, cards)
          ? hasBlankLine(text.slice(before.span.end, start))
          : this.#isSpaced(units, cards);
      const indent = indentAt(text, next.span.start);
      // If something else begins its line, the new one starts on a line of its own.
      const isLine = text.slice(startOfLine(text, start), start).trim() === "";
      const written = `${isLine ? "" : "\n"}${indented(code, indent)}\n${isBlank ? "\n" : ""}${isLine ? "" : indent}`;
      return { span: { start, end: start }, text: asIn(written, text) };
    }
    const last = units.at(-1);
    if (last === undefined && block === undefined) {
      // The file has nothing but comments.
      const kept = text.trimEnd();
      const written = `${kept === "" ? "" : "\n\n"}${indented(code, "")}\n`;
      return { span: { start: kept.length, end: text.length }, text: asIn(written, text) };
    }
    const from = last?.span.end ?? block!.bodySpan.start + 1;
    const outer = block === undefined ? "" : indentAt(text, block.span.start);
    const isOneLine = block !== undefined && !text.slice(block.span.start, from).includes("\n");
    const indent = isOneLine || last === undefined ? outer + unitOfIndent(text) : indentAt(text, last.span.start);
    const isAfterStage = last !== undefined && isCard(last, cards);
    const isBlank = last !== undefined && (!isAfterStage || this.#isSpaced(units, cards));
    const written = `\n${isBlank ? "\n" : ""}${indented(code, indent)}`;
    const at = restOfLine(text, from) ?? from;
    const end = block === undefined ? text.length : block.bodySpan.end - 1;
    const gap = text.slice(at, end);
    // The first stage replaces the blank lines that were kept for it, and the brace gets a line of its own.
    if (block !== undefined && gap.trim() === "" && (!isAfterStage || !gap.includes("\n")))
      return { span: { start: at, end }, text: asIn(`${written}\n${outer}`, text) };
    return { span: { start: at, end: at }, text: asIn(written, text) };
  }

  /** Whether blank lines separate the stages of a body. */
  #isSpaced(units: readonly BodyUnit[], cards: readonly StageCard[]): boolean {
    const gaps = units.flatMap((unit, i) => {
      const next = units[i + 1];
      if (next === undefined || !isCard(unit, cards) || !isCard(next, cards)) return [];
      return [hasBlankLine(this.#file.text.slice(unit.span.end, this.#lines(next)?.start ?? next.span.start))];
    });
    return gaps.length === 0 || gaps.includes(true);
  }

  /** The lines of a unit with its comments, without the last line's end; undefined where other code shares them. */
  #lines({ span, statement }: BodyUnit): Span | undefined {
    const own = startOfOwnComments(this.#file, span.start);
    const end = restOfLine(this.#file.text, span.end);
    if (own === undefined || end === undefined) return undefined;
    const whole = statement === undefined ? undefined : linesOf(this.#file, statement);
    return whole !== undefined && this.#isFree(whole.start, own) ? whole : { start: own, end };
  }

  /** Whether nothing switched off is between two places. */
  #isFree(start: number, end: number): boolean {
    return !this.#switchedOff.some((span) => span.start < end && start < span.end);
  }

  /** The lines to remove with a unit: its own, and the blank ones between it and its neighbours. */
  #extent(unit: BodyUnit, parent: StageCard | undefined): Span {
    const { text } = this.#file;
    const lines = this.#lines(unit);
    if (lines === undefined) return unit.span;
    const { block, units } = this.#bodyOf(parent)!;
    const at = units.findIndex(({ span }) => span.start === unit.span.start);
    const before = units[at - 1];
    const end = nextLine(text, lines.end);
    const blankAfter = blankLines(text, end);
    const isParted = before === undefined || hasBlankLine(text.slice(before.span.end, lines.start));
    const limit = block === undefined ? text.length : block.bodySpan.end - 1;
    const isLast = units[at + 1] === undefined && text.slice(lines.end, limit).trim() === "";
    if (!isLast || before === undefined) return { start: lines.start, end: isParted && !isLast ? blankAfter : end };
    // Blank lines before the last one would separate nothing any more.
    const gap = text.slice(before.span.end, lines.start);
    return { start: Math.min(lines.start, nextLine(text, before.span.end + gap.trimEnd().length)), end };
  }

  /** The new text, and the card that begins in it between two places. */
  #done(text: string, from: number, to: number): EditedStages {
    const changed = readTree(text);
    const cards = listStageCards(changed).find(({ id }) => id === this.#pipeline)?.cards ?? [];
    const card = flattenCards(cards).find(({ span }) => from <= span.start && span.start < to);
    return { ok: true, text, card: card?.id };
  }
}

const isCard = ({ span }: BodyUnit, cards: readonly StageCard[]): boolean =>
  cards.some((card) => card.span.start === span.start);

function findBlock(body: SourceFile["body"], start: number): BlockStatement | undefined {
  const around = blocksAround(body, start);
  return around.find(({ span }) => span.start === start) ?? around.at(-1);
}

const hasBlankLine = (gap: string): boolean => /\n[ \t\r]*\n/.test(gap);

/** Where the blank lines that begin at the line `at` end. */
const blankLines = (text: string, at: number): number => {
  const blank = /(?:[ \t\r]*\n)*/y;
  blank.lastIndex = at;
  return at + blank.exec(text)![0].length;
};

/** `code` with the margin `indent`; switched-off lines get the margin that they will have. */
export function indented({ text, indent: from }: Code, to: string): string {
  const trimmed = text.trimEnd();
  if (from === to) return trimmed;
  if (reindented(`\n${trimmed}`, from, to) === `\n${trimmed}`) return to + trimmed.trimStart();
  const shift = (line: string) => (line !== "" && line.startsWith(from) ? to + line.slice(from.length) : line);
  let isOff = false;
  return trimmed
    .split("\n")
    .map((line) => {
      const word = /^[ \t]*\/\/\s*sluice:(off|on)\b/.exec(line)?.[1];
      if (word !== undefined) isOff = word === "off";
      if (word !== undefined || !isOff) return shift(line);
      const inner = shift(withoutComment(line));
      return inner === "" ? "//" : `// ${inner}`;
    })
    .join("\n");
}
