import { gzipSync } from "node:zlib";
import { expect, it, vi } from "vitest";
import type { ChosenFile } from "../core/model/chosen-file.ts";
import {
  chosenFile,
  createTestApp,
  linesOf,
  noticesOf,
  packedFile,
  settle,
  startRealLanguage,
} from "../testing/testing.ts";
import { chooseSamples } from "./take-files.ts";

const ALLOY = 'logs.process "shop" {\n  stage.cri { }\n  forward_to = []\n}\n';
const PROMTAIL = `clients:
  - url: http://loki:3100/loki/api/v1/push
scrape_configs:
  - job_name: shop
    pipeline_stages:
      - json: { expressions: { level: level } }
    static_configs:
      - targets: [localhost]
        labels: { job: shop, __path__: /var/log/shop.log }
`;

async function choose(file: ChosenFile) {
  const test = createTestApp(
    { document: { text: "", samples: [] } },
    { chooseFile: async () => file, startLanguage: () => startRealLanguage() },
  );
  await chooseSamples(test.app);
  return test;
}

it.each<[string, ChosenFile, string, string]>([
  [
    "a configuration by its name",
    chosenFile("shop.alloy", "// none yet\n"),
    "a configuration of Alloy",
    "Open as configuration",
  ],
  ["a packed one", packedFile("shop.river.gz", gzipSync(ALLOY)), "a configuration of Alloy", "Open as configuration"],
  ["one by its beginning", chosenFile("shop.txt", ALLOY), "a configuration of Alloy", "Open as configuration"],
  ["one of Promtail", chosenFile("shop.yaml", PROMTAIL), "a configuration of Promtail", "Import"],
  ["a bundle", chosenFile("shop.json", '{"sluice":"document"'), "a bundle of Sluice", "Open it"],
])("offers to import %s, where a log was expected", async (_, file, what, label) => {
  const test = await choose(file);
  expect(linesOf(test)).toEqual([]);
  expect(noticesOf(test)).toEqual([`${file.name} looks like ${what}, not like a log. Nothing was added.`]);
  expect(test.app.stores.notices.getState().notices[0]!.action?.label).toBe(label);
});

it("opens the configuration on request, or asks about it", async () => {
  const test = await choose(chosenFile("shop.alloy", ALLOY));
  test.app.stores.notices.getState().notices[0]!.action!.run();
  await settle();
  expect(test.app.stores.document.getState()).toMatchObject({ text: ALLOY });
  const promtail = await choose(chosenFile("shop.yaml", PROMTAIL));
  promtail.app.stores.notices.getState().notices[0]!.action!.run();
  await vi.waitFor(() => expect(promtail.app.stores.view.getState().dialog).toMatchObject({ kind: "import" }));
});

it.each(["app.log", "app.log.1"])("takes %s as a log, whatever it holds", async (name) => {
  const test = await choose(chosenFile(name, ALLOY));
  expect(linesOf(test)).toHaveLength(4);
});
