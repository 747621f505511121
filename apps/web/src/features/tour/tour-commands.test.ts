import { expect, it } from "vitest";
import { emptyDocument } from "../../core/model/document.ts";
import { createTestApp } from "../../testing/testing.ts";
import { EXAMPLES } from "../examples/examples.ts";
import { startTour } from "./start-tour.ts";
import { goToStep } from "./tour-commands.ts";
import type {} from "./tour-store.ts";

it("the tour shows an example, step by step, and does not touch the user's own document", async () => {
  const { workspace } = createTestApp({ document: emptyDocument("mine") });
  await startTour(workspace.app);
  const { stores } = workspace.app;
  const tour = () => workspace.app.stores.tour.getState().step;
  expect([stores.document.getState().name, tour()]).toEqual([EXAMPLES[0].name, 0]);
  goToStep(workspace.app, 2);
  expect(tour()).toBe(2);
  goToStep(workspace.app, 3);
  expect(tour()).toBeNull();

  const own = createTestApp();
  const before = own.app.stores.document.getState().text;
  await startTour(own.app);
  expect(own.app.stores.document.getState().text).toBe(before);
  expect(own.workspace.app.stores.document.getState().text).toContain("stage.regex");
  expect(own.workspace.app.stores.tour.getState().step).toBe(0);
});
