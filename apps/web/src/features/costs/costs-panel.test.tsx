import { act, screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { undo } from "../../core/edit/undo.ts";
import { toggleCosts } from "../../core/page/settings.ts";
import { noticesOf } from "../../testing/testing.ts";
import { pass, runApp, show } from "../../testing/views.tsx";
import { CostsButton, CostsPlace } from "./costs-place.tsx";
import { liveRateOf } from "./live-rate.ts";

const TEXT = `stage.logfmt {
  mapping = { level = "", trace_id = "", ts = "" }
}

stage.timestamp {
  source = "ts"
  format = "RFC3339"
}

stage.labels {
  values = { level = "", trace_id = "" }
}
`;
const SAMPLES = Array.from({ length: 60 }, (_, i) => ({
  id: i + 1,
  line: `ts=2026-01-15T00:${String(i).padStart(2, "0")}:00Z level=${i % 4 === 0 ? "debug" : "info"} trace_id=t${i} msg="page ${i} opened"`,
}));

async function setUp(text = TEXT, samples = SAMPLES) {
  const test = await runApp({ text, samples, commonLabels: "" });
  const user = show(
    test,
    <>
      <CostsButton />
      <CostsPlace />
    </>,
  );
  await user.click(screen.getByRole("button", { name: "Costs" }));
  const panel = await screen.findByRole("region", { name: "Costs" });
  await pass(test, 300);
  // Times are measured until they hold still.
  for (let tries = 0; panel.textContent.includes("…") && tries < 100; tries++) await pass(test, 50);
  return { test, user, panel };
}

const rowsOf = (name: string) =>
  within(screen.getByRole("table", { name }))
    .getAllByRole("row")
    .slice(1)
    .map((row) => [...row.children].map(({ textContent }) => textContent));

it("shows volume, streams, and what each stage, label and pattern makes of them", async () => {
  const { panel } = await setUp();
  expect(panel.textContent).toMatch(/4\.\d\d kB in, 4\.\d\d kB out \(100 %\), 60 streams; .* a day/);
  expect(rowsOf("By stage").map(([stage, came, out]) => [stage, came, out])).toEqual([
    [expect.stringContaining("1 logfmt"), "60", "60"],
    [expect.stringContaining("2 timestamp"), "60", "60"],
    [expect.stringContaining("3 labels"), "60", "60"],
  ]);
  for (const row of rowsOf("By stage")) expect(row.at(-1)).toMatch(/^\d.* %$/);
  expect(rowsOf("By label")).toEqual([
    ["trace_id", "60", "60", "2"],
    ["level", "2", "60", "60"],
  ]);
  expect(rowsOf("By pattern")).toEqual([["page <page> opened", "60", "60", "100 %"]]);
});

it("shows what structured metadata takes, and leaves out what the line holds in one step", async () => {
  const text = TEXT.replace("stage.labels", "stage.structured_metadata");
  const { test, user } = await setUp(text);
  const changes = rowsOf("By stage").map((cells) => cells[3]);
  expect(changes).toEqual(["", "", expect.stringMatching(/^\+1\.\d+ kB$/)]);
  expect(screen.getByRole("columnheader", { name: /^Change/ }).title).toMatch(
    /^Bytes of lines and structured metadata\./,
  );
  expect(rowsOf("By metadata")).toEqual([
    ["trace_id", "60", "650 B", "12 %"],
    ["level", "60", "555 B", "11 %"],
  ]);
  await user.click(
    screen.getByRole("button", { name: "Leave it out: Leave out the metadata trace_id, which the line holds" }),
  );
  const changed = test.app.stores.document.getState();
  expect(changed.text).toBe(text.replace('level = "", trace_id = "" }\n}\n', 'level = "" }\n}\n'));
  expect(changed.undoable?.label).toBe("Left out metadata trace_id");
  test.app.stores.document.undo();
  expect(test.app.stores.document.getState().text).toBe(text);
});

it("sums up the metadata that is not listed", async () => {
  const names = Array.from({ length: 52 }, (_, i) => `n${i + 10}`);
  const values = names.map((name) => `${name} = "v"`).join(", ");
  const text = `stage.static_labels { values = { ${values} } }\nstage.structured_metadata { regex = "^n" }\n`;
  await setUp(text, [{ id: 1, line: "a" }]);
  expect(rowsOf("By metadata")).toHaveLength(51);
  expect(rowsOf("By metadata").at(-1)).toEqual(["2 other names", "", "8 B", "3.8 %"]);
});

it("shows stand-ins for secrets in patterns, and in what savings are about", async () => {
  const secret = "Zk83hs9dLq2mxT7w";
  const samples = Array.from({ length: 60 }, (_, id) => ({
    id: id + 1,
    line: `DEBUG health check of ${id} with password=${secret} passed`,
  }));
  const { panel } = await setUp('stage.static_labels { values = { app = "shop" } }\n', samples);
  expect(rowsOf("By pattern")[0]![0]).toContain("password=secret-0001");
  expect(within(panel).getByRole("list", { name: "Changes that would save most" }).textContent).toContain(
    "secret-0001",
  );
  expect(panel.innerHTML).not.toContain(secret);
});

it("counts money by a price and a rate, which are kept", async () => {
  const { test, user, panel } = await setUp();
  const rate = screen.getByRole("textbox", { name: "Entries a day" });
  expect(rate.getAttribute("placeholder")).toMatch(/^1,4\d\d by their times$/);
  await user.type(screen.getByRole("textbox", { name: "Price per GB" }), "500");
  expect(panel.textContent).toMatch(/1\.49 for 30 days/);
  await user.type(rate, "1,000,000");
  expect(panel.textContent).toMatch(/1,018\.75 for 30 days/);
  expect(test.app.stores.settings.getState()).toMatchObject({ gigabytePrice: 500, entriesPerDay: 1_000_000 });
  await user.clear(rate);
  await user.type(rate, "many");
  expect(rate.getAttribute("aria-invalid")).toBe("true");
  expect(screen.getByRole("alert").textContent).toBe("Expected a number above 0, such as 0.5, 1,000 or 10k.");
  expect(test.app.stores.settings.getState().entriesPerDay).toBeNull();
  await user.clear(rate);
  await user.type(rate, "1.500");
  expect(screen.queryByRole("alert")).toBeNull();
  const price = screen.getByRole("textbox", { name: "Price per GB" });
  await user.clear(price);
  await user.type(price, "0,5");
  expect(test.app.stores.settings.getState()).toMatchObject({ gigabytePrice: 0.5, entriesPerDay: 1500 });
});

it("shows the money of each stage's change and of metadata once a price is set", async () => {
  const { user } = await setUp(TEXT.replace("stage.labels", "stage.structured_metadata"));
  await user.type(screen.getByRole("textbox", { name: "Price per GB" }), "500");
  const money = (name: string) => rowsOf(name).map((cells) => cells.find((cell) => /^\d*\.\d\d$/.test(cell ?? "")));
  expect(money("By stage")).toEqual([undefined, undefined, expect.anything()]);
  const [trace, level] = money("By metadata").map(Number);
  expect(Number(money("By stage")[2])).toBeCloseTo(trace! + level!, 1);
});

it("takes the rate from what runs, as the mean of its last hour, and says so where nothing runs", async () => {
  const { test, user } = await setUp();
  const live = (rates: readonly (number | null)[]) => ({
    components: [{ id: "logs.process.stages" }],
    history: { step_seconds: 10, times: [], components: { "logs.process.stages": { in: rates } } },
  });
  expect(liveRateOf(live([null, 10, 20]) as never, "logs.process.stages")).toEqual({
    entriesPerDay: 1_296_000,
    over: 20,
  });
  expect(liveRateOf(live([null, 0]) as never, "logs.process.stages")).toBeUndefined();
  expect(liveRateOf(live([10]) as never, "logs.process.other")).toBeUndefined();
  act(() => test.app.stores.server.setState({ status: "present" }));
  await user.click(screen.getByRole("button", { name: "From Live" }));
  await pass(test, 10);
  expect(noticesOf(test).join()).toMatch(/server/);
  act(() => test.app.stores.settings.setState({ entriesPerDay: 1_296_000 }));
  expect((screen.getByRole("textbox", { name: "Entries a day" }) as HTMLInputElement).value).toBe("1296000");
});

it("offers what would save most, each as one step that can be undone", async () => {
  const { test, user } = await setUp();
  const offers = within(screen.getByRole("list", { name: "Changes that would save most" })).getAllByRole("listitem");
  expect(offers.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Make the label trace_id structured metadata58 streams less, \d+ B more/),
    expect.stringMatching(/^Drop entries of level debug15 entries, 1\.\d+ kB and 15 streams less/),
    expect.stringMatching(
      /^Keep one in ten entries like page <page> opened\d+ entries \(\d+ info, \d+ debug\), .* streams less/,
    ),
  ]);
  await user.click(screen.getByRole("button", { name: /^Make metadata: Make the label trace_id/ }));
  const changed = test.app.stores.document.getState();
  expect(changed.text).toContain("stage.structured_metadata");
  expect(changed.undoable?.label).toBe("Made label trace_id structured metadata");
  act(() => undo(test.app));
  expect(noticesOf(test)).toContain("Undone: Made label trace_id structured metadata.");
  expect(test.app.stores.document.getState().text).toBe(TEXT);
});

it("says that nothing would save much, and closes", async () => {
  const { test, user } = await setUp("stage.decolorize { }\n", [{ id: 1, line: "fatal error 1" }]);
  expect(screen.getByText("No change would save much.")).toBeTruthy();
  expect(screen.getByText("No labels: all entries are one stream.")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Close the costs" }));
  expect(screen.queryByRole("region", { name: "Costs" })).toBeNull();
  toggleCosts(test.app);
  expect(test.app.stores.settings.getState().costsOpen).toBe(true);
});
