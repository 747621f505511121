/**
 * Functions that ask the machine or the network, or make keys that take minutes. Templates here see an empty
 * environment, wherever they run: what a pipeline does must not depend on the place, and the machine's secrets are
 * none of its business. The rest is known by name, so that templates are accepted, and fails when it runs.
 */

import { type Decoded, decodeBase64 } from "../../gobase64/index.ts";
import { defineFunction, fail, stringArg, type TemplateFunction } from "../functions.ts";
import { toBytes } from "../go-string.ts";
import { ANY_SLICE, type GoType, INT, STRING } from "../types.ts";
import { makePrivateKey } from "./private-key.ts";

/** `sprig.certificate`. */
const CERTIFICATE: GoType = { name: "sprig.certificate", kind: "struct", fields: ["Cert", "Key"] };

const SPECIAL_NAMES = "*#$@!?-0123456789";
const isNameChar = (char: string | undefined): boolean => char !== undefined && /^[0-9A-Za-z_]$/.test(char);

/** `os.ExpandEnv` with no variable set: references vanish, so does bad syntax such as `${}`. */
function expandNothing(text: string): string {
  let out = "";
  const lastBrace = text.lastIndexOf("}");
  for (let i = 0; i < text.length; ) {
    const dollar = text.indexOf("$", i);
    if (dollar < 0 || dollar === text.length - 1) return out + text.slice(i);
    out += text.slice(i, dollar);
    const length = referenceLength(text, dollar + 1, lastBrace);
    // A dollar that begins no name stays.
    if (length === 0) out += "$";
    i = dollar + 1 + length;
  }
  return out;
}

/** Length of what a reference takes after its dollar. */
function referenceLength(text: string, at: number, lastBrace: number): number {
  const first = text[at]!;
  if (first !== "{") {
    if (SPECIAL_NAMES.includes(first)) return 1;
    let end = at;
    while (isNameChar(text[end])) end++;
    return end - at;
  }
  if (SPECIAL_NAMES.includes(text[at + 1] ?? "{") && text[at + 2] === "}") return 3;
  return lastBrace < at ? 1 : text.indexOf("}", at) - at + 1;
}

const unavailable = (name: string, params: readonly GoType[], result: GoType, what: string): TemplateFunction =>
  defineFunction(name, params, result, () => fail(`${what} is not available in this environment`));

const certificate = (name: string, params: readonly GoType[]): TemplateFunction =>
  unavailable(name, params, CERTIFICATE, "making certificates");

function checkBase64(text: string, what: string): void {
  const decoded: Decoded = decodeBase64(toBytes(text));
  if (typeof decoded === "number") fail(`unable to decode base64 ${what}`);
}

export const HOST_FUNCTIONS: readonly TemplateFunction[] = [
  defineFunction("env", [STRING], STRING, () => ""),
  defineFunction("expandenv", [STRING], STRING, (args) => expandNothing(stringArg(args, 0))),
  unavailable("getHostByName", [STRING], STRING, "looking up host names"),
  defineFunction("genPrivateKey", [STRING], STRING, (args, ctx) => makePrivateKey(stringArg(args, 0), ctx)),
  defineFunction("buildCustomCert", [STRING, STRING], CERTIFICATE, (args) => {
    checkBase64(stringArg(args, 0), "certificate");
    checkBase64(stringArg(args, 1), "private key");
    return fail("reading certificates is not available in this environment");
  }),
  certificate("genCA", [STRING, INT]),
  certificate("genCAWithKey", [STRING, INT, STRING]),
  certificate("genSelfSignedCert", [STRING, ANY_SLICE, ANY_SLICE, INT]),
  certificate("genSelfSignedCertWithKey", [STRING, ANY_SLICE, ANY_SLICE, INT, STRING]),
  certificate("genSignedCert", [STRING, ANY_SLICE, ANY_SLICE, INT, CERTIFICATE]),
  certificate("genSignedCertWithKey", [STRING, ANY_SLICE, ANY_SLICE, INT, CERTIFICATE, STRING]),
];
