/** Functions that judge a text character by character, which takes far longer than what a text of that length is charged. */
import { defineFunction, type TemplateFunction } from "../../functions.ts";
import { stringParam } from "../../parameters.ts";
import { STRING } from "../../types.ts";
import type { FunctionExample } from "../../values/model.ts";

interface ByCharacter {
  readonly name: string;
  readonly doc: string;
  readonly example: FunctionExample;
  /** Characters that cost one unit of limits.ts. */
  readonly perUnit: number;
  readonly call: (text: string) => string;
}

/** A function of one text. */
export function defineByCharacter({ name, doc, example, perUnit, call }: ByCharacter): TemplateFunction {
  return defineFunction({
    name,
    params: [stringParam("text")],
    result: STRING,
    doc,
    example,
    call: ([text], ctx) => {
      ctx.charge(Math.floor(text.length / perUnit));
      return call(text);
    },
  });
}
