/**
 * One preview from the body of a request to the bytes of its answer. Every step of a configuration from outside is bounded,
 * but not their sum. So the preview is run in a process of its own, and ends early once its time is over or its answer is too
 * large, by an `Interruption` that its listener throws, also in the middle of an entry: every step will be a part of the
 * answer, so steps are counted as they are made, and an entry's are written down and forgotten when nothing carries it any
 * more. What is kept is bounded by the answer's limit, then; memory beyond that is bounded by the process.
 */
import {
  buildWithResources,
  entryHead,
  firstTold,
  Interruption,
  messageOf,
  outputRecord,
  Preview,
  placeDiagnostics,
  type Step,
  stepToJson,
  summaryRecord,
} from "@sluice/engine";
import { sha256Hex } from "../host/stage-host.ts";
import { AnswerText, AnswerTooLarge, inParts } from "./answer-text.ts";
import {
  answerExceeded,
  failed,
  type PreviewAnswer,
  type PreviewLimits,
  refusal,
  timeExceeded,
} from "./preview-answer.ts";
import { type PreviewRequest, RequestError, readPreviewRequest } from "./preview-request.ts";

export interface PreviewJob {
  /** The request's body. */
  readonly body: Uint8Array;
  /** Where the virtual clock starts unless the body says; nanoseconds. */
  readonly now: bigint;
  readonly limits: PreviewLimits;
}

class OutOfTime extends Interruption {}

/** `elapsed`: milliseconds since the job began. Throws nothing: whatever happens is an answer. */
export function runPreview({ body, now, limits }: PreviewJob, elapsed: () => number): PreviewAnswer {
  const text = new AnswerText(limits.answer);
  try {
    try {
      const parts = answerOf(readPreviewRequest(body, now), limits, text, elapsed);
      return { status: 200, outcome: "answered", parts: inParts(parts) };
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      const { status, message, config, diagnostics } = error;
      if (diagnostics.length === 0) return refusal(status, "refused", message);
      const placed = placeDiagnostics(config, firstTold(diagnostics));
      const json = text.encode([JSON.stringify({ error: message, diagnostics: placed })]);
      return { status, outcome: "refused", parts: inParts([json]) };
    }
  } catch (error) {
    if (error instanceof AnswerTooLarge) return answerExceeded(limits);
    if (error instanceof OutOfTime) return timeExceeded(limits);
    return failed(messageOf(error));
  }
}

function answerOf(
  { config, pipeline, samples, warnings, start, seed }: PreviewRequest,
  limits: PreviewLimits,
  text: AnswerText,
  elapsed: () => number,
): Uint8Array[] {
  const outputs: Uint8Array[] = [];
  const entries: Uint8Array[] = [];
  const settled: number[] = [];
  let stepsLength = 0;
  const checkTime = () => {
    if (elapsed() > limits.time) throw new OutOfTime("the time limit was reached");
  };
  checkTime();
  const made = buildWithResources(
    () =>
      new Preview(
        pipeline,
        { start, seed, host: { resource: () => undefined, sha256: sha256Hex } },
        {
          output: (output) => {
            outputs.push(text.encode([outputs.length === 0 ? "" : ",", JSON.stringify(outputRecord(output))]));
          },
          settled: (sample) => void settled.push(sample),
          step: (step) => {
            checkTime();
            stepsLength += leastLength(step);
            if (stepsLength > limits.answer) throw new AnswerTooLarge();
          },
        },
      ),
  );
  if (!made.ok) throw new RequestError(422, made.diagnostic.message, config, [made.diagnostic]);
  const preview = made.built;
  const write = (sample: number) => {
    checkTime();
    entries[sample] = text.encode(entryText(preview, sample));
    preview.forget(sample);
  };
  const writeSettled = () => {
    for (const sample of settled.splice(0)) write(sample);
  };
  for (const sample of samples) {
    preview.send([sample]);
    writeSettled();
    if (preview.stuck) break;
  }
  preview.end();
  writeSettled();
  for (let sample = 0; sample < samples.length; sample++) if (entries[sample] === undefined) write(sample);
  const comma = Buffer.from(",");
  return [
    Buffer.from('{"outputs":['),
    ...outputs,
    Buffer.from('],"entries":['),
    ...entries.flatMap((entry, i) => (i === 0 ? [entry] : [comma, entry])),
    text.encode(['],"summary":', JSON.stringify(summaryRecord(preview, false))]),
    text.encode(warnings.length === 0 ? ["}"] : [',"warnings":', JSON.stringify(warnings), "}"]),
  ];
}

/** The JSON of an entry's record, step by step. */
function* entryText(preview: Preview, sample: number): Iterable<string> {
  yield `${JSON.stringify(entryHead(preview, sample)).slice(0, -1)},"steps":[`;
  let separator = "";
  for (const step of preview.stepsOf(sample)) {
    yield separator + JSON.stringify(stepToJson(step, sample));
    separator = ",";
  }
  yield "]}";
}

/** Bytes that a step's and an entry's JSON have at the least, from their keys alone. */
const LEAST_STEP = 160;
const LEAST_ENTRY = 110;

/** Bytes that a step has at the least in the answer; 0 for one that no entry took part in, which is not a part of it. */
function leastLength({ before, emitted, dropped }: Step): number {
  let length = before === undefined ? 0 : LEAST_ENTRY + before.line.length;
  for (const { line } of emitted) length += LEAST_ENTRY + line.length;
  for (const { entry } of dropped) length += LEAST_ENTRY + entry.line.length;
  return length === 0 ? 0 : LEAST_STEP + length;
}
