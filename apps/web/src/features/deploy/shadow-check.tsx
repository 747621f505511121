/** The result of a shadow run of this draft, among the pre-deploy checks. */
import { useStore } from "zustand";
import { useAppState } from "../../core/page/app-context.ts";
import { counted } from "../../core/text/counted.ts";
import { type ShadowSession, shareOf, shownShadow } from "../live/index.ts";
import { Check } from "./check.tsx";

/** `text`: the text to be deployed. */
export function ShadowCheck({ text }: { text: string }) {
  const shadow = useAppState("area", ({ live }) => live?.shadow);
  return shadow === undefined ? null : <Found shadow={shadow} text={text} />;
}

function Found({ shadow, text }: { shadow: ShadowSession; text: string }) {
  const run = useStore(shadow.store, shownShadow);
  if (run === null || !shadow.isOf(text)) return null;
  const { sample } = run;
  const { compared, different, new_streams: streams, only_active: lost } = run.summary;
  const of = `${counted(compared, "entry", "entries")}${run.state === "running" ? " so far" : ""}`;
  return (
    <>
      <Check kind={different === 0 ? "good" : "missed"}>
        Shadow run: {different.toLocaleString("en")} of {of} differ
        {sample.taken < sample.seen && <> (a sample: {shareOf(sample)})</>}
      </Check>
      {lost > 0 && <Check kind="missed">{counted(lost, "entry", "entries")} newly dropped</Check>}
      {streams.length > 0 && <Check kind="missed">{counted(streams.length, "new stream")}</Check>}
    </>
  );
}
