/** Functions that judge a text character by character, which takes far longer than what is charged for passing it. */
import { defineFunction, stringArg, type TemplateFunction } from "../functions.ts";
import { STRING } from "../types.ts";

/** A function of one text. `perUnit`: characters that cost one unit of limits.ts. */
export function defineByCharacter(name: string, perUnit: number, call: (text: string) => string): TemplateFunction {
  return defineFunction(name, [STRING], STRING, (args, ctx) => {
    const text = stringArg(args, 0);
    ctx.charge(Math.floor(text.length / perUnit));
    return call(text);
  });
}
