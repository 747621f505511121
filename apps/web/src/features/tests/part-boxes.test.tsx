import { screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { showAlone } from "../../testing/views.tsx";
import { PartBoxes } from "./part-boxes.tsx";

it("calls an exact comparison one of the whole entry, beside which metrics are chosen", () => {
  showAlone(<PartBoxes choice={{ exact: true, parts: [] }} legend="Compares" onChoose={vi.fn()} />);
  const boxes = screen
    .getAllByRole("checkbox", { checked: true })
    .map((box) => box.closest("label")?.textContent?.trim());
  expect(boxes).toEqual(["The whole entry", "Outcome", "Line", "Labels", "Timestamp", "Metadata"]);
  expect(screen.getByRole("checkbox", { name: "Metrics" })).toHaveProperty("checked", false);
});
