/** `b64enc`, `b32enc` and their inverses, which give the error's text where the input is not in the encoding. */

import { type Decoded, decodeBase32, decodeBase64, encodeBase32, encodeBase64 } from "../../gobase64/index.ts";
import { defineFunction, stringArg, type TemplateFunction } from "../functions.ts";
import { fromBytes, toBytes } from "../go-string.ts";
import { STRING } from "../types.ts";

const textOf = (decoded: Decoded, name: string): string =>
  typeof decoded === "number" ? `illegal ${name} data at input byte ${decoded}` : fromBytes(decoded);

const onText = (name: string, apply: (text: string) => string): TemplateFunction =>
  defineFunction(name, [STRING], STRING, (args) => apply(stringArg(args, 0)));

export const ENCODING_FUNCTIONS: readonly TemplateFunction[] = [
  onText("b64enc", (text) => encodeBase64(toBytes(text))),
  onText("b64dec", (text) => textOf(decodeBase64(toBytes(text)), "base64")),
  onText("b32enc", (text) => encodeBase32(toBytes(text))),
  onText("b32dec", (text) => textOf(decodeBase32(toBytes(text)), "base32")),
];
