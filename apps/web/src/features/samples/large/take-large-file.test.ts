import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { closeDialog, dialogOf } from "../../../core/page/dialogs.ts";
import { createTestApp, linesOf, noticesOf, packedFile } from "../../../testing/testing.ts";
import { uploadSamples } from "../upload-samples.ts";
import { takeOfFile } from "./take-large-file.ts";

const LINES = Array.from(
  { length: 60_000 },
  (_, i) => `line ${i} ${"x".repeat(600)} ${i % 100 === 7 ? "error" : "info"}`,
);
const never = new AbortController().signal;

async function opened(name: string, bytes: Uint8Array) {
  const test = createTestApp({ document: { samples: [] } });
  await uploadSamples(test.app, packedFile(name, bytes));
  return { ...test, file: dialogOf(test.app, "large-file")?.of };
}

describe("a file that is too large to load in full", () => {
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
      `Kept 3 of the first 408 lines of ${name}, then reached the limit of 3 samples.`,
    );
  });

  it("has entries if its lines are JSON, and reports how many are not", async () => {
    const json = LINES.map((line, i) => (i === 2 ? `${line}` : JSON.stringify({ line, labels: { n: String(i) } })));
    const test = await opened("app.jsonl", Buffer.from(json.join("\n")));
    const { app, file } = test;
    expect(file?.format).toBe("jsonl");
    await takeOfFile(app, file!, { contains: "", every: 1, most: 4 }, never, () => {});
    expect(app.stores.document.getState().samples.map(({ labels }) => labels?.n)).toEqual(["0", "1", "3"]);
    expect(noticesOf(test).at(-1)).toBe(
      "Kept 3 of the first 4 lines of app.jsonl, then reached the limit of 4 samples. 1 line is not a JSON entry and was left out.",
    );
  });

  it("explains an empty result, and stays open", async () => {
    const test = await opened("app.log", Buffer.from(LINES.join("\n")));
    const { app, file } = test;
    const none = await takeOfFile(app, file!, { contains: "gone", every: 1, most: 9 }, never, () => {});
    expect(none).toBe("None of the 60,000 lines of app.log matched.");
    const stop = new AbortController();
    stop.abort();
    expect(await takeOfFile(app, file!, { contains: "", every: 1, most: 9 }, stop.signal, () => {})).toBeUndefined();
    expect([linesOf(test), app.stores.view.getState().dialog?.kind]).toEqual([[], "large-file"]);
    closeDialog(app);
    expect(app.stores.view.getState()).toMatchObject({ dialog: null });
  });

  it("is refused if it is not text, or is a single Loki push body", async () => {
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
