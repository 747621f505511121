/** `b64enc`, `b32enc` and their inverses, which give the error's text where the input is not in the encoding. */

import { type Decoded, decodeBase32, decodeBase64, encodeBase32, encodeBase64 } from "../../../gobase64/index.ts";
import { defineFunction, type TemplateFunction } from "../../functions.ts";
import { stringParam } from "../../parameters.ts";
import { STRING } from "../../types.ts";
import { fromBytes, toBytes } from "../../values/go-string.ts";
import type { FunctionExample } from "../../values/model.ts";

const textOf = (decoded: Decoded, name: string): string =>
  typeof decoded === "number" ? `illegal ${name} data at input byte ${decoded}` : fromBytes(decoded);

const onText = (
  name: string,
  doc: string,
  example: FunctionExample,
  apply: (text: string) => string,
): TemplateFunction =>
  defineFunction({ name, params: [stringParam("text")], result: STRING, doc, example, call: ([text]) => apply(text) });

export const ENCODING_FUNCTIONS: readonly TemplateFunction[] = [
  onText("b64enc", "The text in base64.", { call: 'b64enc "héllo"', gives: "aMOpbGxv" }, (text) =>
    encodeBase64(toBytes(text)),
  ),
  onText(
    "b64dec",
    "The text decoded from base64; the error message where it is not base64.",
    { call: 'b64dec "aMOpbGxv"', gives: "héllo" },
    (text) => textOf(decodeBase64(toBytes(text)), "base64"),
  ),
  onText("b32enc", "The text in base32.", { call: 'b32enc "hello"', gives: "NBSWY3DP" }, (text) =>
    encodeBase32(toBytes(text)),
  ),
  onText(
    "b32dec",
    "The text decoded from base32; the error message where it is not base32.",
    { call: 'b32dec "NBSWY3DP"', gives: "hello" },
    (text) => textOf(decodeBase32(toBytes(text)), "base32"),
  ),
];
