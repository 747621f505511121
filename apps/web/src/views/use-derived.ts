/** Derived state that several views show, computed once per change. */
import { useMemo, useSyncExternalStore } from "react";
import type { PipelineItem } from "../language/protocol.ts";
import type { SampleOutcome } from "../preview/protocol.ts";
import { findMissingFiles, type MissingFile } from "../state/missing-files.ts";
import { outcomesById, type RunContext } from "../state/sample-rows.ts";
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

/** What words about held entries need: the clock and the names of stages. */
export function useRunContext(): RunContext {
  const pipeline = usePipeline();
  const now = useAppState("preview", (state) => state.result?.clock.now ?? "");
  return useMemo(
    () => ({ now, stageName: (path) => pipeline?.stages.find((stage) => stage.path === path)?.name }),
    [pipeline, now],
  );
}

/** Files that the selected pipeline needs and that were not chosen yet. */
export function useMissingFiles(): readonly MissingFile[] {
  const pipeline = usePipeline();
  const files = useAppState("files", (state) => state);
  return useMemo(() => (files.loaded ? findMissingFiles(pipeline, files) : []), [pipeline, files]);
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
