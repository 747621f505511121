/** Suggests stages for a selected value, tried on all samples of the last run. */
import { entriesAt, type OpenedDocument, Suggester, type Suggestion, type ValuePlace } from "@sluice/engine";
import type { Running } from "../../core/workers/execute.ts";
import type { SuggestAsk, Suggestions } from "../../core/workers/pointed-value.ts";

export interface SuggestEnv {
  readonly open: (text: string) => OpenedDocument;
  /** Lets messages in; false: the request was cancelled. */
  readonly goOn: () => Promise<boolean>;
}

/** Answers requests in turn. Costly results are kept for the next request about the same value. */
export function createSuggestions(): (
  running: Running | undefined,
  ask: SuggestAsk,
  env: SuggestEnv,
) => Promise<Suggestions | undefined> {
  const suggesterOf = keepLast(
    (running: Running, { selected, place }: Pick<SuggestAsk, "selected" | "place">, env: SuggestEnv) =>
      new Suggester(env.open(running.text), selected, {
        pipeline: running.pipeline,
        place,
        entries: entriesOf(running, place),
        run: running.options,
        counts: running.preview.counts(),
      }),
  );
  const entriesOf = keepLast(({ preview, samples }: Running, place: ValuePlace) => entriesAt(preview, samples, place));
  return async (running, ask, env) => {
    if (running === undefined || running.id !== ask.run) return undefined;
    const { selected, place } = ask;
    const suggester = suggesterOf(running, { selected, place }, env);
    const ways = await inTurns(suggester.waysInSteps(), env);
    if (ways === undefined) return undefined;
    const suggestions: Suggestion[] = [];
    for (const action of ask.actions) {
      const suggestion = await inTurns(suggester.suggestInSteps(action, ask.choice), env);
      if (suggestion === undefined) return undefined;
      if (suggestion.made !== undefined) suggestions.push(suggestion.made);
    }
    return { text: running.text, name: suggester.name, ...ways.made, suggestions };
  };
}

/** The result of `steps`, with a turn for messages after each; undefined after cancellation. */
async function inTurns<T>(
  steps: Generator<undefined, T>,
  { goOn }: SuggestEnv,
): Promise<{ readonly made: T } | undefined> {
  for (;;) {
    const step = steps.next();
    if (!(await goOn())) return undefined;
    if (step.done) return { made: step.value };
  }
}

/** `make`, with the last result kept for the same run and an equal question. */
function keepLast<A, T, R extends readonly unknown[]>(
  make: (running: Running, about: A, ...rest: R) => T,
): (running: Running, about: A, ...rest: R) => T {
  let last: { readonly run: number; readonly key: string; readonly made: T } | undefined;
  return (running, about, ...rest) => {
    const key = JSON.stringify(about);
    if (last?.run !== running.id || last.key !== key)
      last = { run: running.id, key, made: make(running, about, ...rest) };
    return last.made;
  };
}
