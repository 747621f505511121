/** Input that nobody types on purpose: the page reports it, and continues to work. */
import { gzipSync } from "node:zlib";
import type { Page } from "playwright/test";
import { dropFile } from "./drop-file.ts";
import { area, expect, journey, setConfiguration, setSamples, test } from "./server.ts";

const name = (page: Page) => page.getByRole("textbox", { name: "Name of the pipeline" });
/** Reverses the text that follows, without an end mark. */
const TURN = "\u202e";

test("characters that reverse text affect only the name that contains them", async ({ pipeline: designer }) => {
  await setSamples(designer, "a line");
  await name(designer).fill(`pay${TURN}yollA.exe`);
  await name(designer).press("Enter");
  await expect(name(designer)).toHaveValue("payyollA.exe");
  await expect(designer).toHaveTitle(/^payyollA\.exe · /);
  await setConfiguration(designer, `stage.static_labels {\n  values = { app = "a${TURN}b" }\n}\n`);
  // In values, invisible characters are made visible.
  const inspector = designer.getByRole("region", { name: "Inspector" });
  await expect(inspector.getByTitle("U+202E").first()).toBeVisible();
  expect(await inspector.innerText()).not.toContain(TURN);
});

test("changes faster than the page draws are undone and redone one by one", async ({ pipeline: designer }) => {
  const CHANGES = 40;
  const press = (label: string) =>
    designer.evaluate(
      ([wanted, times]) => {
        for (let i = 0; i < times; i++)
          document.querySelector<HTMLButtonElement>(`button[aria-label="${wanted}"]:not(:disabled)`)?.click();
      },
      [label, CHANGES] as const,
    );
  await setSamples(designer, "one\ntwo\nthree");
  await setConfiguration(designer, "stage.decolorize { }\n");
  await expect(journey(designer)).toBeVisible();
  const hold = designer.getByRole("button", { name: "Keep incomplete entries open" });
  await hold.evaluate((button: HTMLElement, times) => {
    for (let i = 0; i < times; i++) button.click();
  }, CHANGES);
  await press("Undo the last change");
  await expect(designer.locator(".view-lines")).toContainText("decolorize");
  await expect(designer.getByRole("button", { name: "Redo the last change" })).toBeEnabled();
  await press("Redo the last change");
  await expect(designer.getByRole("button", { name: "Redo the last change" })).toBeDisabled();
  await expect(journey(designer)).toBeVisible();
  await expect(designer.getByRole("region", { name: "Balance" })).toContainText("3 in");
});

/** Fields of protobuf: a number, and bytes. */
const varint = (n: number): number[] => (n < 128 ? [n] : [(n & 127) | 128, ...varint(Math.floor(n / 128))]);
const bytes = (field: number, content: readonly number[]): number[] => [
  ...varint(field * 8 + 2),
  ...varint(content.length),
  ...content,
];

const BOMBS: readonly (readonly [string, Buffer])[] = [
  ["zeros of a quarter of a gigabyte", gzipSync(Buffer.alloc(1 << 28))],
  ["a gzip in a gzip", gzipSync(gzipSync(gzipSync("x")))],
  ["a length beyond the end", Buffer.from([0x12, 0xff, 0xff, 0xff, 0xff, 0x0f])],
  ["a number without an end", Buffer.alloc(64, 0xff)],
  ["a million empty samples", Buffer.from(Array.from({ length: 500_000 }, () => [0x12, 0]).flat())],
  [
    "one sample of a million places",
    Buffer.from(
      bytes(
        2,
        bytes(
          1,
          Array.from({ length: 1_000_000 }, () => 1),
        ),
      ),
    ),
  ],
  ["a string that is not text", Buffer.from([...bytes(6, []), ...bytes(6, [0xff, 0xfe, 0xc0])])],
];

test("malicious profiles are refused or shown, and the page continues to work", async ({ profiles: designer }) => {
  await area(designer, "Design");
  for (const [what, content] of BOMBS) {
    const file = `${what.replaceAll(" ", "-")}.pb.gz`;
    await dropFile(designer, file, content);
    await expect(designer.getByText(file).first(), what).toBeVisible({ timeout: 20_000 });
    await area(designer, "Design");
    await expect(designer).not.toHaveTitle("Profiles · Sluice");
  }
});
