/** The page's own look at expressions that a change of the text brought. */
import { expect, it } from "vitest";
import { PROMPT } from "../../app/workspace/follow-document.ts";
import { createTestApp, settle, startRealLanguage, testResult } from "../../testing/testing.ts";
import { copyText } from "../edit/export-file.ts";

const TEXT = "stage.regex {\n  expression = `(?P<a>\\d+)`\n}\nstage.drop {\n  expression = `x`\n}\n";

async function open() {
  // It is there at once when an edit loads it.
  await import("./ask-re2.ts");
  const test = createTestApp({ document: { text: TEXT } }, { startLanguage: startRealLanguage });
  test.app.language.start();
  test.workspace.start();
  await settle();
  const ran = async (id: number) => {
    const text = test.app.stores.document.getState().text;
    test.app.stores.preview.setState({ result: testResult({ id, text }) });
    for (let i = 0; i < 3; i++) await settle();
  };
  await ran(1);
  const edit = async (from: string, to: string) => {
    const { document } = test.app.stores;
    document.transact("typed", { text: document.getState().text.replace(from, to) });
    test.time.pass(PROMPT);
    for (let i = 0; i < 3; i++) await settle();
  };
  const probed = (matched: boolean) => {
    const worker = test.previewWorkers[0]!;
    const { text, language } = worker.asked("probe").at(-1)!.questions[0]!;
    worker.answer("probe", [
      {
        language,
        text,
        refusal: undefined,
        matched: 1,
        total: 1,
        chosen: {
          sample: 0,
          text: "b",
          matched,
          marks: matched ? [{ group: 0, start: 0, end: 1 }] : [],
          stopped: undefined,
          result: undefined,
          why: undefined,
        },
        missed: [],
        groups: [],
        guesses: [],
        translated: undefined,
      },
    ]);
  };
  return { ...test, ran, edit, probed };
}

it("loads RE2 when an expression is edited, and not before; what it says against ours is a problem", async () => {
  const { app, edit, probed, re2Workers, previewWorkers, copied } = await open();
  await edit("stage.regex", "// a comment\nstage.regex");
  expect(previewWorkers[0]!.asked("probe")).toEqual([]);
  expect(re2Workers).toHaveLength(0);

  await edit("`x`", "`[a-c]`");
  expect(previewWorkers[0]!.asked("probe")).toMatchObject([{ path: "2", questions: [{ text: "[a-c]" }] }]);
  probed(true);
  await settle();
  re2Workers[0]!.answer("load", undefined);
  await settle();
  expect(re2Workers[0]!.asked("check")).toEqual([{ pattern: "[a-c]", text: "b" }]);
  re2Workers[0]!.answer("check", { ok: true, match: null });
  await settle();
  const problem = app.derived.problems().find(({ code }) => code === "re2-disagrees")!;
  expect(problem).toMatchObject({ line: 6, column: 16, severity: "warning" });
  expect(problem.message).toMatch(/^stage 2 drop: RE2 finds no match/);
  await copyText(app, problem.report!, "what to report");
  expect(copied[0]).toContain('pattern: "[a-c]"');

  // Another expression is another question.
  await edit("[a-c]", "[a-d]");
  expect(app.derived.problems().filter(({ code }) => code === "re2-disagrees")).toEqual([]);
});

it("tries an expression on the next run where the last is not there any more, and says once that RE2 is not there", async () => {
  const { app, edit, ran, probed, re2Workers, previewWorkers } = await open();
  await edit("`x`", "`y`");
  previewWorkers[0]!.answer("probe", undefined);
  await settle();
  await ran(2);
  expect(previewWorkers[0]!.asked("probe")).toMatchObject([{ run: 1 }, { run: 2 }]);
  probed(true);
  await settle();
  re2Workers[0]!.onerror!({ message: "gone" });
  await settle();
  const texts = () => app.stores.notices.getState().notices.map(({ text }) => text);
  expect(texts()).toEqual(["RE2 could not be loaded: gone. Only Sluice's own engine checked it."]);
  await edit("`y`", "`z`");
  probed(true);
  await settle();
  re2Workers[1]!.onerror!({ message: "gone" });
  await settle();
  expect(texts()).toHaveLength(1);
});
