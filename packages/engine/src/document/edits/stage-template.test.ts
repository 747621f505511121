import { expect, it } from "vitest";
import { Preview } from "../../preview/preview.ts";
import { mayNameFiles } from "../../schema/named-files.ts";
import { STAGES } from "../../stages/index.ts";
import { TEST_HOST } from "../../testing/index.ts";
import { loadStages } from "../load.ts";
import { openDocument } from "../open-document.ts";
import { listStageCards } from "./stage-cards.ts";
import { editStages } from "./stage-edits.ts";
import { stageTemplate } from "./stage-template.ts";

it.each(STAGES.map((spec) => [spec.name, spec] as const))(
  "stage.%s is added as a stage without errors",
  (name, spec) => {
    const empty = openDocument('logs.process "main" {\n\tforward_to = []\n}\n', { purpose: "preview" });
    const to = { parent: undefined, index: 0 };
    const added = editStages(empty, "logs.process.main", { kind: "insert", code: stageTemplate(spec), to });
    expect(added).toMatchObject({ ok: true, card: "1" });
    const document = openDocument(added.ok ? added.text : "", { purpose: "preview" });
    expect(document.diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
    expect(listStageCards(document)[0]!.cards[0]!.name).toBe(name);
    expect(document.text).not.toMatch(/^ /m);
  },
);

/** What every sample comes to at one time in a preview is not what it comes to in traffic; the page says so beside it. */
const DROPS_BY_RATE = new Set(["limit"]);
const LINES = [
  "GET /healthz 200",
  '{"level":"debug","msg":"a","log":"b\\n","stream":"stdout","time":"2026-01-15T08:00:00Z"}',
  "level=debug app=shop msg=a",
  "2026-01-15T08:00:00Z stdout F ERROR a",
];

it.each(
  STAGES.filter((spec) => !DROPS_BY_RATE.has(spec.name) && !mayNameFiles(spec)).map(
    (spec) => [spec.name, spec] as const,
  ),
)("stage.%s drops nothing as it is added", (_, spec) => {
  const { stages } = loadStages(stageTemplate(spec));
  const samples = LINES.map((line) => ({ line, labels: { app: "shop", level: "debug" } }));
  const preview = Preview.run({ stages, dialect: "logs" }, samples, { start: 0n, seed: 1, host: TEST_HOST });
  expect(samples.flatMap((_line, i) => preview.outcomeOf(i).drops)).toEqual([]);
});
