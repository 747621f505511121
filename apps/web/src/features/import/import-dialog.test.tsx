import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { chosenFile } from "../../testing/testing.ts";
import { createRealApp, show } from "../../testing/views.tsx";
import { ImportDialog } from "./import-dialog.tsx";
import { importFile } from "./import-file.ts";

const PROMTAIL = `clients:
  - url: http://loki:3100/loki/api/v1/push
scrape_configs:
  - job_name: pods
    pipeline_stages:
      - json: { expressions: { level: level } }
    static_configs:
      - targets: [localhost]
        labels: { job: pods, __path__: /var/log/pods/*.log }
tracing:
  enabled: true
`;

async function setUp() {
  const test = createRealApp();
  await importFile(test.app, chosenFile("promtail.yaml", PROMTAIL));
  const user = show(test, <ImportDialog />);
  return { test, user };
}

it("shows the file with a remark at each line that changed meaning, and goes to it", async () => {
  const { user } = await setUp();
  const remarks = screen.getByRole("list", { name: "Remarks" });
  const remark = within(remarks).getByRole("button", { name: /line 11:/ });
  expect(within(remark).getByRole("img").getAttribute("aria-label")).toBe("warning");
  await user.click(remark);
  expect(remark.getAttribute("aria-current")).not.toBeNull();
  const [line] = screen.getAllByText(/enabled: true/);
  expect(line?.dataset).toMatchObject({ line: "11", current: "true" });
});

it("imports into a document of its own, or in place of the open one's pipeline", async () => {
  const { test, user } = await setUp();
  expect(screen.getByRole("button", { name: "Replace the pipeline of “test”, keep its samples" })).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Import as a new pipeline" }));
  const { name, text } = test.workspace.app.stores.document.getState();
  expect(name).toBe("promtail");
  expect(text).toContain("stage.json");
  expect(test.app.stores.document.getState().text).not.toContain("stage.json");
});

it("is left without a change", async () => {
  const { test, user } = await setUp();
  await user.click(screen.getByRole("button", { name: "Cancel" }));
  expect(test.app.stores.view.getState()).toMatchObject({ dialog: null });
});
