/** Chooses where the document is to run: Sluice, or a release of Alloy. */
import { ALLOY_RELEASES, type TargetVersion, targetName } from "@sluice/engine";
import { useApp, useAppState } from "../../core/page/app-context.ts";
import { Choice } from "../../ui/choice.tsx";
import { setTarget } from "./set-target.ts";

const TARGETS: readonly TargetVersion[] = ["sluice", ...ALLOY_RELEASES];

export function TargetChoice() {
  const app = useApp();
  const target = useAppState("analysis", ({ current }) => current?.target ?? "sluice");
  return (
    <Choice
      label="Target"
      value={targetName(target)}
      options={TARGETS.map(targetName)}
      onChange={(name) => {
        const chosen = TARGETS.find((one) => targetName(one) === name);
        if (chosen !== undefined) void setTarget(app, chosen);
      }}
    />
  );
}
