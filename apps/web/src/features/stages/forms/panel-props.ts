/** The props of a language's panel. */
import type { Probe } from "@sluice/engine";

export interface PanelProps {
  readonly probe: Probe;
  readonly disabled: boolean;
  onReplace(text: string): void;
  /** Inserts a text at the cursor. */
  onInsert(text: string): void;
}
