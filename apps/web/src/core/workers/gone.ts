/** Why a question has no answer, though there would have been one. */
export interface Gone {
  readonly kind: "gone";
  readonly why: /** The run that it is about is not the last any more. */
    | "other-run"
    /** The same was asked again. */
    | "asked-again"
    /** The run ended before it came that far. */
    | "run-ended"
    /** The worker was ended. */
    | "worker-ended"
    /** The question failed in the worker, for the reason in `message`. */
    | "failed";
  readonly message?: string;
}

export const gone = (why: Exclude<Gone["why"], "failed">): Gone => ({ kind: "gone", why });

export const failed = (message: string): Gone => ({ kind: "gone", why: "failed", message });

export const isGone = (answer: unknown): answer is Gone =>
  typeof answer === "object" && answer !== null && "kind" in answer && answer.kind === "gone";

/** The answer, for whoever does not care why there is none. */
export const unlessGone = <T>(answer: T | Gone): T | undefined => (isGone(answer) ? undefined : answer);
