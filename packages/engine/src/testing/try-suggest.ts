/** For tests: suggestions for a document as a preview of it would make them. */
import { expect } from "vitest";
import { findPipeline, openDocument } from "../document/open-document.ts";
import type { ValuePlace } from "../preview/entries-at.ts";
import { Preview } from "../preview/preview.ts";
import { type SelectedValue, Suggester, type SuggestionChoice } from "../suggest/actions.ts";
import { entriesAt } from "../suggest/place.ts";
import type { ValueAction } from "../suggest/stages-for.ts";
import { TEST_HOST } from "./index.ts";

export const select = (line: string, text: string) => ({
  line,
  start: line.indexOf(text),
  end: line.indexOf(text) + text.length,
});

export const DOCUMENT = `// above
logs.process "main" {
  forward_to = [logs.echo.out.receiver]

  stage.json {
    expressions = { level = "", at = "", user = "" } // kept
  }
}

logs.echo "out" { }
`;
export const LINES = ["info", "debug", "info", "error"].map((level, i) =>
  JSON.stringify({ level, at: `2024-03-10T12:00:0${i}Z`, user: `u${i}`, ip: `10.0.0.${i}` }),
);

export interface Asked {
  readonly text?: string;
  readonly place?: ValuePlace;
  readonly choice?: SuggestionChoice;
  readonly lines?: readonly string[];
}

/** A suggester for a document as a preview of it would make one. */
export function suggesterFor(selected: SelectedValue, { text = DOCUMENT, place = END, lines = LINES }: Asked) {
  const document = openDocument(text, { purpose: "preview" });
  const pipeline = document.pipelines[0]!.id;
  const run = { start: 0n, seed: 1, host: TEST_HOST };
  const samples = lines.map((line) => ({ line, labels: { job: "x" } }));
  const preview = Preview.run(findPipeline(document, pipeline)!, samples, run);
  const entries = entriesAt(preview, samples, place);
  return new Suggester(document, selected, { pipeline, place, entries, run, counts: preview.counts() });
}

export const END: ValuePlace = { side: "end" };

export function suggest(selected: SelectedValue, action: ValueAction, asked: Asked = {}) {
  const suggestion = suggesterFor(selected, asked).suggest(action, asked.choice);
  if (suggestion === undefined) return undefined;
  const after = suggestion.text;
  const changed = openDocument(after);
  expect(changed.diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  return { ...suggestion, after };
}

export const field = (name: string, value: string, line = LINES[0]!): SelectedValue => ({
  kind: "field",
  name,
  value,
  line,
});
export const squeezed = (text: string) => text.replaceAll(/\s+/g, " ");
