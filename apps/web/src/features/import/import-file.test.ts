import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { dialogOf } from "../../core/page/dialogs.ts";
import { chosenFile, createTestApp, linesOf, noticesOf, startRealLanguage } from "../../testing/testing.ts";
import { chooseForImport, importFile, importText, showImportReport, takeImport } from "./import-file.ts";
import type {} from "./import-store.ts";

const CONFIG_MAP = `apiVersion: v1
kind: ConfigMap
metadata:
  name: promtail
data:
  promtail.yaml: |
    clients:
      - url: http://loki:3100/loki/api/v1/push
    scrape_configs:
      - job_name: pods
        pipeline_stages:
          - json: { expressions: { level: level } }
        static_configs:
          - targets: [localhost]
            labels: { job: pods, __path__: /var/log/pods/*.log }
    tracing:
      enabled: true
`;
const start = () => createTestApp({}, { startLanguage: () => startRealLanguage() });
const file = (name: string, content: string | Uint8Array<ArrayBuffer>) => Object.assign(new Blob([content]), { name });

describe("a configuration of Promtail", () => {
  it("is first shown with its result, then imported with a report", async () => {
    const test = start();
    const { app } = test;
    const before = app.stores.document.getState().text;
    await importFile(app, chosenFile("promtail-cm.yaml", CONFIG_MAP));
    const dialog = dialogOf(app, "import");
    expect(dialog?.kind).toBe("import");
    expect(dialog?.offered?.remarks.map(({ severity, line }) => [severity, line])).toContainEqual(["warning", 17]);
    expect(app.stores.document.getState().text).toBe(before);

    takeImport(app);
    const opened = test.workspace.app;
    const { text, name } = opened.stores.document.getState();
    expect(name).toBe("promtail-cm");
    expect(text).toContain('loki.source.file "pods"');
    expect(text).toContain("stage.json");
    expect(app.stores.view.getState()).toMatchObject({ dialog: null });
    expect(opened.stores.imported.getState().report).toMatchObject({ source: CONFIG_MAP });
    showImportReport(opened);
    expect(opened.stores.view.getState().dialog?.kind).toBe("import");
    expect(app.stores.document.getState().text).toBe(before);
    expect(linesOf(test)).toEqual(["a", "b", "c"]);
  });

  it("goes into the open document on request, which keeps its samples and name, and one undo reverts it", async () => {
    const test = start();
    const { app } = test;
    const before = app.stores.document.getState().text;
    await importFile(app, chosenFile("promtail-cm.yaml", CONFIG_MAP));
    takeImport(app, "open");
    const { text, name } = app.stores.document.getState();
    expect([name, text.includes('loki.source.file "pods"'), linesOf(test)]).toEqual(["test", true, ["a", "b", "c"]]);
    expect(app.stores.view.getState().dialog).toBe(null);
    expect(app.stores.imported.getState().report).toMatchObject({ source: CONFIG_MAP });
    app.stores.document.undo();
    expect(app.stores.document.getState().text).toBe(before);
  });

  it("is recognized when pasted, and inside a compressed file", async () => {
    const test = start();
    await importFile(test.app, file("promtail.yaml.gz", new Uint8Array(gzipSync(CONFIG_MAP))));
    expect(dialogOf(test.app, "import")?.offered?.text).toContain('loki.write "default"');
  });
});

describe("a configuration of Promtail that depends on -config.expand-env", () => {
  const YAML = `pipeline_stages:
  - regex: { expression: '^(?P<code>\\\\d{3})' }
  - static_labels: { node: "\${HOSTNAME}" }
`;
  const importingOf = ({ app }: ReturnType<typeof start>) => dialogOf(app, "import")!.offered!;

  it("is read again when the user says how Promtail runs", async () => {
    const test = start();
    await importFile(test.app, chosenFile("p.yaml", YAML));
    expect(importingOf(test)).toMatchObject({ dependsOnEnvironment: true, expandEnv: undefined });
    expect(
      importingOf(test)
        .remarks.map(({ message }) => message)
        .join(),
    ).toContain("say how it runs");

    await chooseForImport(test.app, { expandEnv: true });
    expect(importingOf(test)).toMatchObject({ source: YAML, expandEnv: true });
    expect(importingOf(test).text).toContain('"^(?P<code>\\\\d{3})"');
    expect(importingOf(test).text).toContain('sys.env("HOSTNAME")');
    expect(
      importingOf(test)
        .remarks.map(({ message }) => message)
        .join(),
    ).not.toContain("say how it runs");

    await chooseForImport(test.app, { expandEnv: false });
    expect(importingOf(test).text).toContain('"^(?P<code>\\\\\\\\d{3})"');
    expect(importingOf(test).text).toContain('"${HOSTNAME}"');
  });

  it("keeps the names of metrics on request", async () => {
    const test = start();
    const yaml = "pipeline_stages:\n  - metrics: {a: {type: counter, config: {action: inc}}}\n";
    await importFile(test.app, chosenFile("p.yaml", yaml));
    const remarks = () =>
      importingOf(test)
        .remarks.map(({ message }) => message)
        .join();
    expect(remarks()).toContain("promtail_custom_a is loki_process_custom_a");
    await chooseForImport(test.app, { keepMetricNames: true });
    expect(remarks()).not.toContain("loki_process_custom_a");
    expect(importingOf(test).text).toContain('"promtail_custom_"');
    expect(importingOf(test)).toMatchObject({ keepMetricNames: true, hasPlainMetrics: true });
  });

  it("is not asked about if nothing depends on it", async () => {
    const test = start();
    await importFile(test.app, chosenFile("promtail-cm.yaml", CONFIG_MAP));
    expect(importingOf(test).dependsOnEnvironment).toBe(false);
  });
});

const BOMB = `a: &a [x,x,x,x,x,x,x,x,x]
b: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a]
c: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b]
d: &d [*c,*c,*c,*c,*c,*c,*c,*c,*c]
e: &e [*d,*d,*d,*d,*d,*d,*d,*d,*d]
f: &f [*e,*e,*e,*e,*e,*e,*e,*e,*e]
g: &g [*f,*f,*f,*f,*f,*f,*f,*f,*f]
scrape_configs: *g
`;

describe("a refused import changes nothing", () => {
  it.each<[string, ReturnType<typeof file>, RegExp]>([
    [
      "is neither Alloy nor YAML",
      file("a.txt", "GET / 200\nPOST /x: 500: {"),
      /^a\.txt is neither a configuration of Alloy \(line 1: .*\) nor one of Promtail \(/,
    ],
    [
      "is other YAML",
      file("a.yaml", "services:\n  web: {}\n"),
      /^a\.yaml is neither .* nor one of Promtail \(line 1: /,
    ],
    [
      "is Promtail's and no YAML",
      file("a.yaml", "scrape_configs:\n  - job_name: x\n   pipeline_stages: [\n"),
      /^a\.yaml cannot be read as a configuration of Promtail: line 3: this is not YAML/,
    ],
    ["is a bomb of aliases", file("a.yaml", BOMB), /^a\.yaml is neither .* nor one of Promtail \(line 1: /],
    ["is empty", file("a.yaml", " \n"), /^a\.yaml is empty\. Nothing was changed\.$/],
    ["is binary", file("a.alloy", "a\u0000b"), /^a\.alloy is not a text file\./],
    ["is no UTF-8", file("a.alloy", new Uint8Array([0x61, 0xff])), /^a\.alloy is not UTF-8\./],
    ["is cut off", file("a.gz", new Uint8Array(gzipSync(CONFIG_MAP).subarray(0, 90))), /^a\.gz is damaged or cut off/],
    [
      "is a bomb",
      file("a.gz", new Uint8Array(gzipSync(new Uint8Array(65 * 2 ** 20)))),
      /has more than 64 MiB after decompression/,
    ],
    ["is large", chosenFile("a.gz", "", 200e6), /^a\.gz is larger than 32 MiB, the maximum/],
    ["is long", file("a.alloy", "x".repeat(4 * 2 ** 20)), /^The configuration is longer than 1,048,576 characters/],
    [
      "is a damaged bundle",
      file("a.sluice.json", '{"sluice":"document","version":1}'),
      /^a\.sluice\.json holds no document of Sluice\./,
    ],
  ])("a file that %s", async (_, given, notice) => {
    const test = start();
    const before = test.app.stores.document.getState();
    await importFile(test.app, given);
    expect(noticesOf(test)).toEqual([expect.stringMatching(notice)]);
    expect(test.app.stores.document.getState()).toBe(before);
    expect(test.app.stores.view.getState().dialog).toBe(null);
    expect(test.workspace.names()).toEqual(["test"]);
  });
});

it("opens an Alloy configuration with mistakes, so that it can be fixed", async () => {
  const { app, workspace } = start();
  const source = { file: "x", name: "x", label: "Imported x", renames: true };
  await importText(app, 'declare "mine" {\n}\nloki.write "a" {\n  endpoint {\n', source);
  takeImport(app);
  expect(workspace.app.stores.document.getState().text).toContain('declare "mine"');
});
