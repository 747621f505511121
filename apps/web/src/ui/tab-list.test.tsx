import { screen } from "@testing-library/react";
import { useState } from "react";
import { expect, it } from "vitest";
import { showAlone } from "../testing/views.tsx";
import { TabList } from "./tab-list.tsx";

const TABS = [
  { id: "stage", label: "Stage" },
  { id: "output", label: "Output" },
  { id: "metrics", label: "Metrics" },
] as const;

function Tabs() {
  const [current, setCurrent] = useState<(typeof TABS)[number]["id"]>("stage");
  return <TabList label="Inspector" panel="panel" tabs={TABS} current={current} onChoose={setCurrent} />;
}

const selected = () => screen.getAllByRole("tab", { selected: true }).map(({ textContent }) => textContent);

it("takes arrows in a circle, and the focus goes along", async () => {
  const user = showAlone(<Tabs />);
  await user.tab();
  expect(document.activeElement).toBe(screen.getByRole("tab", { name: "Stage" }));
  await user.keyboard("{ArrowRight}");
  expect(selected()).toEqual(["Output"]);
  expect(document.activeElement?.textContent).toBe("Output");
  await user.keyboard("{ArrowLeft}{ArrowLeft}");
  expect(selected()).toEqual(["Metrics"]);
  await user.keyboard("{ArrowRight}");
  expect(selected()).toEqual(["Stage"]);
});

it("is one stop of the Tab key, and names its panel", async () => {
  const user = showAlone(<Tabs />);
  await user.click(screen.getByRole("tab", { name: "Output" }));
  expect(screen.getAllByRole("tab").map(({ tabIndex }) => tabIndex)).toEqual([-1, 0, -1]);
  for (const tab of screen.getAllByRole("tab")) expect(tab.getAttribute("aria-controls")).toBe("panel");
});
