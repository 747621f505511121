import { act, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { createRealApp, show } from "../../testing/views.tsx";
import { TOUR } from "./tour.ts";
import { TourBand } from "./tour-band.tsx";

const panes = (
  <main>
    {TOUR.map(({ pane }) => (
      <section key={pane} aria-label={pane} />
    ))}
  </main>
);
const marked = () => TOUR.map(({ pane }) => screen.getByRole("region", { name: pane }).dataset.tour ?? "");

function setUp() {
  const test = createRealApp();
  const user = show(
    test,
    <>
      <TourBand />
      {panes}
    </>,
  );
  act(() => test.app.stores.tour.setState({ step: 0 }));
  return { test, user };
}

it("speaks of one pane after the other, marks it, and ends with the last", async () => {
  const { user } = setUp();
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Next" }));
  expect(screen.getByRole("status").textContent).toContain(`Samples 1 of ${TOUR.length}`);
  expect(marked()).toEqual(["true", "", ""]);
  await user.keyboard("{Enter}");
  expect(marked()).toEqual(["", "true", ""]);
  await user.click(screen.getByRole("button", { name: "Back" }));
  expect(marked()).toEqual(["true", "", ""]);
  await user.click(screen.getByRole("button", { name: "Next" }));
  await user.click(screen.getByRole("button", { name: "Next" }));
  await user.click(screen.getByRole("button", { name: "Done" }));
  expect(screen.queryByRole("region", { name: "Tour" })).toBeNull();
  expect(marked()).toEqual(["", "", ""]);
});

it("is skipped", async () => {
  const { test, user } = setUp();
  await user.click(screen.getByRole("button", { name: "Skip the tour" }));
  expect(test.app.stores.tour.getState().step).toBeNull();
});
