/** The dialogs of the designer: one part of the page, since each is small. */
import { useAppState } from "../app-context.ts";
import { ClockForm } from "./clock-form.tsx";
import { EntryForm } from "./entry-form.tsx";
import { ExampleSamples, Examples } from "./examples-list.tsx";
import { Help } from "./help.tsx";
import { LargeFileForm } from "./large-file-form.tsx";
import { PasteForm } from "./paste-form.tsx";
import { RemovedList } from "./removed-list.tsx";
import { TimesForm } from "./times-form.tsx";

const DIALOGS = {
  entry: EntryForm,
  clock: ClockForm,
  times: TimesForm,
  help: Help,
  paste: Paste,
  "large-file": LargeFileForm,
  examples: Examples,
  "example-samples": ExampleSamples,
  removed: RemovedList,
} as const;

export default function DesignDialog({ of }: { of: keyof typeof DIALOGS }) {
  const Shown = DIALOGS[of];
  return <Shown />;
}

function Paste() {
  const pasted = useAppState("view", (state) => state.pasted);
  return pasted === null ? null : <PasteForm text={pasted} />;
}
