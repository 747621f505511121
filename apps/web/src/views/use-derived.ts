/** Derived state that several views show, computed once per change. */
import { useMemo, useSyncExternalStore } from "react";
import type { PipelineItem } from "../language/protocol.ts";
import type { SampleOutcome } from "../preview/protocol.ts";
import { outcomesById } from "../state/sample-rows.ts";
import { selectedPipeline } from "../state/selected.ts";
import { useAppState } from "./app-context.ts";

/** The selected pipeline of the last text without errors. */
export function usePipeline(): PipelineItem | undefined {
  const good = useAppState("analysis", (state) => state.good);
  const pipelineId = useAppState("selection", (state) => state.pipelineId);
  return useMemo(() => selectedPipeline(good, pipelineId), [good, pipelineId]);
}

export function useOutcomes(): ReadonlyMap<number, SampleOutcome> {
  const result = useAppState("preview", (state) => state.result);
  const sampleIds = useAppState("preview", (state) => state.sampleIds);
  return useMemo(() => outcomesById(result, sampleIds), [result, sampleIds]);
}

/** Whether a media query holds, now and later. */
export function useMedia(query: string): boolean {
  const list = useMemo(() => matchMedia(query), [query]);
  return useSyncExternalStore(
    (changed) => {
      list.addEventListener("change", changed);
      return () => list.removeEventListener("change", changed);
    },
    () => list.matches,
  );
}

export function useResolvedTheme(): "light" | "dark" {
  const theme = useAppState("settings", (state) => state.theme);
  const dark = useMedia("(prefers-color-scheme: dark)");
  return theme === "system" ? (dark ? "dark" : "light") : theme;
}
