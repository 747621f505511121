import { expect, it, onTestFinished } from "vitest";
import { contentOf } from "../../core/model/document.ts";
import { LanguageClient } from "../../core/workers/language-client.ts";
import { createTestApp, startRealLanguage } from "../../testing/testing.ts";
import { Screening, type ScreenProgress } from "./screening.ts";

const SAMPLES = Array.from({ length: 1200 }, (_, i) => ({ id: i + 1, line: `login of user${i}@shop.org` }));

function setUp() {
  const { app } = createTestApp({ document: { text: "stage.cri { }\n", samples: SAMPLES } });
  const language = new LanguageClient(() => startRealLanguage());
  onTestFinished(() => language.close());
  const screening = new Screening(language, contentOf(app.stores.document.getState()));
  const said: string[] = [];
  const note = ({ step, done, total }: ScreenProgress) => said.push(`${step} ${done} of ${total}`);
  return { screening, said, note };
}

it("says how far it is, and gives the samples in their order", async () => {
  const { screening, said, note } = setUp();
  const screened = await screening.screen([], new AbortController().signal, note);
  expect(said).toEqual(
    ["search 0", "search 500", "search 1000", "replace 0", "replace 500", "replace 1000"].map(
      (one) => `${one} of 1200`,
    ),
  );
  expect(screened!.content.samples).toEqual(SAMPLES.map(({ id }) => ({ id, line: `login of user-${id}@example.com` })));
  expect(screened!.rows).toMatchObject([{ kind: "mail", count: 1200 }]);
});

it("ends when it is not wanted, and goes on from there; other kinds to keep only replace again", async () => {
  const { screening, said, note } = setUp();
  const stop = new AbortController();
  const stopped = screening.screen([], stop.signal, (progress) => {
    note(progress);
    if (progress.done === 500) stop.abort();
  });
  const after = screening.screen(["mail"], new AbortController().signal, note);
  expect(await stopped).toBeUndefined();
  expect((await after)!.content.samples).toEqual(SAMPLES);
  expect(said.filter((one) => one.startsWith("search"))).toEqual(
    ["search 0", "search 500", "search 1000"].map((one) => `${one} of 1200`),
  );
});

it("fails when the worker has let the document go", async () => {
  const { screening } = setUp();
  const { signal } = new AbortController();
  expect(await screening.screen([], signal)).toBeDefined();
  screening.end();
  expect(await screening.screen([], signal)).toBeUndefined();
});
