/** What drafts do to the secrets of what runs, and what is shown of those that are refused. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ServerFixture, versionedConfig } from "./testing/server-fixture.ts";

let fixture: ServerFixture;
beforeEach(() => {
  fixture = new ServerFixture();
});
afterEach(() => fixture.remove());

async function post(path: string, body: unknown): Promise<string> {
  const headers = { "Content-Type": "application/json" };
  const response = await fetch(new URL(path, fixture.server.url), {
    method: "POST",
    headers,
    body: JSON.stringify(body),
  });
  return response.text();
}

const validate = (text: string) => post("/api/validate", { text });
const endpoint = (token: string) => `  endpoint {\n    url = "http://h/"\n    bearer_token = "${token}"\n  }\n`;
const write = (...tokens: string[]) => `logs.write "w" {\n${tokens.map(endpoint).join("")}}\n`;
/** With so many that to look at it takes several slices. */
const large = (i: number, more = "a-draft-1") =>
  write(more, ...Array.from({ length: 1500 }, (_, at) => `token-${i}-${at}`));

describe("drafts that are only looked at", () => {
  it("do not reveal secrets of what runs, however many they are at a time", async () => {
    await fixture.start(versionedConfig("1", write("zzKAAA1111")));
    await Promise.all(Array.from({ length: 6 }, (_, i) => validate(large(i))));
    const { diagnostics } = JSON.parse(await validate('zzKAAA1111 "x" {\n}\n'));
    expect(diagnostics[0].message).toContain('component name "(secret)"');
  });

  it("do not hide anything of what is deployed meanwhile", async () => {
    await fixture.start(versionedConfig("production-eu-0"));
    for (let i = 1; i <= 3; i++) {
      const looked = [0, 1].map((one) => validate(large(one, `production-eu-${i}`)));
      let deployed = "";
      let pending = true;
      void Promise.all(looked).then(() => {
        pending = false;
      });
      for (let at = 0; pending; at++) {
        deployed = versionedConfig(`production-eu-${i}`, `// ${at}\n`);
        await post("/api/deploy", { text: deployed });
        expect(JSON.parse((await fixture.get("/api/config")).text).text).toBe(deployed);
      }
      expect(deployed).not.toBe("");
    }
  });
});

it.each([
  ["a password with an unescaped slash", 'url = "http://u:a/hunter22x9@127.0.0.1:9/"'],
  ["one with another end of a host", 'url = "http://u:a#hunter22x9@127.0.0.1:9/"'],
  ["a token without its quotes", 'url = "http://h/"\n    bearer_token = hunter22x9'],
  ["a token without its quotes that reads like a path", 'url = "http://h/"\n    bearer_token = hunter22x9.b'],
])("a refused deploy is shown nowhere with %s", async (_, body) => {
  await fixture.start(versionedConfig("1"));
  const text = versionedConfig("1", `logs.write "w" {\n  endpoint {\n    ${body}\n  }\n}\n`);
  const refused = await post("/api/deploy", { text });
  expect(refused).toContain("error");
  const pages = ["/-/ready", "/api/status", "/api/versions", "/api/versions/2"].map((path) => fixture.get(path));
  const shown = (await Promise.all(pages)).map((page) => page.text);
  expect([refused, ...shown, JSON.stringify(fixture.logged)].join("\n")).not.toContain("hunter22x9");
});

it("a stage that is sent back as it was shown is announced before it runs", async () => {
  const stage = (expression: string) => `logs.process "p" {
  forward_to = []
  stage.replace {
    expression = ${JSON.stringify(expression)}
  }
}
`;
  const text = versionedConfig(
    "1",
    stage("https://[^:]+:([^@]+)@") + stage("https://u:hunter22x9@").replace('"p"', '"q"'),
  );
  await fixture.start(text);
  const shown = JSON.parse((await fixture.get("/api/config")).text).text as string;
  expect(shown).toBe(text.replace("u:hunter22x9", "(secret)"));
  const { consequences } = JSON.parse(await validate(shown));
  expect(consequences.map(({ kind, loses }: Record<string, unknown>) => [kind, loses])).toEqual([
    ["secret-lost", true],
  ]);
});
