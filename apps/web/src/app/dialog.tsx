/** The dialogs of the designer: one chunk, since each is small. */
import type { ComponentType } from "react";
import type { DialogKind } from "../core/page/dialog-kinds.ts";
import { useDialog } from "../core/page/use-dialog.ts";
import { ClockForm } from "../features/clock/clock-form.tsx";
import { ExampleSamples, Examples } from "../features/examples/examples-list.tsx";
import { PatternForm } from "../features/patterns/pattern-form.tsx";
import { EntryForm } from "../features/samples/entry-form.tsx";
import { LargeFileForm } from "../features/samples/large/large-file-form.tsx";
import { PasteForm } from "../features/samples/paste-form.tsx";
import { TimesForm } from "../features/samples/times-form.tsx";
import { Help } from "./help.tsx";
import { RemovedList } from "./removed-list.tsx";

const DIALOGS = {
  entry: EntryForm,
  clock: ClockForm,
  times: TimesForm,
  help: Help,
  paste: Paste,
  "large-file": LargeFileForm,
  examples: Examples,
  "example-samples": ExampleSamples,
  pattern: PatternForm,
  removed: RemovedList,
} as const satisfies { readonly [K in DialogKind]?: ComponentType };

export type DesignDialogKind = keyof typeof DIALOGS;

export default function DesignDialog({ of }: { of: DesignDialogKind }) {
  const Shown = DIALOGS[of];
  return <Shown />;
}

function Paste() {
  const dialog = useDialog("paste");
  return dialog && <PasteForm text={dialog.text} />;
}
