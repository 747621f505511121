/**
 * What the protocol wants of a server before it was initialized and after it was shut down: requests are refused, and
 * notifications passed over but for `exit`.
 */
import {
  ErrorCodes,
  LSPErrorCodes,
  Message,
  type MessageStrategy,
  type RequestMessage,
  type ResponseMessage,
} from "vscode-languageserver";

export type Phase = "new" | "running" | "shut down";

/** Why a request cannot be answered; undefined where it can. */
export function refusalOf(
  phase: Phase,
  method: string,
): { readonly code: number; readonly message: string } | undefined {
  const initializes = method === "initialize";
  if (phase === "new")
    return initializes
      ? undefined
      : { code: ErrorCodes.ServerNotInitialized, message: `${method} was sent before initialize` };
  if (phase === "shut down")
    return { code: ErrorCodes.InvalidRequest, message: `${method} was sent after shutdown; only exit may follow it` };
  return initializes ? { code: ErrorCodes.InvalidRequest, message: "initialize was sent twice" } : undefined;
}

/** Lets messages through as the phase allows it, which they change. `answer` sends what is refused. */
export function guardLifecycle(
  answer: (response: ResponseMessage) => void,
  shutDown: () => void = () => {},
): MessageStrategy {
  let phase: Phase = "new";
  return {
    async handleMessage(message, next) {
      if (Message.isRequest(message)) {
        const { id, method } = message as RequestMessage;
        const error = refusalOf(phase, method);
        if (error !== undefined) return answer({ jsonrpc: "2.0", id, error } as ResponseMessage);
        if (method === "initialize") phase = "running";
        if (method === "shutdown") {
          phase = "shut down";
          shutDown();
        }
      } else if (Message.isNotification(message) && phase !== "running") {
        if (message.method !== "exit") return;
      }
      await next(message);
    },
  };
}

/** The answer to what was asked about a text that is another one meanwhile. */
export const CONTENT_MODIFIED = LSPErrorCodes.ContentModified;
