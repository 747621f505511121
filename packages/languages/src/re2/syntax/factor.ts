/**
 * Joining operands as Go's parser does: a concatenation of concatenations becomes one, and alternatives with a common
 * beginning share it (`abc|abd` becomes `ab[cd]`). The rounds and their order are Go's, since they decide the tree, and
 * the tree decides the limits; the sharing also takes most of the backtracking out of lists of words.
 */
import { createNode, Flag, type MutableNode, Op } from "./ast.ts";
import { appendFoldedRange, cleanRanges, MAX_CODE_POINT } from "./classes.ts";
import type { SizeGuard } from "./limits.ts";

/** Whether the node matches exactly one character. */
export function isCharacter(node: MutableNode): boolean {
  return (
    (node.op === Op.Literal && node.runes.length === 1) ||
    node.op === Op.Class ||
    node.op === Op.AnyNotNewline ||
    node.op === Op.Any
  );
}

/** Cleans a class that grew, and names the two that have names. */
export function tidyClass(node: MutableNode): void {
  if (node.op !== Op.Class) return;
  const r = cleanRanges(node.runes);
  node.runes = r;
  if (r.length === 2 && r[0] === 0 && r[1] === MAX_CODE_POINT) {
    node.runes = [];
    node.op = Op.Any;
  } else if (r.length === 4 && r[0] === 0 && r[1] === 9 && r[2] === 11 && r[3] === MAX_CODE_POINT) {
    node.runes = [];
    node.op = Op.AnyNotNewline;
  }
}

function matchesNewline(node: MutableNode): boolean {
  if (node.op === Op.Any) return true;
  if (node.op === Op.Literal) return node.runes[0] === 10;
  for (let i = 0; i < node.runes.length; i += 2) if (node.runes[i]! <= 10 && 10 <= node.runes[i + 1]!) return true;
  return false;
}

function appendLiteral(out: number[], rune: number, flags: number): void {
  if (flags & Flag.FoldCase) appendFoldedRange(out, rune, rune);
  else out.push(rune, rune);
}

/** Makes `target` match what either matches. `target` must be of the wider kind (`target.op >= source.op`). */
export function mergeCharacters(target: MutableNode, source: MutableNode): void {
  switch (target.op) {
    case Op.AnyNotNewline:
      if (matchesNewline(source)) target.op = Op.Any;
      break;
    case Op.Class:
      if (source.op === Op.Literal) appendLiteral(target.runes, source.runes[0]!, source.flags);
      else for (const bound of source.runes) target.runes.push(bound);
      break;
    case Op.Literal: {
      if (source.runes[0] === target.runes[0] && source.flags === target.flags) break;
      const runes: number[] = [];
      appendLiteral(runes, target.runes[0]!, target.flags);
      appendLiteral(runes, source.runes[0]!, source.flags);
      target.op = Op.Class;
      target.runes = runes;
      break;
    }
  }
}

/** One node for `operands` joined by `op`; children of the same kind are hoisted. */
export function collapse(operands: MutableNode[], op: Op, guard: SizeGuard): MutableNode {
  if (operands.length === 1) return operands[0]!;
  guard.countNode();
  const node = createNode(op);
  for (const operand of operands) {
    if (operand.op === op) for (const sub of operand.sub) node.sub.push(sub);
    else node.sub.push(operand);
  }
  if (op === Op.Alternate) {
    node.sub = factor(node.sub, guard);
    if (node.sub.length === 1) return node.sub[0]!;
  }
  return node;
}

function factor(alternatives: MutableNode[], guard: SizeGuard): MutableNode[] {
  if (alternatives.length < 2) return alternatives;
  return joinEmpties(joinCharacters(factorFirstPieces(factorLiterals(alternatives, guard), guard)));
}

/** Round 1: common literal beginnings. */
function factorLiterals(sub: MutableNode[], guard: SizeGuard): MutableNode[] {
  const out: MutableNode[] = [];
  let start = 0;
  let common: number[] = [];
  let commonFlags = 0;
  for (let i = 0; i <= sub.length; i++) {
    let next: number[] = [];
    let nextFlags = 0;
    if (i < sub.length) {
      const leading = leadingLiteral(sub[i]!);
      if (leading !== undefined) {
        next = leading.runes;
        nextFlags = leading.flags & Flag.FoldCase;
      }
      if (nextFlags === commonFlags) {
        let same = 0;
        while (same < common.length && same < next.length && common[same] === next[same]) same++;
        if (same > 0) {
          if (same < common.length) common = common.slice(0, same);
          continue;
        }
      }
    }
    if (i === start + 1) out.push(sub[start]!);
    else if (i > start) {
      guard.countNode();
      const prefix = createNode(Op.Literal, commonFlags);
      prefix.runes = common.slice();
      const length = common.length;
      const suffixes = sub.slice(start, i).map((node) => {
        const rest = removeLeadingLiteral(node, length);
        guard.check(rest, []);
        return rest;
      });
      out.push(joinPrefix(prefix, suffixes, guard));
    }
    start = i;
    common = next;
    commonFlags = nextFlags;
  }
  return out;
}

function joinPrefix(prefix: MutableNode, suffixes: MutableNode[], guard: SizeGuard): MutableNode {
  const suffix = collapse(suffixes, Op.Alternate, guard);
  guard.countNode();
  const node = createNode(Op.Concat);
  node.sub = [prefix, suffix];
  return node;
}

/** Round 2: common first pieces, where the piece is one character or a fixed number of one. */
function factorFirstPieces(sub: MutableNode[], guard: SizeGuard): MutableNode[] {
  const out: MutableNode[] = [];
  let start = 0;
  let first: MutableNode | undefined;
  for (let i = 0; i <= sub.length; i++) {
    let next: MutableNode | undefined;
    if (i < sub.length) {
      next = leadingPiece(sub[i]!);
      if (first !== undefined && next !== undefined && isFixedPiece(first) && samePiece(first, next)) continue;
    }
    if (i === start + 1) out.push(sub[start]!);
    else if (i > start) {
      const suffixes = sub.slice(start, i).map((node) => {
        const rest = removeLeadingPiece(node, guard);
        guard.check(rest, []);
        return rest;
      });
      out.push(joinPrefix(first!, suffixes, guard));
    }
    start = i;
    first = next;
  }
  return out;
}

/** Round 3: neighbours that are single characters become one class. */
function joinCharacters(sub: MutableNode[]): MutableNode[] {
  const out: MutableNode[] = [];
  let start = 0;
  for (let i = 0; i <= sub.length; i++) {
    if (i < sub.length && isCharacter(sub[i]!)) continue;
    if (i === start + 1) out.push(sub[start]!);
    else if (i > start) {
      const run = sub.slice(start, i);
      let widest = 0;
      for (let j = 1; j < run.length; j++) {
        const a = run[widest]!;
        const b = run[j]!;
        if (a.op < b.op || (a.op === b.op && a.runes.length < b.runes.length)) widest = j;
      }
      [run[0], run[widest]] = [run[widest]!, run[0]!];
      for (let j = 1; j < run.length; j++) mergeCharacters(run[0]!, run[j]!);
      tidyClass(run[0]!);
      out.push(run[0]!);
    }
    if (i < sub.length) out.push(sub[i]!);
    start = i + 1;
  }
  return out;
}

/** Round 4: of neighbouring empty matches one is enough. */
function joinEmpties(sub: MutableNode[]): MutableNode[] {
  return sub.filter((node, i) => !(node.op === Op.Empty && sub[i + 1]?.op === Op.Empty));
}

function leadingLiteral(node: MutableNode): MutableNode | undefined {
  const first = node.op === Op.Concat && node.sub.length > 0 ? node.sub[0]! : node;
  return first.op === Op.Literal ? first : undefined;
}

function removeLeadingLiteral(node: MutableNode, length: number): MutableNode {
  if (node.op === Op.Concat && node.sub.length > 0) {
    const first = removeLeadingLiteral(node.sub[0]!, length);
    node.sub[0] = first;
    if (first.op === Op.Empty) {
      if (node.sub.length === 2) return node.sub[1]!;
      node.sub.shift();
    }
    return node;
  }
  if (node.op === Op.Literal) {
    node.runes = node.runes.slice(length);
    if (node.runes.length === 0) node.op = Op.Empty;
  }
  return node;
}

function leadingPiece(node: MutableNode): MutableNode | undefined {
  if (node.op === Op.Empty) return undefined;
  if (node.op !== Op.Concat || node.sub.length === 0) return node;
  return node.sub[0]!.op === Op.Empty ? undefined : node.sub[0]!;
}

function removeLeadingPiece(node: MutableNode, guard: SizeGuard): MutableNode {
  if (node.op === Op.Concat && node.sub.length > 0) {
    node.sub.shift();
    if (node.sub.length === 1) return node.sub[0]!;
    if (node.sub.length === 0) node.op = Op.Empty;
    return node;
  }
  guard.countNode();
  return createNode(Op.Empty);
}

function isFixedPiece(node: MutableNode): boolean {
  return isCharacter(node) || (node.op === Op.Repeat && node.min === node.max && isCharacter(node.sub[0]!));
}

function samePiece(a: MutableNode, b: MutableNode): boolean {
  if (a.op !== b.op) return false;
  if (a.op === Op.Repeat) {
    const sameBounds = a.min === b.min && a.max === b.max && ((a.flags ^ b.flags) & Flag.NonGreedy) === 0;
    return sameBounds && samePiece(a.sub[0]!, b.sub[0]!);
  }
  if (a.op !== Op.Literal && a.op !== Op.Class) return a.op === Op.Any || a.op === Op.AnyNotNewline;
  const sameFold = ((a.flags ^ b.flags) & Flag.FoldCase) === 0;
  return sameFold && a.runes.length === b.runes.length && a.runes.every((r, i) => r === b.runes[i]);
}
