/** What the panel of a language is given. */
import type { Probe } from "@sluice/engine";

export interface PanelProps {
  readonly probe: Probe;
  readonly disabled: boolean;
  onReplace(text: string): void;
  /** Puts a text in where the cursor is. */
  onInsert(text: string): void;
}
