/** No message has an unfilled verb of Go's formatting (`%v`), neither in the sources nor at run time. */
import { readdirSync, readFileSync } from "node:fs";
import { SeededRandom } from "@sluice/languages/base";
import { describe, expect, it } from "vitest";
import { readVectorConfigs } from "../../../conformance/vector-files.ts";
import { importPromtail } from "../../import/index.ts";
import { openDocument } from "../open-document.ts";

const ROOT = new URL("../../../../../", import.meta.url);
const PLACES = [
  ...["packages/languages/src", "packages/engine/src"],
  ...["apps/server/src", "apps/cli/src", "apps/web/src", "apps/language-server/src"],
];
/** What speaks of formats and layouts themselves: verbs are their subject. */
const ABOUT_VERBS =
  /gotemplate\/|stdlib\/|strftime|traps\/|lint\/|testing\/|examples?\/|detect\/|syntax\/go-|sprig\/|\.d\.ts$/;
const VERB = /%[+#]?[vsqdwTtxX](?![0-9A-Za-z])/;

/** Texts of a source that are written out, without comments. */
function* textsOf(source: string): Generator<string> {
  const code = source.replace(/^\s*(?:\/\/|\*|\/\*).*$/gm, "");
  for (const [text] of code.matchAll(/"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/g)) yield text;
}

describe("messages", () => {
  it("have no raw verb in the sources", () => {
    const found: string[] = [];
    let read = 0;
    for (const place of PLACES) {
      for (const name of readdirSync(new URL(place, ROOT), { recursive: true, encoding: "utf8" })) {
        if (!/\.tsx?$/.test(name) || /\.test\.tsx?$/.test(name) || ABOUT_VERBS.test(name)) continue;
        read++;
        const source = readFileSync(new URL(`${place}/${name}`, ROOT), "utf8");
        for (const text of textsOf(source)) if (VERB.test(text)) found.push(`${name}: ${text.slice(0, 120)}`);
      }
    }
    expect(read).toBeGreaterThan(500);
    expect(found).toEqual([]);
  });

  it("have none where configurations are wrong", () => {
    const random = new SeededRandom(8);
    let told = 0;
    for (const text of readVectorConfigs()) {
      if (text.includes("%")) continue;
      const at = Math.floor(random.next() * text.length);
      const texts = [text, text.slice(0, at) + text.slice(at + 1), text.replace(/"[^"]*"/, '"%"')];
      for (const one of texts) {
        for (const { message } of openDocument(one).diagnostics) {
          told++;
          expect([one, VERB.test(message)]).toEqual([one, false]);
        }
      }
    }
    expect(told).toBeGreaterThan(400);
  });

  it("have none where a zone is unknown", () => {
    const text = 'stage.timestamp {\n  source = "t"\n  format = "RFC3339"\n  location = "Mars/Olympus"\n}\n';
    expect(openDocument(text).diagnostics.map(({ message }) => message)).toEqual([
      "invalid location specified: unknown time zone Mars/Olympus",
    ]);
  });

  it("have none where Promtail's configurations are wrong", () => {
    const stages = ["regex: {expression: '('}", "timestamp: {source: a, format: RFC3339, location: Mars}", "nope: {}"];
    const { diagnostics } = importPromtail(stages.map((one) => `- ${one}`).join("\n"));
    expect(diagnostics.length).toBeGreaterThan(2);
    for (const { message } of diagnostics) expect(message).not.toMatch(VERB);
  });
});
