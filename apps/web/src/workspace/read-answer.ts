/** Answers of the server's API: read through a schema, or why there is nothing to read, for people. */
import { type Read, readRefusal } from "../domain/read-by.ts";
import type { Result } from "../workers/profile-protocol.ts";
import type { ServerAnswer } from "./ask-server.ts";

const AWAY = "The server does not answer. Is it still running?";
const UNREAD = "This page cannot read the server's answer. If the server is newer, reload the page.";

/** `gone`: what a 404 without words means. */
export async function readAnswer<T>(
  answer: ServerAnswer | undefined,
  read: Read<T>,
  gone?: string,
): Promise<Result<T>> {
  if (answer?.status !== 200) return { ok: false, message: await refusalOf(answer, gone) };
  const value = read(await jsonOf(answer));
  return value === undefined ? { ok: false, message: UNREAD } : { ok: true, value };
}

export async function refusalOf(answer: ServerAnswer | undefined, gone?: string): Promise<string> {
  if (answer === undefined) return AWAY;
  if (answer.status === 401) return "The server wants to know who you are: sign in.";
  const refusal = readRefusal(await jsonOf(answer));
  if (refusal !== undefined) return `The server answered ${answer.status}: ${refusal.error}`;
  if (answer.status === 404 && gone !== undefined) return gone;
  return `The server answered ${answer.status}.`;
}

/** Undefined: it is no JSON. */
export async function jsonOf({ type, body }: ServerAnswer): Promise<unknown> {
  if (!type.includes("json")) return undefined;
  try {
    return JSON.parse(await body.text()) as unknown;
  } catch {
    return undefined;
  }
}
