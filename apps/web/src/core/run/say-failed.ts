import type { NoticePart } from "../page/app.ts";
import { notify } from "../page/notify.ts";
import { type Gone, isGone } from "../workers/gone.ts";

/** Shows why a question about a run failed. The other reasons for no answer pass with the next run. */
export function sayFailed(app: NoticePart, answer: Gone): void {
  if (answer.why !== "failed") return;
  notify(app, "error", `The preview could not answer: ${answer.message ?? "the question failed"}`, undefined, "answer");
}

/** The answer; undefined if there is none, and a notice if that is because the question failed. */
export function orSayFailed<T>(app: NoticePart, answer: T | Gone): T | undefined {
  if (!isGone(answer)) return answer;
  sayFailed(app, answer);
  return undefined;
}
