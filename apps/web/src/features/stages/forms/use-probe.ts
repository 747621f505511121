/** Tries the input on the samples: the last answer stays until a newer one arrives. */
import type { Probe, ProbeQuestion, Spread } from "@sluice/engine";
import { useEffect, useRef, useState } from "react";
import { useApp, useAppState } from "../../../core/page/app-context.ts";
import { unlessGone } from "../../../core/workers/gone.ts";
import { useForm } from "./form-context.ts";

export type Question = Omit<ProbeQuestion, "chosen">;

/** Asks with `ask` whenever `key` changes; while an answer is pending, only the newest question waits. */
export function useAnswer<A>(key: string, ask: () => Promise<A | undefined>): A | undefined {
  const [answer, setAnswer] = useState<A | undefined>(undefined);
  const state = useRef({ busy: false, again: false, gone: false, ask });
  state.current.ask = ask;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key identifies the question
  useEffect(() => {
    const now = state.current;
    now.gone = false;
    const run = async () => {
      if (now.busy) {
        now.again = true;
        return;
      }
      now.busy = true;
      const got = await now.ask();
      now.busy = false;
      if (got !== undefined && !now.gone) setAnswer(got);
      if (now.again && !now.gone) {
        now.again = false;
        void run();
      }
    };
    void run();
  }, [key]);
  useEffect(() => {
    const now = state.current;
    return () => {
      now.gone = true;
    };
  }, []);
  return answer;
}

/** Where entries of the last run reach the stage of the form; undefined before there is a run. */
function useEntries() {
  const { form } = useForm();
  const run = useAppState("preview", (state) => state.result?.id);
  return run === undefined ? undefined : { run, path: form.place.stage, name: form.name };
}

/** The answers to `questions`, in their order. `chosenOnly`: only for the selected entry. */
export function useProbes(questions: readonly Question[], chosenOnly: boolean): readonly Probe[] {
  const app = useApp();
  const entries = useEntries();
  const sampleId = useAppState("selection", (state) => state.sampleId);
  const order = entries && { ...entries, questions, sampleId, chosenOnly };
  const answers = useAnswer(JSON.stringify(order ?? null), async () =>
    order === undefined || questions.length === 0 ? undefined : unlessGone(await app.preview.probe(order)),
  );
  return answers ?? [];
}

export function useSpread(source: string, bounds: readonly number[]): Spread | undefined {
  const app = useApp();
  const entries = useEntries();
  const order = entries && { ...entries, source, bounds };
  return useAnswer(JSON.stringify(order ?? null), async () => order && unlessGone(await app.preview.spread(order)));
}

/** The row of the sample at `index` of the last run, from 1. */
export function useSampleNumbers(): (index: number) => number {
  const ids = useAppState("preview", (state) => state.result?.sampleIds);
  const samples = useAppState("document", (state) => state.samples);
  return (index) => {
    const row = samples.findIndex(({ id }) => id === ids?.[index]);
    return (row < 0 ? index : row) + 1;
  };
}
