/** Asks a Loki for entries: one `query_range`, within bounds. */
import { type Nanos, readQueryAnswer, type SampleContent } from "@sluice/engine";
import type { AskableLoki, HideFrom } from "../core/component.ts";
import { TENANT_HEADER } from "../core/entries/tenant.ts";
import type { StopSignal } from "../platform/stop-signal.ts";
import { toldAnswer } from "../upstream/told-answer.ts";

export interface RangeQuery {
  readonly query: string;
  readonly start: Nanos;
  readonly end: Nanos;
  readonly limit: number;
  readonly direction: "forward" | "backward";
  readonly tenant?: string | undefined;
}

export interface QueryOptions {
  readonly timeout: Nanos;
  readonly hideFrom: HideFrom;
  readonly signal: StopSignal;
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
  const { query: text, start, end, limit, direction, tenant } = query;
  const parameters = new URLSearchParams({
    query: text,
    start: String(start),
    end: String(end),
    limit: String(limit),
    direction,
  });
  const answer = await loki.get({
    path: `/loki/api/v1/query_range?${parameters}`,
    headers: { ...ASKED, ...(tenant && { [TENANT_HEADER]: tenant }) },
    timeout: options.timeout,
    most: MAX_ANSWER,
    signal: options.signal,
  });
  if (!answer.ok) return answer;
  const { status, body, secrets } = answer;
  if (status !== 200) {
    const said = toldAnswer(body.subarray(0, MAX_REFUSAL).toString(), options.hideFrom, secrets);
    return { ok: false, message: `it answered ${status}${said === "" ? "" : `: ${said}`}` };
  }
  const read = readQueryAnswer(body.toString());
  return read.ok ? { ok: true, samples: read.entries } : { ok: false, message: `its answer ${read.message}` };
}

/** Labels and structured metadata apart, which older ones do not know and pass over. */
const ASKED = { accept: "application/json", "x-loki-response-encoding-flags": "categorize-labels" };
