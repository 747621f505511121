import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { createRealApp, show } from "../../testing/views.tsx";
import { EntryForm } from "./entry-form.tsx";

it("saves what is filled in, and refuses what is no label", async () => {
  const test = createRealApp({ samples: [{ id: 1, line: "before" }] });
  test.app.stores.selection.setState({ sampleId: 1 });
  test.app.stores.view.setState({ dialog: { kind: "entry", edits: true } });
  const user = show(test, <EntryForm />);
  const labels = screen.getByRole("textbox", { name: "Labels" });
  await user.type(labels, "level=");
  expect(labels.getAttribute("aria-invalid")).toBe("true");
  expect(screen.getByRole("button", { name: "Save" })).toHaveProperty("disabled", true);
  await user.type(labels, '"info"');
  const line = screen.getByRole("textbox", { name: "Line" });
  await user.clear(line);
  await user.type(line, "after{Enter}more");
  expect(screen.getByText("One entry of 2 lines.")).toBeTruthy();
  await user.keyboard("{Control>}{Enter}{/Control}");
  expect(test.app.stores.document.getState().samples).toMatchObject([
    { id: 1, line: "after\nmore", labels: { level: "info" } },
  ]);
  expect(test.app.stores.view.getState().dialog).toBeNull();
});
