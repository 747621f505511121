/** Entries of an answer of Loki's `query_range`, as its API gives it and as files keep it. */
import { formatRfc3339 } from "@sluice/languages/base";
import { type SampleContent, tidySample } from "./sample-content.ts";

/** `entries` in the order of their times; `message` completes a sentence that begins with what was read. */
export type ReadQueryAnswer =
  | { readonly ok: true; readonly entries: readonly SampleContent[] }
  | { readonly ok: false; readonly message: string };

const NO_STREAMS = "has no streams: ask for log lines, not for numbers";
const ODD = "is not of the form that Loki documents";
const TIME = /^\d{1,19}$/;

/** Whether a text is such an answer; its beginning is enough. */
export const isQueryAnswer = (head: string): boolean =>
  /^\s*\{\s*(?:"status"\s*:\s*"success"\s*,\s*)?"data"\s*:\s*\{\s*"resultType"\s*:/.test(head);

/** Structured metadata is separate from labels if the answer separates them (`categorize-labels`). */
export function readQueryAnswer(text: string): ReadQueryAnswer {
  let answer: unknown;
  try {
    answer = JSON.parse(text);
  } catch {
    return { ok: false, message: "is not JSON" };
  }
  const { data } = asRecord(answer);
  const { resultType, result } = asRecord(data);
  if (resultType !== "streams" || !Array.isArray(result)) return { ok: false, message: NO_STREAMS };
  const read: { readonly at: bigint; readonly sample: SampleContent }[] = [];
  for (const one of result) {
    const { stream = {}, values = [] } = asRecord(one);
    if (!isTexts(stream) || !Array.isArray(values)) return { ok: false, message: ODD };
    for (const value of values) {
      const [time, line, about]: readonly unknown[] = Array.isArray(value) ? value : [];
      const { structuredMetadata = {} } = asRecord(about);
      if (typeof time !== "string" || !TIME.test(time) || typeof line !== "string" || !isTexts(structuredMetadata))
        return { ok: false, message: ODD };
      const at = BigInt(time);
      const metadata = Object.entries(structuredMetadata);
      read.push({ at, sample: tidySample({ line, labels: stream, timestamp: formatRfc3339(at), metadata }) });
    }
  }
  read.sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
  return { ok: true, entries: read.map(({ sample }) => sample) };
}

const asRecord = (value: unknown): Readonly<Record<string, unknown>> =>
  value !== null && typeof value === "object" ? (value as Record<string, unknown>) : {};

const isTexts = (value: unknown): value is Readonly<Record<string, string>> =>
  value !== null &&
  typeof value === "object" &&
  !Array.isArray(value) &&
  Object.values(value).every((one) => typeof one === "string");
