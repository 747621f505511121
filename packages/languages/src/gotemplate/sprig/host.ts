/**
 * Functions that ask the machine or the network, or make keys that take minutes. Templates here see an empty environment,
 * wherever they run: a pipeline must not depend on the place, nor see the machine's secrets. The other functions are known by
 * name, so that templates are accepted, and fail when they run.
 */

import { type Decoded, decodeBase64 } from "../../gobase64/index.ts";
import { defineFunction, fail, type TemplateFunction } from "../functions.ts";
import { intParam, listParam, type Parameter, param, stringParam } from "../parameters.ts";
import { type GoType, STRING } from "../types.ts";
import { toBytes } from "../values/go-string.ts";
import type { GoObject, GoValue } from "../values/model.ts";
import { makePrivateKey } from "./crypto/private-key.ts";

/** `sprig.certificate`. */
const CERTIFICATE: GoType<GoObject> = { name: "sprig.certificate", kind: "struct", fields: ["Cert", "Key"] };

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

interface Unavailable<T> {
  readonly name: string;
  readonly params: readonly Parameter[];
  readonly result: GoType<T>;
  readonly doc: string;
  /** What is not available. */
  readonly what: string;
  /** The arguments of the example. */
  readonly args: string;
}

function unavailable<T extends GoValue>({ name, params, result, doc, what, args }: Unavailable<T>): TemplateFunction {
  const message = `${what} is not available in this environment`;
  return defineFunction({
    name,
    params,
    result,
    doc: `${doc} Not available: it fails when it is called.`,
    example: { call: `${name} ${args}`, fails: message },
    call: () => fail(message),
  });
}

const certificate = (name: string, params: readonly Parameter[], kind: string, args: string): TemplateFunction =>
  unavailable({ name, params, result: CERTIFICATE, doc: `Makes ${kind}.`, what: "making certificates", args });

function checkBase64(text: string, what: string): void {
  const decoded: Decoded = decodeBase64(toBytes(text));
  if (typeof decoded === "number") fail(`unable to decode base64 ${what}`);
}

const NAME = stringParam("name");
const DAYS = intParam("days");
const KEY = stringParam("private_key");
const SUBJECT = [NAME, listParam("ips"), listParam("names"), DAYS] as const;
const AUTHORITY = param("authority", CERTIFICATE);

export const HOST_FUNCTIONS: readonly TemplateFunction[] = [
  defineFunction({
    name: "env",
    params: [NAME],
    result: STRING,
    doc: "An environment variable, which is always empty in pipelines.",
    example: { call: 'env "HOME" | quote', gives: '""' },
    call: () => "",
  }),
  defineFunction({
    name: "expandenv",
    params: [stringParam("text")],
    result: STRING,
    doc: "The text with environment variables expanded; all are empty in pipelines.",
    example: { call: 'expandenv "<$HOME>"', gives: "<>" },
    call: ([text]) => expandNothing(text),
  }),
  unavailable({
    name: "getHostByName",
    params: [NAME],
    result: STRING,
    doc: "Looks up an address.",
    what: "looking up host names",
    args: '"localhost"',
  }),
  defineFunction({
    name: "genPrivateKey",
    params: [stringParam("kind")],
    result: STRING,
    doc: "A private key in PEM of the kind `ecdsa` or `ed25519`, from the pipeline's random source, so it protects nothing; `rsa` and `dsa` are not available.",
    example: { call: 'genPrivateKey "ed25519" | trunc 27', gives: "-----BEGIN PRIVATE KEY-----" },
    call: ([kind], ctx) => makePrivateKey(kind, ctx),
  }),
  defineFunction({
    name: "buildCustomCert",
    params: [stringParam("certificate"), KEY],
    result: CERTIFICATE,
    doc: "Reads a certificate and its key, both in base64. Not available: it fails when it is called.",
    example: { call: 'buildCustomCert "" ""', fails: "reading certificates is not available in this environment" },
    call: ([cert, key]) => {
      checkBase64(cert, "certificate");
      checkBase64(key, "private key");
      return fail("reading certificates is not available in this environment");
    },
  }),
  certificate("genCA", [NAME, DAYS], "a certificate authority", '"x" 365'),
  certificate("genCAWithKey", [NAME, DAYS, KEY], "a certificate authority with a key", '"x" 365 "key"'),
  certificate("genSelfSignedCert", SUBJECT, "a self-signed certificate", '"x" nil nil 365'),
  certificate(
    "genSelfSignedCertWithKey",
    [...SUBJECT, KEY],
    "a self-signed certificate with a key",
    '"x" nil nil 365 "key"',
  ),
  certificate(
    "genSignedCert",
    [...SUBJECT, AUTHORITY],
    "a certificate signed by an authority",
    '"x" nil nil 365 (genCA "a" 1)',
  ),
  certificate(
    "genSignedCertWithKey",
    [...SUBJECT, AUTHORITY, KEY],
    "a certificate with a key, signed by an authority",
    '"x" nil nil 365 (genCA "a" 1) "key"',
  ),
];
