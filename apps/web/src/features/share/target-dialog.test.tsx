import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { runApp, show } from "../../testing/views.tsx";
import { TargetDialog } from "./target-dialog.tsx";

it.each([
  ["stage.split_json { }\n", "Sluice", undefined],
  [
    "// sluice:target alloy 1.18\nstage.split_json { }\n",
    "Alloy 1.18",
    "Alloy 1.18 refuses 1 place of this configuration.",
  ],
  [
    '// sluice:target alloy 1.14\nstage.multiline {\n  firstline = "^a"\n}\n',
    "Alloy 1.14",
    "Alloy 1.14 may do 1 place of this configuration otherwise.",
  ],
  [
    '// sluice:target alloy 1.14\nstage.split_json { }\nstage.multiline {\n  firstline = "^a"\n}\n',
    "Alloy 1.14",
    "Alloy 1.14 refuses 1 place of this configuration and may do 1 otherwise.",
  ],
  [
    "// sluice:target alloy 1.18\nstage.decolorize { }\n",
    "Alloy 1.18",
    "Alloy 1.18 has everything that this configuration uses.",
  ],
])("shows the target of %j, and what its release lacks", async (text, target, status) => {
  show(await runApp({ text }), <TargetDialog />);
  expect(screen.getByRole("combobox", { name: "Target" }).textContent).toContain(target);
  expect(screen.queryByRole("status")?.textContent).toBe(status);
});
