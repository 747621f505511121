/**
 * A push in the binary form, which is what profilers send, read right here: several times as many fit through as by Connect's
 * code. The answers are the same.
 */
import type { ByteParts } from "../http/parts.ts";
import type { MessagePush } from "./push-connect.ts";
import type { KnownLabels } from "./push-decode.ts";
import { readProto } from "./push-message.ts";
import { PushError } from "./push-protocol.ts";

const EMPTY = new Uint8Array();

export interface DirectPush extends Pick<MessagePush, "wait" | "push"> {
  readonly message: ByteParts;
  /** Labels of messages before it. */
  readonly known?: KnownLabels | undefined;
}

/** Gives the empty message of the answer, at once where nobody has to be waited for. Throws a `PushError`, or rejects with one. */
export function pushDirectly({ message, wait, push, known }: DirectPush): Uint8Array | Promise<Uint8Array> {
  const failed = push(readProto(message, known), wait);
  return failed instanceof Promise ? failed.then(answer) : answer(failed);
}

function answer(failed: string | undefined): Uint8Array {
  if (failed !== undefined) throw new PushError("internal", failed);
  return EMPTY;
}
