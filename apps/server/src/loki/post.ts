/** One HTTP request to an endpoint, with the platform's client. Errors become results; nothing is thrown. */
import { MILLISECOND, type Nanos } from "@sluice/engine";

/** An HTTP answer, or why there is none. */
export type PostResult =
  | { readonly status: number; readonly body: string; readonly error?: undefined }
  | { readonly status: 0; readonly error: string };

/** `timeout` covers the request as a whole; `signal` gives it up. */
export type Post = (
  url: string,
  headers: Readonly<Record<string, string>>,
  body: Uint8Array,
  timeout: Nanos,
  signal: AbortSignal,
) => Promise<PostResult>;

/** Bytes of an answer that are read; it is only looked at to say what was wrong. */
const MAX_ANSWER = 4096;

export const postWithFetch: Post = async (url, headers, body, timeout, signal) => {
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
    const response = await fetch(url, {
      method: "POST",
      headers: { ...headers },
      body: body as Uint8Array<ArrayBuffer>,
      signal: controller.signal,
      redirect: "manual",
    });
    return { status: response.status, body: await readStart(response) };
  } catch (error) {
    if (timedOut) return { status: 0, error: `no answer within ${Number(timeout) / 1e9} s` };
    return { status: 0, error: explain(error) };
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", abort);
  }
};

/** The first bytes of an answer. What is longer is not waited for. */
async function readStart(response: Response): Promise<string> {
  if (response.body === null) return "";
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body) {
    chunks.push(chunk);
    size += chunk.length;
    if (size >= MAX_ANSWER) break;
  }
  return Buffer.concat(chunks).subarray(0, MAX_ANSWER).toString();
}

/** The platform's client says "fetch failed" and keeps the reason in `cause`. */
function explain(error: unknown): string {
  const cause = (error as { cause?: unknown }).cause;
  if (cause instanceof Error && cause.message !== "") return cause.message;
  return (cause as { code?: string } | undefined)?.code ?? (error as Error).message;
}
