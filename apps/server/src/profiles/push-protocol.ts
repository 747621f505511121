/**
 * What the headers of a push say, by the rules of Connect's protocol: which form it has, how it is compressed, how long its
 * client waits; and how what went wrong is reported.
 */
import type { IncomingHttpHeaders } from "node:http";
import { quote } from "@sluice/languages/gonumber";
import { CONNECT_STATUSES, type ConnectCode } from "../core/entries/connect-codes.ts";
import type { Reply } from "./exchange.ts";

/** Connect's two forms of a single message, and the one that gRPC and gRPC-web have, in envelopes. */
export type PushForm = "proto" | "json" | "envelope";

const FORMS: readonly (readonly [contentType: string, form: PushForm])[] = [
  ["application/grpc", "envelope"],
  ["application/grpc+json", "envelope"],
  ["application/grpc+json; charset=utf-8", "envelope"],
  ["application/grpc+proto", "envelope"],
  ["application/grpc-web", "envelope"],
  ["application/grpc-web+json", "envelope"],
  ["application/grpc-web+json; charset=utf-8", "envelope"],
  ["application/grpc-web+proto", "envelope"],
  ["application/json", "json"],
  ["application/json; charset=utf-8", "json"],
  ["application/proto", "proto"],
];

/** For one who sent something else to what takes Connect's own forms alone. */
export const ACCEPT_CONNECT = FORMS.filter(([, form]) => form !== "envelope")
  .map(([contentType]) => contentType)
  .join(", ");

/** For one who sent something else. */
export const ACCEPT_POST = FORMS.map(([contentType]) => contentType).join(", ");

export interface PushType {
  readonly form: PushForm;
  /** As an answer has it. */
  readonly contentType: string;
}

const TYPES: ReadonlyMap<string, PushType> = new Map(
  FORMS.map(([contentType, form]) => [contentType, { form, contentType }]),
);

/** What a header `Content-Type` asks for; nothing where it is not a form of a push. */
export const typeOf = (header = ""): PushType | undefined => TYPES.get(header) ?? TYPES.get(canonical(header));

/** In small letters, with a character set as the only parameter. Others make it a type that nobody knows. */
function canonical(header: string): string {
  const [type = "", ...parameters] = header.split(";").map((part) => part.trim().toLowerCase());
  if (parameters.length === 0) return type;
  const charset = parameters.length === 1 ? /^charset=(?:"([^"]*)"|([^"]*))$/.exec(parameters[0]!) : null;
  return charset === null ? "" : `${type}; charset=${charset[1] ?? charset[2]}`;
}

/** Why a push was not taken. */
export class PushError extends Error {
  readonly code: ConnectCode;
  /** Where the code alone does not say which. */
  readonly status: number;

  constructor(code: ConnectCode, message: string, status: number = CONNECT_STATUSES[code]) {
    super(message);
    this.code = code;
    this.status = status;
  }
}

const ACCEPTED = { "Accept-Encoding": "gzip" };

/** The answer of Connect's protocol to what went wrong. */
export const errorReply = ({ code, message, status }: Pick<PushError, "code" | "message" | "status">): Reply => ({
  status,
  headers: { ...ACCEPTED, "Content-Type": "application/json" },
  body: JSON.stringify({ code, message }),
});

/** The same to a push that was taken; `body` is the empty message in the form of the request. */
export const successReply = (contentType: string, body: Uint8Array, compressed: boolean): Reply =>
  contentType === PROTO && body.length === 0 && !compressed
    ? PROTO_TAKEN
    : {
        status: 200,
        headers: { ...ACCEPTED, "Content-Type": contentType, ...(compressed && { "Content-Encoding": "gzip" }) },
        body,
      };

const PROTO = "application/proto";
/** What most pushes are answered. */
const PROTO_TAKEN: Reply = { status: 200, headers: { ...ACCEPTED, "Content-Type": PROTO, "Content-Length": 0 } };

export interface PushTerms {
  readonly compressed: boolean;
  readonly compressAnswer: boolean;
  /** How long the client waits; absent where it does not say. Milliseconds. */
  readonly timeout: number | undefined;
}

/** What the headers of a push in Connect's own forms ask for. Throws a `PushError`. */
export function termsOf(headers: IncomingHttpHeaders): PushTerms {
  const version = headers["connect-protocol-version"];
  if (version !== undefined && version !== "1")
    throw new PushError("invalid_argument", `Connect-Protocol-Version must be "1": got ${quote(String(version))}`);
  const encoding = headers["content-encoding"] ?? "";
  if (encoding !== "" && encoding !== "identity" && encoding !== "gzip")
    throw new PushError("unimplemented", `unknown compression ${quote(encoding)}: supported encodings are gzip`);
  const compressed = encoding === "gzip";
  const { "accept-encoding": accepted = "" } = headers;
  const compressAnswer = accepted === "" ? compressed : accepted.split(/[\s,]+/).includes("gzip");
  return { compressed, compressAnswer, timeout: timeoutOf(headers["connect-timeout-ms"]) };
}

/** Ten digits at most, as the protocol has it. */
const TIMEOUT = /^[+-]?\d{1,10}$/;

function timeoutOf(header: string | readonly string[] | undefined): number | undefined {
  if (header === undefined || header === "") return undefined;
  const text = String(header);
  if (text.length > 10) throw new PushError("invalid_argument", `parse timeout: ${quote(text)} has >10 digits`);
  if (!TIMEOUT.test(text)) throw new PushError("invalid_argument", `parse timeout: ${quote(text)} is not a number`);
  const timeout = Number(text);
  if (timeout <= 0) throw new PushError("deadline_exceeded", "context deadline exceeded");
  return timeout;
}
