/** Values of the extracted map, and their conversion to text and to numbers as the original's stages do it. */

export type { GoFloatResult } from "./float.ts";
export { goFloat } from "./float.ts";
export { GO_SPACES, isGoSpace, trimGoSpace } from "./space.ts";
export { goString, isCanonicalNumber } from "./text.ts";
export type { JsonValue } from "./value.ts";
