import { expect, it } from "vitest";
import { STAGES } from "../stages/index.ts";
import { openDocument } from "./open-document.ts";
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
