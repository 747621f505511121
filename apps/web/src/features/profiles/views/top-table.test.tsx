import { screen, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { showAlone } from "../../../testing/views.tsx";
import { TopTable } from "./top-table.tsx";

const COSTS = [
  { name: "main", self: [10], total: [100] },
  { name: "json", self: [60], total: [60] },
  { name: "read", self: [30], total: [30] },
];

function setUp(more: Partial<Parameters<typeof TopTable>[0]> = {}) {
  const onFind = vi.fn();
  const user = showAlone(
    <TopTable
      costs={COSTS}
      wholes={[100]}
      compared={false}
      unit="samples"
      rows={10}
      search=""
      onFind={onFind}
      {...more}
    />,
  );
  const names = () =>
    within(screen.getByRole("table", { name: "Top functions" }))
      .getAllByRole("row")
      .slice(1)
      .map((row) => within(row).getByRole("button").textContent);
  return { user, onFind, names };
}

it("is sorted by what a function costs itself, and by the heading that is pressed", async () => {
  const { user, names } = setUp();
  expect(names()).toEqual(["json", "read", "main"]);
  expect(screen.getByRole("columnheader", { name: "Self" }).getAttribute("aria-sort")).toBe("descending");
  await user.click(screen.getByRole("button", { name: "Total" }));
  expect(names()).toEqual(["main", "json", "read"]);
  await user.click(screen.getByRole("button", { name: "Function" }));
  expect(names()).toEqual(["json", "main", "read"]);
  expect(screen.getByRole("columnheader", { name: "Function" }).getAttribute("aria-sort")).toBe("ascending");
  expect(screen.getByRole("columnheader", { name: "Self" }).hasAttribute("aria-sort")).toBe(false);
});

it("shows each function's cost and share, and finds the one that is pressed", async () => {
  const { user, onFind } = setUp();
  const [, json] = screen.getAllByRole("row");
  expect(
    within(json!)
      .getAllByRole("cell")
      .map(({ textContent }) => textContent)
      .slice(1, 3),
  ).toEqual(["60 samples", "60 %"]);
  await user.click(screen.getByRole("button", { name: "json" }));
  expect(onFind.mock.calls).toEqual([["json"]]);
});

it("shows the rest when it is asked for, and says where a search finds nothing", async () => {
  const { user, names } = setUp({ rows: 1 });
  expect(names()).toEqual(["json"]);
  await user.click(screen.getByRole("button", { name: "2 more …" }));
  expect(names()).toHaveLength(3);
  showAlone(<TopTable costs={COSTS} wholes={[100]} compared={false} unit="" rows={10} search="zzz" onFind={vi.fn()} />);
  expect(screen.getByText("No function matches “zzz”.")).toBeTruthy();
});
