import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { runApp, show } from "../../../testing/views.tsx";
import "./stage-list-store.ts";
import { StageList } from "./stage-list.tsx";

const STAGES = `stage.logfmt {
  mapping = { level = "" }
}
stage.match {
  selector = "{job=\\"t\\"}"
  stage.labels {
    values = { level = "" }
  }
}
stage.drop {
  expression = "noise"
}
`;
const SAMPLES = ["level=info", "noise", "level=warn"].map((line, i) => ({ id: i + 1, line }));

async function setUp() {
  const test = await runApp({ text: STAGES, samples: SAMPLES });
  const user = show(test, <StageList />);
  const list = screen.getByRole("list", { name: "Stages" });
  return { test, user, list };
}

const button = (name: string) => screen.getByRole("button", { name: new RegExp(`^Stage ${name}`) });

it("is walked by arrows, of which only the selected card is reached by Tab", async () => {
  const { test, user } = await setUp();
  const selected = () => test.app.derived.card()?.id;
  button("1 logfmt").focus();
  await user.keyboard("{ArrowDown}");
  expect(selected()).toBe("2");
  expect(document.activeElement).toBe(button("2 match"));
  await user.keyboard("{ArrowDown}");
  expect(selected()).toBe("2.1");
  await user.keyboard("{ArrowLeft}");
  expect(selected()).toBe("2");
  await user.keyboard("{End}");
  expect(selected()).toBe("3");
  expect([button("1 logfmt").tabIndex, button("3 drop").tabIndex]).toEqual([-1, 0]);
});

it("opens a stage by its arrow and folds it by Enter", async () => {
  const { test, user } = await setUp();
  const fold = screen.getByRole("button", { name: "Arguments of stage 3" });
  await user.click(fold);
  expect(fold.getAttribute("aria-expanded")).toBe("true");
  expect(test.app.stores.stageList.getState().open).toEqual({ 3: true });
  await user.click(button("3 drop"));
  await user.keyboard("{Enter}");
  expect(fold.getAttribute("aria-expanded")).toBe("false");
});

it("accounts for every entry, and a number shows its entries", async () => {
  const { test, user, list } = await setUp();
  const balance = screen.getByRole("region", { name: "Balance" });
  expect(balance.textContent).toContain("3 in → 2 sent; 1 dropped");
  await user.click(within(balance).getByRole("button", { name: "1 dropped" }));
  expect(test.app.stores.entryFilter.getState().filter).toEqual({ kind: "settled", settled: "dropped" });
  await user.click(within(list).getByRole("button", { name: "1 dropped by stage 3: show them" }));
  expect(test.app.stores.entryFilter.getState().filter).toEqual({ kind: "stage", path: "3", effect: "dropped" });
});

it("offers to add a stage where there are none", async () => {
  const test = await runApp({ text: 'logs.process "a" {\n  forward_to = []\n}\n', samples: SAMPLES });
  const user = show(test, <StageList />);
  await user.click(screen.getByRole("button", { name: "Add a stage" }));
  expect(test.app.stores.view.getState()).toMatchObject({ dialog: { kind: "stage", at: { index: 0 } } });
});
