/** What the page opens with: what it remembers, else an example. */
import type { InitialState } from "../app.ts";
import type { Example } from "../examples/index.ts";
import { splitLines } from "../state/samples.ts";
import { DEFAULT_SEED, readDocument, readSelection, readSettings, type TextStorage } from "./stored-state.ts";

export function initialState(storage: TextStorage | undefined, example: Example): InitialState {
  const document = readDocument(storage);
  const settings = readSettings(storage);
  if (document !== undefined) return { document, selection: readSelection(storage), settings };
  return {
    document: {
      name: example.name,
      text: example.config,
      samples: splitLines(example.lines).map((line, i) => ({ id: i + 1, line })),
      commonLabels: example.labels,
      clock: example.clock,
      seed: DEFAULT_SEED,
    },
    selection: { sampleId: 1, stagePath: null, pipelineId: null },
    settings,
  };
}
