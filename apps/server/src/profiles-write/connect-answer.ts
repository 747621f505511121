/** What Connect's clients make of the answer to a call: its code, also where the answer is not one of Connect's. */
import { STATUS_CODES } from "node:http";
import type { Answer } from "../upstream/exchange.ts";

const CODES = [
  "canceled",
  "unknown",
  "invalid_argument",
  "deadline_exceeded",
  "not_found",
  "already_exists",
  "permission_denied",
  "resource_exhausted",
  "failed_precondition",
  "aborted",
  "out_of_range",
  "unimplemented",
  "internal",
  "unavailable",
  "data_loss",
  "unauthenticated",
] as const;
export type ConnectCode = (typeof CODES)[number];

export interface ConnectFailure {
  readonly code: ConnectCode;
  readonly message: string;
}

/** By the status alone; what is not named is `unknown`. */
const CODE_OF_STATUS: Readonly<Record<number, ConnectCode>> = {
  400: "internal",
  401: "unauthenticated",
  403: "permission_denied",
  404: "unimplemented",
  429: "unavailable",
  502: "unavailable",
  503: "unavailable",
  504: "unavailable",
};
const CONTENT_TYPE = "application/proto";
const ERROR_TYPES: ReadonlySet<string> = new Set(["application/json", "application/json; charset=utf-8"]);

/** Why the call failed; `undefined` when it did not. */
export function findConnectFailure(answer: Answer): ConnectFailure | undefined {
  const { status, contentType } = answer;
  if (status === 200) {
    if (contentType === CONTENT_TYPE) return undefined;
    const code = contentType.startsWith("application/") ? "internal" : "unknown";
    return { code, message: `invalid content-type: ${JSON.stringify(contentType)}; expecting "${CONTENT_TYPE}"` };
  }
  const byStatus = CODE_OF_STATUS[status] ?? "unknown";
  const said = ERROR_TYPES.has(contentType) ? readError(answer.text) : undefined;
  if (said !== undefined) return { code: CODES.find((code) => code === said.code) ?? byStatus, message: said.message };
  return { code: byStatus, message: `${status} ${answer.statusText || (STATUS_CODES[status] ?? "")}` };
}

function readError(text: string): { readonly code: unknown; readonly message: string } | undefined {
  try {
    const said: unknown = JSON.parse(text);
    if (typeof said !== "object" || said === null || Array.isArray(said)) return undefined;
    const { code, message } = said as { code?: unknown; message?: unknown };
    return { code, message: typeof message === "string" ? message : "" };
  } catch {
    return undefined;
  }
}
