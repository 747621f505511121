/**
 * Base64 and URL encoding as Go does them, on the bytes of the text. Decoded base64 is a list of bytes that turns into
 * text only where a text is wanted.
 */
import { decodeGo, encodeUtf8 } from "@sluice/languages/base";
import { type Base64Alphabet, decodeBase64, encodeBase64 } from "@sluice/languages/gobase64";
import { escapeQuery, unescapeQuery } from "@sluice/languages/gourl";
import { byteArray, string, type Value } from "../value.ts";
import { fixedFunction, type Refusal, refuse } from "./function.ts";
import { parseGoJson, writeGoJson } from "./json.ts";
import { parseYamlText } from "./yaml.ts";

function decodeBase64Value(text: string, alphabet: Base64Alphabet): Value | Refusal {
  const decoded = decodeBase64(encodeUtf8(text), alphabet);
  return typeof decoded === "number" ? refuse(`illegal base64 data at input byte ${decoded}`) : byteArray(decoded);
}

const fromBase64 = fixedFunction("encoding.from_base64", ["string"], (text) => decodeBase64Value(text, "standard"));
const fromUrlBase64 = fixedFunction("encoding.from_URLbase64", ["string"], (text) => decodeBase64Value(text, "url"));
const toBase64 = fixedFunction("encoding.to_base64", ["string"], (text) => string(encodeBase64(encodeUtf8(text))));
const toUrlBase64 = fixedFunction("encoding.to_URLbase64", ["string"], (text) =>
  string(encodeBase64(encodeUtf8(text), "url")),
);
const urlEncode = fixedFunction("encoding.url_encode", ["string"], (text) => string(escapeQuery(encodeUtf8(text))));
const urlDecode = fixedFunction("encoding.url_decode", ["string"], (text) => {
  const decoded = unescapeQuery(encodeUtf8(text));
  return decoded.ok ? string(decodeGo(decoded.bytes)) : refuse(decoded.message);
});
const fromJson = fixedFunction("encoding.from_json", ["string"], parseGoJson);
const toJson = fixedFunction("encoding.to_json", ["any"], writeGoJson);
const fromYaml = fixedFunction("encoding.from_yaml", ["string"], parseYamlText);

/** The functions of the namespace, by name. */
export const ENCODING_FUNCTIONS = {
  from_json: fromJson,
  from_yaml: fromYaml,
  from_base64: fromBase64,
  from_URLbase64: fromUrlBase64,
  to_json: toJson,
  to_base64: toBase64,
  to_URLbase64: toUrlBase64,
  url_encode: urlEncode,
  url_decode: urlDecode,
} as const;
