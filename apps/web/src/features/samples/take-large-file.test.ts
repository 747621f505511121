import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { closeDialog, dialogOf } from "../../core/page/dialogs.ts";
import { createTestApp, linesOf, noticesOf, packedFile } from "../../testing/testing.ts";
import { takeOfFile } from "./take-large-file.ts";
import { uploadSamples } from "./upload-samples.ts";

const LINES = Array.from(
  { length: 60_000 },
  (_, i) => `line ${i} ${"x".repeat(80)} ${i % 100 === 7 ? "error" : "info"}`,
);
const never = new AbortController().signal;

async function opened(name: string, bytes: Uint8Array) {
  const test = createTestApp({ document: { samples: [] } });
  await uploadSamples(test.app, packedFile(name, bytes));
  return { ...test, file: dialogOf(test.app, "large-file")?.of };
}

describe("a file that is too large to be taken whole", () => {
  it.each([
    ["app.log", Buffer.from(LINES.join("\n"))],
    ["app.log.gz", gzipSync(LINES.join("\n"))],
  ])("is asked which of its lines are wanted: %s", async (name, bytes) => {
    const test = await opened(name, bytes);
    const { app, file } = test;
    expect([app.stores.view.getState().dialog?.kind, file?.format]).toEqual(["large-file", "lines"]);
    const choice = { contains: "error", every: 2, most: 3 };
    expect(await takeOfFile(app, file!, choice, never, () => {})).toBeUndefined();
    expect(linesOf(test)).toEqual([LINES[7], LINES[207], LINES[407]]);
    expect(app.stores.view.getState()).toMatchObject({ dialog: null });
    expect(noticesOf(test).at(-1)).toBe(
      `Of ${name} 3 lines were taken from 408 lines; then the limit of 3 samples was reached.`,
    );
  });

  it("has entries where its lines are JSON, and says how many lines are none", async () => {
    const json = LINES.map((line, i) => (i === 2 ? `${line}` : JSON.stringify({ line, labels: { n: String(i) } })));
    const test = await opened("app.jsonl", Buffer.from(json.join("\n")));
    const { app, file } = test;
    expect(file?.format).toBe("jsonl");
    await takeOfFile(app, file!, { contains: "", every: 1, most: 4 }, never, () => {});
    expect(app.stores.document.getState().samples.map(({ labels }) => labels?.n)).toEqual(["0", "1", "3"]);
    expect(noticesOf(test).at(-1)).toContain("1 line is no JSON entry and left out.");
  });

  it("says why there is nothing, and stays open", async () => {
    const test = await opened("app.log", Buffer.from(LINES.join("\n")));
    const { app, file } = test;
    const none = await takeOfFile(app, file!, { contains: "gone", every: 1, most: 9 }, never, () => {});
    expect(none).toBe("None of the 60,000 lines of app.log is one that was asked for.");
    const stop = new AbortController();
    stop.abort();
    expect(await takeOfFile(app, file!, { contains: "", every: 1, most: 9 }, stop.signal, () => {})).toBeUndefined();
    expect([linesOf(test), app.stores.view.getState().dialog?.kind]).toEqual([[], "large-file"]);
    closeDialog(app);
    expect(app.stores.view.getState()).toMatchObject({ dialog: null });
  });

  it("is refused where it is no text, or one body of Loki's", async () => {
    const binary = await opened("core", Buffer.alloc(5 * 2 ** 20));
    expect(noticesOf(binary)).toEqual(["core is not a text file. Nothing was added."]);
    const body = Buffer.concat([Buffer.from('{"streams": ['), Buffer.alloc(51 * 2 ** 20, " ")]);
    const push = await opened("push.json", body);
    expect(noticesOf(push)).toEqual([
      "push.json is larger than 50 MiB: cut a part out of it first. Nothing was added.",
    ]);
    expect([binary.file, push.file]).toEqual([undefined, undefined]);
  });
});
