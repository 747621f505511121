/** From the fields of a structure to arguments of a block, with a note for each that reads the environment. */
import type { YamlNode } from "@sluice/languages/yaml";
import type { Block } from "./blocks.ts";
import { variablesIn } from "./expressions.ts";
import type { Fields, Section } from "./fields.ts";
import type { Reading } from "./reading.ts";

/** Names of keys, each with the argument that it becomes where that has another name. */
export type Names<F extends Fields> = readonly (
  | (keyof F & string)
  | readonly [key: keyof F & string, argument: string]
)[];

/** Sets the arguments that are given. */
export function carry<F extends Fields>(section: Section<F>, names: Names<F>, block: Block, reading: Reading): void {
  for (const name of names) {
    const [key, argument] = typeof name === "string" ? [name, name] : name;
    const expression = section.expression(key);
    if (expression !== undefined) setExpression(block, argument, expression, section.place(key), reading);
  }
}

/** Sets an argument, and says which variables of the environment it asks for. */
export function setExpression(
  block: Block,
  argument: string,
  expression: string,
  place: YamlNode | undefined,
  reading: Reading,
): void {
  block.set(argument, expression);
  noteEnvironment(expression, place, reading);
}

const ASKED = /sys\.env\("([A-Za-z_][A-Za-z0-9_]*)"\)/g;

export function noteEnvironment(expression: string, place: YamlNode | undefined, reading: Reading): void {
  const names = new Set([...expression.matchAll(ASKED)].map((match) => match[1]!));
  for (const name of names)
    reading.note(
      "import-environment",
      `\${${name}} is read from the environment, as Promtail does with -config.expand-env: sys.env("${name}")`,
      place,
    );
}

/** Says of a text with variables that these are kept as text. */
export function noteKeptVariables(text: string, place: YamlNode | undefined, reading: Reading): void {
  for (const name of new Set(variablesIn(text)))
    reading.note(
      "import-environment",
      `\${${name}} stays text here; where it is a variable, write sys.env("${name}")`,
      place,
    );
}

/** Says of each key that is given that Alloy has nothing like it. */
export function refuseKeys<F extends Fields>(
  section: Section<F>,
  what: string,
  reading: Reading,
  keys: readonly (keyof F & string)[],
): void {
  for (const key of keys)
    if (section.has(key))
      reading.warn(
        "import-not-carried-over",
        `${what}.${key} is not carried over: Alloy has nothing like it`,
        section.place(key),
      );
}
