/** What the page opens with: what it remembers, else an example. */
import type { InitialState } from "../app.ts";
import { type Example, entriesOf } from "../examples/index.ts";
import { identify } from "../state/samples.ts";
import { DEFAULT_SEED, readDocument, readSelection, readSettings, type TextStorage } from "./stored-state.ts";

export function initialState(storage: TextStorage | undefined, example: Example): InitialState {
  const document = readDocument(storage);
  const settings = readSettings(storage);
  // Also where the example was never touched and so is not stored: its entries have the same ids every time.
  const selection = readSelection(storage);
  if (document !== undefined) return { document, selection, settings };
  return {
    document: {
      name: example.name,
      text: example.config,
      samples: identify(entriesOf(example), 1),
      commonLabels: example.labels,
      clock: example.clock,
      seed: DEFAULT_SEED,
      holdEnd: example.holdEnd ?? false,
      steps: [],
      draft: null,
    },
    selection,
    settings,
  };
}
