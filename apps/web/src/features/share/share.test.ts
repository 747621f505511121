import type { PrivateKind } from "@sluice/engine";
import { describe, expect, it } from "vitest";
import { takeFiles } from "../../app/take-files.ts";
import { contentOf } from "../../core/model/document.ts";
import type { App, Platform } from "../../core/page/app.ts";
import {
  createTestApp,
  noticesOf,
  packedFile,
  settle,
  startRealLanguage,
  type TestApp,
  testAddress,
} from "../../testing/testing.ts";
import { openBundle, openSharedLink } from "./open-shared.ts";
import { ALL_PARTS, copyLink, downloadBundle, prepareShared, type SharedParts, screeningOf } from "./share.ts";

const DOCUMENT = {
  name: "shop",
  text: 'logs.write "a" {\n  endpoint {\n    url = "http://loki"\n    bearer_token = "abc12345"\n  }\n}\n',
  samples: [
    { id: 4, line: "login of ann@corp.example from 10.0.0.9", labels: { token: "abc12345" } },
    { id: 9, line: "token abc12345 of ann@corp.example", metadata: [["ip", "10.0.0.8"]] as const },
  ],
  commonLabels: 'job="t"',
  clock: "2026-02-01T00:00:00Z",
  tests: "# of ann@corp.example\n",
};
const SELECTION = { sampleId: 9, stagePath: "2", pipelineId: "logs.process.b" };

const shop = () =>
  createTestApp({ document: DOCUMENT, selection: SELECTION }, { startLanguage: () => startRealLanguage() });

const prepare = (app: App, parts: SharedParts, keep: readonly PrivateKind[]) =>
  prepareShared(app, screeningOf(app, parts), parts, keep, new AbortController().signal);

/** A page opened with `link`. */
function visit(link: string, fetchFile: Platform["fetchFile"] = async () => undefined): TestApp {
  return createTestApp({}, { address: testAddress(link), fetchFile });
}

describe("a document that is shared", () => {
  it("opens elsewhere with private values replaced, and overwrites nothing there", async () => {
    const made = await prepare(shop().app, ALL_PARTS, []);
    expect(made!.link).toMatch(/^https:\/\/sluice\.example\/#s1=[\w-]+$/);
    const there = visit(made!.link);
    const before = contentOf(there.app.stores.document.getState());
    await openSharedLink(there.app);
    expect(contentOf(there.app.stores.document.getState())).toEqual(before);
    const { document, selection } = there.workspace.app.stores;
    expect(document.getState()).toMatchObject({
      name: "shop",
      text: DOCUMENT.text.replace("abc12345", "secret-0001"),
      commonLabels: 'job="t"',
      clock: DOCUMENT.clock,
      tests: "# of user-1@example.com\n",
      samples: [
        { line: "login of user-1@example.com from 192.0.2.1", labels: { token: "secret-0001" } },
        { line: "token secret-0001 of user-1@example.com", metadata: [["ip", "192.0.2.2"]] },
      ],
    });
    expect(selection.getState()).toEqual({ sampleId: 2, stagePath: "2", pipelineId: "logs.process.b" });
    expect(noticesOf(there)).toEqual(["Opened “shop” from the link as a separate document."]);
    // Reloading the page does not open it again.
    await openSharedLink(there.workspace.app);
    expect(there.workspace.names()).toHaveLength(2);
  });

  it("lists private values with kind and place, and keeps those that are not to be replaced", async () => {
    const { app } = shop();
    const made = await prepare(app, ALL_PARTS, ["mail", "ip"]);
    expect(made!.rows).toMatchObject([
      {
        kind: "password",
        count: 1,
        becomes: "secret-0001",
        configuration: [DOCUMENT.text.indexOf("abc12345")],
        samples: [0, 1],
        others: [],
      },
      { kind: "mail", count: 1, configuration: [], samples: [0, 1], others: ["tests"] },
      { kind: "ip", count: 2, values: ["10.0.0.9", "10.0.0.8"], samples: [0, 1] },
    ]);
    expect(made!.content.samples[1]!.line).toBe("token secret-0001 of ann@corp.example");
    expect(app.stores.document.getState().text).toBe(DOCUMENT.text);
  });

  it("opens even if the `=` in the link was escaped on its way", async () => {
    const made = await prepare(shop().app, ALL_PARTS, []);
    const there = visit(made!.link.replace("#s1=", "#s1%3D"));
    await openSharedLink(there.app);
    expect(there.workspace.names()).toEqual(["shop", "test"]);
  });

  it("includes the chosen parts", async () => {
    const made = await prepare(shop().app, { samples: false, tests: false, place: false }, []);
    const there = visit(made!.link);
    await openSharedLink(there.app);
    const { samples, tests, clock } = there.workspace.app.stores.document.getState();
    expect({ samples, tests, clock }).toEqual({ samples: [], tests: "", clock: "2026-01-15T08:00:00Z" });
  });

  it("can be shared as a bundle, which opens again", async () => {
    const test = shop();
    const made = await prepare(test.app, ALL_PARTS, []);
    downloadBundle(test.app, made!);
    await copyLink(test.app, made!);
    expect(test.copied).toEqual([made!.link]);
    const [file] = test.downloads;
    expect(file!.name).toBe("shop.sluice.json.gz");
    const bytes = new Uint8Array(await (file!.text as Blob).arrayBuffer());
    await openBundle(test.app, file!.name, bytes, true);
    const opened = test.workspace.app.stores.document.getState();
    expect([opened.name, opened.samples.length]).toEqual(["shop 2", 2]);
    // The name that browsers give its second download.
    await takeFiles(test.workspace.app, [packedFile("shop.sluice.json (1).gz", bytes)]);
    const again = test.workspace.app.stores.document.getState();
    expect([again.name, again.samples.length]).toEqual(["shop 3", 2]);
  });

  it("is read from the page's server, where an editor put it, once for each version", async () => {
    const content = { name: "main", text: "stage.drop { }\n", samples: [{ line: "a" }] };
    const asked: string[] = [];
    const fetchFile = async (path: string) => {
      asked.push(path);
      return new Blob([JSON.stringify({ sluice: "document", version: 1, content })]);
    };
    const there = visit("http://127.0.0.1:1/secret/1/#document", fetchFile);
    await openSharedLink(there.app);
    expect(asked).toEqual(["./document.json"]);
    const { app } = there.workspace;
    expect(app.stores.document.getState()).toMatchObject(content);
    expect(noticesOf(there)).toEqual(["Opened “main” from the editor as a separate document."]);

    const again = {
      ...app,
      platform: { ...app.platform, address: { ...app.platform.address, fragment: () => "document" } },
    };
    await openSharedLink(again);
    expect(noticesOf(there).at(-1)).toBe("“main” already matches the editor.");
    content.text = "stage.drop { } // changed\n";
    await openSharedLink(again);
    expect([...there.workspace.names()].sort()).toEqual(["main", "main 2", "test"]);
  });

  it.each([
    ["#document", "The editor's document no longer exists: open it from the editor again. Nothing was changed."],
    ["#s1=AAAA", "The link is damaged or cut off: copy it again, as a whole. Nothing was changed."],
    ["#section", undefined],
    ["", undefined],
  ])("changes nothing if the page is opened with %s", async (fragment, notice) => {
    const there = visit(`https://sluice.example/${fragment}`);
    await openSharedLink(there.app);
    await settle();
    expect(there.workspace.names()).toEqual(["test"]);
    expect(noticesOf(there)).toEqual(notice === undefined ? [] : [notice]);
  });
});
