import { describe, expect, it } from "vitest";
import { EXAMPLES } from "../examples/index.ts";
import { initialState } from "./initial-state.ts";
import { KEYS } from "./stored-state.ts";

const storage = (values: Record<string, string>) => ({
  getItem: (key: string) => values[key] ?? null,
  setItem: () => {},
});

describe("initialState", () => {
  it("keeps what was selected in an example that was never touched", () => {
    const { selection, document } = initialState(
      storage({ [KEYS.selection]: '{"sampleId":3,"stagePath":"2","pipelineId":null}' }),
      EXAMPLES[0],
    );
    expect([selection, document.samples[2]!.id]).toEqual([{ sampleId: 3, stagePath: "2", pipelineId: null }, 3]);
  });
  it("opens with the example where nothing is stored", () => {
    expect(initialState(undefined, EXAMPLES[0])).toMatchObject({
      document: { name: EXAMPLES[0].name, holdEnd: false, steps: [], draft: null },
      selection: { sampleId: null },
    });
  });
});
