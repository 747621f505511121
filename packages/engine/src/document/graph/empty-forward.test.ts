import { expect, it } from "vitest";
import { exportConfig } from "../export/export-config.ts";
import { readTree } from "../open-document.ts";
import { emptyForwards } from "./empty-forward.ts";

const TEXT = `loki.source.file "in" {
  targets    = []
  forward_to = [loki.process.main.receiver]
}

loki.process "main" {
  forward_to = [ /* later */ ]
  stage.match {
    selector = "{}"
  }
}

prometheus.scrape {
  forward_to = []
}
`;

it("finds what sends nothing, at its argument", () => {
  const found = emptyForwards(readTree(TEXT).file);
  expect(found.map(({ what, why }) => `${what} ${why}`)).toEqual([
    'loki.process "main" sends nothing: its forward_to is empty',
    "prometheus.scrape sends nothing: its forward_to is empty",
  ]);
  expect(TEXT.slice(found[0]!.span.start, found[0]!.span.end)).toBe("forward_to = [ /* later */ ]");
});

it("is part of an export in both dialects, and none of its notes", () => {
  for (const dialect of ["loki", "logs"] as const)
    expect(exportConfig('loki.process "a" {\n  forward_to = []\n}\n', dialect)).toMatchObject({
      ok: true,
      notes: [],
      unsent: [{ what: 'loki.process "a"' }],
    });
  expect(exportConfig("stage.decolorize { }\n", "loki")).toMatchObject({
    notes: [{ what: "bare stages" }],
    unsent: [],
  });
});
