/** Kinds of text: plain ones, secrets, a few documented ones, and texts of embedded languages. */
import { nearest } from "@sluice/languages/base";
import { didYouMean } from "../../base/diagnostic.ts";
import { quoteString } from "../../syntax/characters.ts";
import { convertToSecretText, convertToText } from "../../syntax/convert.ts";
import { secretOf } from "../../syntax/value.ts";
import { checkText } from "../check-text.ts";
import { CompiledText } from "../compiled-text.ts";
import { LANGUAGES } from "../languages.ts";
import { bad, good, QUOTED, type ValueKind } from "../value-kind.ts";
import type { OfKind } from "../value-type.ts";

export const STRING_KIND: ValueKind<OfKind<"string">> = {
  ...QUOTED,
  decode: (value) => convertToText(value),
  describe: () => "string",
  print: (value) => quoteString(value),
  summarise: (value) => value,
  control: () => ({ kind: "text" }),
  generate: (_type, chance) => quoteString(chance.text()),
};

export const SECRET_KIND: ValueKind<OfKind<"secret">> = {
  ...QUOTED,
  decode: (value) => (secretOf(value) === undefined ? convertToText(value) : convertToSecretText(value)),
  describe: () => "secret",
  print: (value) => (value === "" ? '""' : "(secret)"),
  summarise: (value) => (value === "" ? '""' : "(secret)"),
  isSecret: () => true,
  control: () => ({ kind: "password" }),
  generate: (_type, chance) => quoteString(chance.text()),
};

export const ENUM_KIND: ValueKind<OfKind<"enum">> = {
  ...QUOTED,
  /** Null is the empty text, whether that is one of the values or not. */
  decode(value, type) {
    if (value.type === "null") return good("");
    const text = convertToText(value);
    if (!text.ok || type.values.some((one) => one.value === text.value)) return text;
    const values = type.values.map((one) => one.value);
    const hint = didYouMean(nearest(text.value, values));
    return bad(value, `must be one of ${values.map((one) => JSON.stringify(one)).join(", ")}${hint}`);
  },
  describe: (type) => type.values.map((one) => JSON.stringify(one.value)).join(" | "),
  choices: (type) => type.values,
  print: (value) => quoteString(value),
  summarise: (value) => value,
  complete: (type) => type.values.map(({ value, doc }) => ({ text: JSON.stringify(value), doc, isReference: false })),
  control: (type) => ({ kind: "choice", choices: type.values }),
  generate: (type, chance) => quoteString(chance.pick(type.values).value),
};

export const LANGUAGE_KIND: ValueKind<OfKind<"language">> = {
  ...QUOTED,
  decode(value, type, texts) {
    const text = convertToText(value);
    return text.ok ? good(texts.of(type.language, text.value)) : text;
  },
  decodeDefault: (written, type) => new CompiledText(type.language, written),
  snippet: ({ language }, stop) => (LANGUAGES[language].suitsRawStrings ? `\`$${stop}\`` : `"$${stop}"`),
  /** An empty text means the argument's absence and is left to the stage. */
  check(value, _type, expression, report) {
    if (value.text !== "") checkText(value, expression, report);
  },
  same: (a, b) => a.text === b.text,
  describe: (type) => LANGUAGES[type.language].noun,
  print: (value) => quoteString(value.text),
  summarise: (value) => value.text,
  control: (type) => ({ kind: "code", language: type.language }),
  generate(type, chance) {
    const { right, wrong } = LANGUAGES[type.language].samples;
    const text = chance.mistake() ? wrong : chance.pick(right);
    return text.includes("`") || chance.below(2) === 0 ? quoteString(text) : `\`${text}\``;
  },
};
