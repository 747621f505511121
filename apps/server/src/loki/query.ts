/** Asks a Loki for entries: one `query_range`, within bounds, without following redirects. */
import { formatRfc3339, type Metadata, type Nanos, type SampleContent, tidySample } from "@sluice/engine";
import type { AskableLoki, HideFrom } from "../core/component.ts";
import type { Scheduler } from "../platform/scheduler.ts";
import { toldAnswer } from "../upstream/told-answer.ts";
import { Transport } from "../upstream/transport.ts";

export interface RangeQuery {
  readonly query: string;
  readonly start: Nanos;
  readonly end: Nanos;
  readonly limit: number;
  readonly direction: "forward" | "backward";
  readonly tenant?: string | undefined;
}

export interface QueryOptions {
  readonly scheduler: Scheduler;
  readonly timeout: Nanos;
  readonly hideFrom: HideFrom;
  readonly signal: AbortSignal;
}

/** `samples` in the order of their times. */
export type QueryResult =
  | { readonly ok: true; readonly samples: readonly SampleContent[] }
  | { readonly ok: false; readonly message: string };

/** Bytes of an answer. */
const MAX_ANSWER = 32 * 1024 * 1024;
/** Of an answer that refuses. */
const MAX_REFUSAL = 4096;

export async function queryRange(loki: AskableLoki, query: RangeQuery, options: QueryOptions): Promise<QueryResult> {
  let headers: Awaited<ReturnType<AskableLoki["headers"]>>;
  try {
    headers = await loki.headers();
  } catch (error) {
    return { ok: false, message: `its credentials cannot be read: ${(error as Error).message}` };
  }
  const { query: text, start, end, limit, direction, tenant } = query;
  const parameters = new URLSearchParams({
    query: text,
    start: String(start),
    end: String(end),
    limit: String(limit),
    direction,
  });
  const url = `${loki.url}/loki/api/v1/query_range?${parameters}`;
  const answer = await get(url, { ...headers.values, ...ASKED, ...(tenant && { "x-scope-orgid": tenant }) }, options);
  if (!answer.ok) return answer;
  const { status, body } = answer;
  if (status !== 200) {
    const said = toldAnswer(body.subarray(0, MAX_REFUSAL).toString(), options.hideFrom, headers.secrets);
    return { ok: false, message: `it answered ${status}${said === "" ? "" : `: ${said}`}` };
  }
  try {
    return { ok: true, samples: readStreams(JSON.parse(body.toString())) };
  } catch (error) {
    const why = error instanceof NotStreams ? error.message : "its answer is not JSON";
    return { ok: false, message: why };
  }
}

/** Labels and structured metadata apart, which older ones do not know and pass over. */
const ASKED = { accept: "application/json", "x-loki-response-encoding-flags": "categorize-labels" };

type Got =
  | { readonly ok: true; readonly status: number; readonly body: Buffer }
  | { readonly ok: false; readonly message: string };

function get(url: string, headers: Readonly<Record<string, string>>, options: QueryOptions): Promise<Got> {
  const { scheduler, timeout, signal } = options;
  const transport = new Transport({ home: url, tls: undefined, proxyUrl: "" });
  return new Promise<Got>((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    let status = 0;
    let giveUp = () => {};
    const end = (got: Got) => {
      cancel();
      signal.removeEventListener("abort", gone);
      transport.retire();
      resolve(got);
    };
    const stop = (message: string) => {
      end({ ok: false, message });
      giveUp();
    };
    const gone = () => stop("nobody waits for it any more");
    const cancel = scheduler.after(timeout, () => stop(`no answer within ${Number(timeout) / 1e9} s`));
    signal.addEventListener("abort", gone);
    const whole = () => end({ ok: true, status, body: Buffer.concat(chunks) });
    try {
      giveUp = transport.send(
        { method: "GET", url, headers, body: undefined },
        {
          head(head, isWhole) {
            status = head.status;
            if (isWhole) whole();
          },
          data(chunk) {
            size += chunk.length;
            if (size > MAX_ANSWER) stop(`its answer is larger than ${MAX_ANSWER / 1024 / 1024} MiB; ask for less`);
            else chunks.push(Buffer.from(chunk));
          },
          end: whole,
          broken: ({ message }) => end({ ok: false, message }),
        },
      );
    } catch (error) {
      end({ ok: false, message: (error as Error).message });
    }
  });
}

class NotStreams extends Error {}

function readStreams(answer: unknown): SampleContent[] {
  const { data } = (answer ?? {}) as { data?: { resultType?: unknown; result?: unknown } };
  if (data?.resultType !== "streams" || !Array.isArray(data.result))
    throw new NotStreams("its answer has no streams: ask for log lines, not for numbers");
  const read: { at: bigint; sample: SampleContent }[] = [];
  for (const { stream, values } of data.result as { stream?: Record<string, string>; values?: unknown[] }[]) {
    for (const value of values ?? []) {
      const [time, line, about] = value as [unknown, unknown, { structuredMetadata?: Record<string, string> }?];
      if (typeof time !== "string" || !/^\d{1,19}$/.test(time) || typeof line !== "string")
        throw new NotStreams("its answer is not of the form that Loki documents");
      const at = BigInt(time);
      const metadata: Metadata = Object.entries(about?.structuredMetadata ?? {});
      read.push({ at, sample: tidySample({ line, labels: stream, timestamp: formatRfc3339(at), metadata }) });
    }
  }
  return read.sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0)).map(({ sample }) => sample);
}
