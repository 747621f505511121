/**
 * Lines of one program have few shapes: the same fields in the same order, where only values differ. A shape is learned from
 * a text, as a native regular expression that finds the wanted values at once, several times quicker than reading a text of
 * that shape in general. A shape's result must equal that of the general reader, which also reads texts without a matching
 * shape.
 *
 * V8 takes some 0.2 ms to compile a shape, and trying one in vain costs a little for each text. So learning begins only after
 * more texts than a small preview has, at most one shape is learned for a window of texts, and windows double.
 */

/** What is learned from a text. */
export interface Shape {
  /** Without the flags `g` and `y`. */
  readonly expression: RegExp;
}

/** Longer texts are neither learned nor tried, which bounds what a shape takes to compile and keep. */
export const MAX_SHAPE_UNITS = 2048;
/** Fields of a text, wanted or not, that a shape is learned from at most. */
export const MAX_SHAPE_FIELDS = 64;
/** Shapes that are kept. */
const MAX_SHAPES = 4;
/** Texts in the first window, and in the longest. */
const FIRST_WINDOW = 64;
const LAST_WINDOW = 65_536;

/** The shapes that texts from one place had lately. */
export class ShapeMemory<S extends Shape> {
  /** The groups of the last text that had a known shape. */
  groups: RegExpExecArray | undefined;
  readonly #learn: (text: string) => S | undefined;
  /** The one that matched last comes first. */
  readonly #shapes: S[] = [];
  #window = FIRST_WINDOW;
  #hits = 0;
  #misses = 0;

  /** `learn` returns a shape that matches `text`, or undefined if none is worth it. */
  constructor(learn: (text: string) => S | undefined) {
    this.#learn = learn;
  }

  /** The known shape of `text`, with its match in `groups`; undefined when the general reader has to read it. */
  find(text: string): S | undefined {
    if (text.length > MAX_SHAPE_UNITS) return undefined;
    const shapes = this.#shapes;
    for (let i = 0; i < shapes.length; i++) {
      const shape = shapes[i]!;
      const groups = shape.expression.exec(text);
      if (groups === null) continue;
      if (i > 0) {
        shapes[i] = shapes[0]!;
        shapes[0] = shape;
      }
      this.groups = groups;
      this.#hits++;
      return shape;
    }
    this.#misses++;
    if (this.#hits + this.#misses >= this.#window) this.#review(text);
    return undefined;
  }

  /** The end of a window. Shapes that hardly ever matched are forgotten; while many texts match none, one is learned. */
  #review(text: string): void {
    const hits = this.#hits;
    const misses = this.#misses;
    this.#hits = 0;
    this.#misses = 0;
    if (hits > 7 * misses) return;
    if (3 * hits < misses) this.#shapes.length = 0;
    const shape = this.#learn(text);
    if (shape !== undefined) this.#shapes.unshift(shape);
    if (this.#shapes.length > MAX_SHAPES) this.#shapes.pop();
    this.#window = Math.min(this.#window * 2, LAST_WINDOW);
  }
}
