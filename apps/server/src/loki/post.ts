/**
 * One HTTP request to an endpoint, with the platform's client, redirects included. Errors become results; nothing is
 * thrown. Once there is a status it decides: what comes of the answer's body changes nothing, or entries that arrived
 * would be sent again.
 */
import { MILLISECOND, type Nanos } from "@sluice/engine";
import { type HttpRequest, nextHop } from "../upstream/redirects.ts";

/** An HTTP answer, or why there is none. */
export type PostResult =
  | {
      readonly status: number;
      readonly body: string;
      readonly error?: undefined;
      /** The answer is to a GET that a redirect asked for: what was posted has arrived nowhere. */
      readonly lostBody?: boolean;
    }
  | { readonly status: 0; readonly error: string };

export interface PostRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  /** For the request as a whole, redirects included. */
  readonly timeout: Nanos;
  readonly followRedirects: boolean;
}

/** `signal` gives the request up. */
export type Post = (request: PostRequest, signal: AbortSignal) => Promise<PostResult>;

/** Bytes of an answer that are read; it is only looked at to say what was wrong. */
const MAX_ANSWER = 4096;
/** How long an answer's body is waited for. Milliseconds. */
const ANSWER_WAIT_MS = 250;

export const postWithFetch: Post = async ({ url, headers, body, timeout, followRedirects }, signal) => {
  const controller = new AbortController();
  const abort = () => controller.abort();
  let timedOut = false;
  const timer = setTimeout(
    () => {
      timedOut = true;
      abort();
    },
    Math.max(1, Number(timeout / MILLISECOND)),
  );
  signal.addEventListener("abort", abort);
  if (signal.aborted) abort();
  try {
    let request: HttpRequest = { method: "POST", url, headers, body };
    for (let made = 1; ; made++) {
      const response = await fetch(request.url, {
        method: request.method,
        headers: { ...request.headers },
        body: (request.body as Uint8Array<ArrayBuffer> | undefined) ?? null,
        signal: controller.signal,
        redirect: "manual",
      });
      const { status } = response;
      const hop = followRedirects
        ? nextHop(request, status, response.headers.get("location"), made)
        : ({ kind: "stay" } as const);
      if (hop.kind === "stay") {
        const text = await readStart(response.body);
        return request.method === "POST" ? { status, body: text } : { status, body: text, lostBody: true };
      }
      response.body?.cancel().catch(() => {});
      if (hop.kind === "fail") return { status: 0, error: hop.error };
      request = hop.request;
    }
  } catch (error) {
    if (timedOut) return { status: 0, error: `no answer within ${Number(timeout) / 1e9} s` };
    return { status: 0, error: explain(error) };
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", abort);
  }
};

/** The first bytes of an answer, as far as they come: what is longer, late or broken is not waited for. */
async function readStart(body: Response["body"]): Promise<string> {
  if (body === null) return "";
  const reader = body.getReader();
  const chunks: Uint8Array[] = [];
  const giveUp = () => void reader.cancel().catch(() => {});
  const timer = setTimeout(giveUp, ANSWER_WAIT_MS);
  try {
    for (let size = 0; size < MAX_ANSWER; ) {
      const { done, value } = await reader.read();
      if (done) break;
      chunks.push(value);
      size += value.length;
    }
    giveUp();
  } catch {
    // What came before it broke is told.
  } finally {
    clearTimeout(timer);
  }
  return Buffer.concat(chunks).subarray(0, MAX_ANSWER).toString();
}

/** The platform's client says "fetch failed" and keeps the reason in `cause`. */
function explain(error: unknown): string {
  const cause = (error as { cause?: unknown }).cause;
  if (cause instanceof Error && cause.message !== "") return cause.message;
  return (cause as { code?: string } | undefined)?.code ?? (error as Error).message;
}
