import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { runApp, show, until } from "../../testing/views.tsx";
import { ExportDialog } from "./export-dialog.tsx";

const SENDS_NOTHING = "It sends nothing: its forward_to is empty.";

it("says that a draft sends nothing, and completes it at the place", async () => {
  const test = await runApp({ text: 'logs.process "main" {\n  forward_to = []\n\n  stage.decolorize { }\n}\n' });
  const user = show(test, <ExportDialog />);
  const notes = await screen.findByRole("region", { name: "Alloy compatibility" });
  expect(within(notes).getByText(SENDS_NOTHING)).toBeTruthy();
  expect(within(notes).getByRole("img", { name: "sends nothing" })).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Add source and sink…" }));
  await user.click(screen.getByRole("button", { name: "Complete the configuration" }));
  await until(test, () => screen.queryByText(SENDS_NOTHING) === null);
  expect(screen.getByRole("region", { name: "The configuration" }).textContent).toContain("loki.write.out.receiver");
  expect(screen.queryByRole("button", { name: /^Add / })).toBeNull();
});

it("says it with Sluice's names, too", async () => {
  const test = await runApp({ text: 'logs.process "main" {\n  forward_to = []\n}\n' });
  const user = show(test, <ExportDialog />);
  await user.click(screen.getByRole("tab", { name: "Sluice" }));
  expect(await screen.findByText(SENDS_NOTHING)).toBeTruthy();
});

it("offers the same to stages alone", async () => {
  show(await runApp({ text: "stage.decolorize { }\n" }), <ExportDialog />);
  expect(await screen.findByRole("button", { name: "Add source and sink…" })).toBeTruthy();
});

it("offers nothing to a part that sends to what is elsewhere", async () => {
  show(
    await runApp({ text: 'logs.process "main" {\n  forward_to = [logs.write.out.receiver]\n}\n' }),
    <ExportDialog />,
  );
  expect(await screen.findByText("Round-trips without loss.")).toBeTruthy();
  expect(screen.queryByRole("button", { name: /^Add / })).toBeNull();
});

it("takes the target that is chosen into the configuration, and says what its release refuses", async () => {
  const test = await runApp({ text: "stage.split_json { }\n" });
  const user = show(test, <ExportDialog />);
  const notes = await screen.findByRole("region", { name: "Alloy compatibility" });
  expect(within(notes).queryByText(/needs Alloy/)).toBeNull();
  await user.click(within(notes).getByRole("combobox", { name: "Target" }));
  await user.click(await screen.findByRole("option", { name: "Alloy 1.18" }));
  await until(test, () => screen.queryByText("It needs Alloy 1.19; the target is Alloy 1.18.") !== null);
  expect(test.app.stores.document.getState().text).toBe("// sluice:target alloy 1.18\n\nstage.split_json { }\n");
  await user.click(screen.getByRole("combobox", { name: "Target" }));
  await user.click(await screen.findByRole("option", { name: "Sluice" }));
  await until(test, () => screen.queryByText(/needs Alloy/) === null);
  expect(test.app.stores.document.getState().text).toBe("stage.split_json { }\n");
});
