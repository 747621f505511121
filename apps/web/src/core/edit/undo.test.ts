import { expect, it } from "vitest";
import { createTestApp, noticesOf } from "../../testing/testing.ts";
import { change, redo, undo } from "./undo.ts";

it("notices of a change, its undo and its redo end once", () => {
  const test = createTestApp();
  change(test.app, "Added a drop for “GET /cart …”", { name: "x" });
  expect(noticesOf(test)).toEqual(["Added a drop for “GET /cart …”"]);
  undo(test.app);
  expect(noticesOf(test).at(-1)).toBe("Undone: Added a drop for “GET /cart …”");
  redo(test.app);
  expect(noticesOf(test).at(-1)).toBe("Redone: Added a drop for “GET /cart …”");
  change(test.app, "Renamed to “shop”", { name: "shop" });
  expect(noticesOf(test).at(-1)).toBe("Renamed to “shop”.");
});
