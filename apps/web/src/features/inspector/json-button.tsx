/** Lays lines of JSON out, everywhere in the inspector. */
import { Braces } from "lucide-react";
import { useApp, useAppState } from "../../core/page/app-context.ts";
import { tooltip } from "../../core/page/commands.ts";
import { toggleJsonRows } from "../../core/page/settings.ts";
import { IconButton } from "../../ui/tip.tsx";

export function JsonButton() {
  const app = useApp();
  const jsonRows = useAppState("settings", (state) => state.jsonRows);
  return (
    <IconButton
      label="Lay out JSON"
      tip={tooltip(app, "view.json", "Lay out JSON, and compare it by fields")}
      aria-pressed={jsonRows}
      Icon={Braces}
      onClick={() => toggleJsonRows(app)}
    />
  );
}
