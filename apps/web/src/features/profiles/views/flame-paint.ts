/** Draws the frames of a flame graph on a canvas, in the colours of the page's tokens. */
import { visible } from "@sluice/engine";
import { formatChange } from "../../../core/text/units.ts";
import { type CallTree, nodeName } from "../reading/call-tree.ts";
import { changeAt, changeOf } from "../reading/difference.ts";
import type { FrameBox } from "../reading/flame-layout.ts";
import { PackageColours, shortName } from "../reading/frame-name.ts";

export const ROW = 21;
const FRAME = 20;
/** Frames narrower than this have no text. */
const MIN_TEXT = 24;
/** The number of hues for packages, each in two shades. */
const HUES = 24;

export interface Painted {
  readonly tree: CallTree;
  readonly compared: boolean;
  /** Functions found by a search, by 1. */
  readonly found: Uint8Array | undefined;
  readonly focused: number;
  readonly zoomed: number;
}

export interface Palette {
  /** Colours of packages. */
  readonly frames: readonly string[];
  readonly text: string;
  readonly muted: string;
  /** Colour of the root, and of neutral frames. */
  readonly plain: string;
  /** Colour of frames that a search did not find. */
  readonly other: string;
  readonly match: string;
  readonly mark: string;
  readonly focus: string;
  readonly more: string;
  readonly less: string;
  readonly font: string;
}

export function readPalette(element: Element): Palette {
  const style = getComputedStyle(element);
  const token = (name: string) => style.getPropertyValue(`--${name}`).trim();
  return {
    frames: [token("frame"), token("frame-deep")].flatMap((shade) =>
      Array.from({ length: HUES }, (_, i) => `oklch(${shade} ${(i * 360) / HUES})`),
    ),
    text: token("text"),
    muted: token("muted"),
    plain: token("track"),
    other: token("sunken"),
    match: token("match"),
    mark: token("accent"),
    focus: token("focus"),
    more: token("group-3"),
    less: token("group-1"),
    font: `11px ${token("sans")}`,
  };
}

export const SIGNS = { more: "↑", less: "↓", same: "=" } as const;

export function paint(
  context: CanvasRenderingContext2D,
  boxes: readonly FrameBox[],
  top: number,
  painted: Painted,
  palette: Palette,
): void {
  const { tree, found, focused } = painted;
  context.font = palette.font;
  context.textBaseline = "middle";
  for (const { node, row, x, width } of boxes) {
    const y = row * ROW - top;
    const drawn = Math.max(1, width - 1);
    const hit = found !== undefined && node > 0 && found[tree.names[node]!] === 1;
    context.fillStyle = groundOf(node, hit, painted, palette);
    context.fillRect(x, y, drawn, FRAME);
    if (hit) {
      context.fillStyle = palette.mark;
      context.fillRect(x, y + FRAME - 2, drawn, 2);
    }
    if (width >= MIN_TEXT) {
      context.fillStyle = found !== undefined && !hit ? palette.muted : palette.text;
      context.fillText(fit(context, labelOf(node, painted), drawn - 8), x + 4, y + FRAME / 2 + 0.5);
    }
    if (node === focused) {
      context.strokeStyle = palette.focus;
      context.lineWidth = 2;
      context.strokeRect(x + 1, y + 1, Math.max(1, drawn - 2), FRAME - 2);
    }
  }
}

function groundOf(node: number, hit: boolean, { tree, compared, found }: Painted, palette: Palette): string {
  if (hit) return palette.match;
  if (found !== undefined) return palette.other;
  if (node === 0) return palette.plain;
  if (!compared) return palette.frames[coloursOf(tree).of(nodeName(tree, node))]!;
  const change = changeOf(changeAt(tree, node));
  return change === "same" ? palette.plain : palette[change];
}

const colours = new WeakMap<CallTree, PackageColours>();

function coloursOf(tree: CallTree): PackageColours {
  const known = colours.get(tree) ?? new PackageColours(2 * HUES);
  colours.set(tree, known);
  return known;
}

function labelOf(node: number, { tree, compared }: Painted): string {
  const name = visible(shortName(nodeName(tree, node)));
  if (!compared || node === 0) return name;
  const difference = changeAt(tree, node);
  return `${SIGNS[changeOf(difference)]} ${name} ${formatChange(difference)}`;
}

const widths = new WeakMap<CanvasRenderingContext2D, number>();

/** Shortens a text to fit; it is measured roughly first, since most texts fit or are much too long. */
function fit(context: CanvasRenderingContext2D, text: string, room: number): string {
  let each = widths.get(context);
  if (each === undefined) {
    each = context.measureText("abcdefghijklmnopqrstuvwxyz").width / 26;
    widths.set(context, each);
  }
  let length = Math.min(text.length, Math.ceil((room / each) * 1.5));
  if (length === text.length && context.measureText(text).width <= room) return text;
  while (length > 1 && context.measureText(`${text.slice(0, length)}…`).width > room) length = Math.floor(length * 0.9);
  return length < 2 ? "" : `${text.slice(0, length)}…`;
}
