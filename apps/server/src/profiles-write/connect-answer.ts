/** What Connect's clients make of the answer to a call: its code, also where the answer is not one of Connect's. */
import { STATUS_CODES } from "node:http";
import { type ConnectCode, isConnectCode } from "../core/entries/connect-codes.ts";
import type { Answer, ExchangeResult } from "../upstream/exchange.ts";

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
const PROTO = "application/proto";
const ERROR_TYPES: ReadonlySet<string> = new Set(["application/json", "application/json; charset=utf-8"]);

/** The words of Go's contexts, which dashboards and people look for. */
export const TIMED_OUT = "context deadline exceeded";
export const CANCELED = "context canceled";

/** Why a call in a form failed, in words that may be shown; `undefined` when it did not. */
export function findCallFailure(
  result: ExchangeResult,
  tell: (text: string) => string,
  form?: string,
): ConnectFailure | undefined {
  switch (result.kind) {
    case "timeout":
      return { code: "deadline_exceeded", message: TIMED_OUT };
    case "aborted":
      return { code: "canceled", message: CANCELED };
    case "broken":
      return { code: "unavailable", message: tell(result.error) };
    case "answer": {
      const failure = findConnectFailure(result.answer, form);
      return failure && { ...failure, message: tell(failure.message) };
    }
  }
}

/** Why the call failed; `undefined` when it did not. */
export function findConnectFailure(answer: Answer, form = PROTO): ConnectFailure | undefined {
  const { status, contentType } = answer;
  if (status === 200) {
    if (contentType === form) return undefined;
    const code = contentType.startsWith("application/") ? "internal" : "unknown";
    return { code, message: `invalid content-type: ${JSON.stringify(contentType)}; expecting "${form}"` };
  }
  const byStatus = CODE_OF_STATUS[status] ?? "unknown";
  const said = ERROR_TYPES.has(contentType) ? readError(answer.text) : undefined;
  if (said !== undefined) return { code: isConnectCode(said.code) ? said.code : byStatus, message: said.message };
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
