import { describe, expect, it } from "vitest";
import { parseFile } from "../../syntax/index.ts";
import { loadConfig } from "../load.ts";
import { openDocument } from "../open-document.ts";
import {
  hideConfigSecrets,
  hideConfigSecretsInSteps,
  maskConfigSecrets,
  maskConfigSecretsInSteps,
  secretValues,
} from "./config-secrets.ts";

const write = (endpoint: string) => `logs.write "w" {\n  endpoint {\n    ${endpoint}\n  }\n}\n`;
const remote = (body: string) => `remotecfg {\n  ${body}\n}\n`;
const stage = (body: string) => `logs.process "p" {\n  forward_to = []\n  stage.replace {\n    ${body}\n  }\n}\n`;
const URL_IS = 'url = "http://loki/push"';

describe("a configuration is shown without", () => {
  it.each<[string, string, string]>([
    ["a password in an address", write('url = "http://me:pw@loki/push"'), write('url = "http://(secret)@loki/push"')],
    ["one in a raw text", write("url = `http://me:pw@loki/push`"), write('url = "http://(secret)@loki/push"')],
    ["one in escapes", write('url = "http://me:p\\x77@loki/push"'), write('url = "http://(secret)@loki/push"')],
    [
      "one with a blank, which the platform takes",
      write('url = "http://me:p w@loki/"'),
      write('url = "http://(secret)@loki/"'),
    ],
    [
      "one that is put together",
      write('url = "http://me:" + ("p" + "w@") + "loki/push"'),
      write('url = "http://(secret)" + ("(secret)" + "(secret)@") + "loki/push"'),
    ],
    [
      "one around what only the environment knows",
      write('url = "http://me:" + env("PW") + "@loki/push"'),
      write('url = "http://(secret)" + env("PW") + "@loki/push"'),
    ],
    [
      "one that a function makes",
      write('url = format("http://%s:%s@loki/", "me", "pw")'),
      write('url = "http://(secret)@loki/"'),
    ],
    [
      "one that a function makes from an unknown value",
      write('url = format("http://me:%s@%s/", "pw", env("H"))'),
      write('url = format("(secret)", "(secret)", env("H"))'),
    ],
    [
      "a token in an address",
      write('url = "http://loki/push?a=1&token=abc"'),
      write('url = "http://loki/push?a=1&token=(secret)"'),
    ],
    ["a token", write(`${URL_IS}\n    bearer_token = "abc"`), write(`${URL_IS}\n    bearer_token = "(secret)"`)],
    [
      "one from a function",
      write(`${URL_IS}\n    bearer_token = trim("abc", "c")`),
      write(`${URL_IS}\n    bearer_token = "(secret)"`),
    ],
    [
      "a token without its quotes",
      write(`${URL_IS}\n    bearer_token = hunter22x9`),
      write(`${URL_IS}\n    bearer_token = "(secret)"`),
    ],
    [
      "one that reads like a path",
      write(`${URL_IS}\n    bearer_token = hunter22.x9`),
      write(`${URL_IS}\n    bearer_token = "(secret)"`),
    ],
    [
      "a password with an unescaped slash",
      write('url = "http://u:a/hunter22x9@h:9/"'),
      write('url = "http://(secret)@h:9/"'),
    ],
    [
      "what arguments hold that comments keep",
      '// password = "a" + "x"\n// bearer_token = string.join(["x"], "")\n// passwrd = "x"\n// was: passwrd = "x", no?\n// headers = { "X-Foo" = "x" }\n// external_labels = { passwrd = "xyz" }\n',
      '// password = "(secret)" + "(secret)"\n// bearer_token = "(secret)"\n// passwrd = "(secret)"\n// was: passwrd = "(secret)"\n// headers = { "X-Foo" = "(secret)" }\n// external_labels = { passwrd = "(secret)" }\n',
    ],
    [
      "what an argument holds on several lines that comments keep",
      '// headers = {\n//   "X-Foo" = "x",\n//   b = ["y"],\n// }\n// a = "b"\n/*\nhttp_headers = {\n  a = ["x", ""],\n}\nb = "c"\n*/\n',
      '// headers = {\n//   "X-Foo" = "(secret)",\n//   b = ["(secret)"],\n// }\n// a = "b"\n/*\nhttp_headers = {\n  a = ["(secret)", ""],\n}\nb = "c"\n*/\n',
    ],
    ["the login of a command in a comment", "// curl -u a:x http://h/\n", "// curl -u a:(secret) http://h/\n"],
    [
      "a misspelt secret among labels",
      'logs.write "w" {\n  external_labels = { passwrd = "xyz", leader = "a" }\n}\n',
      'logs.write "w" {\n  external_labels = { passwrd = "(secret)", leader = "a" }\n}\n',
    ],
    [
      "what blocks hold that nobody knows, or that are misspelt",
      write('basic_auht { pwrd = "xyz" }\n    tls { key = "xyz" }\n    oauth { secret_client = "xyz" }').replaceAll(
        / \{ (.*) \}\n/g,
        " {\n      $1\n    }\n",
      ),
      write(
        'basic_auht { pwrd = "(secret)" }\n    tls { key = "(secret)" }\n    oauth { secret_client = "(secret)" }',
      ).replaceAll(/ \{ (.*) \}\n/g, " {\n      $1\n    }\n"),
    ],
    [
      "headers",
      write(`${URL_IS}\n    headers = { Authorization = "x", "X-Any" = "y" + env("Z") }`),
      write(`${URL_IS}\n    headers = { Authorization = "(secret)", "X-Any" = "(secret)" + env("Z") }`),
    ],
    [
      "arguments that are named so",
      remote('password = "a"\n  client_secret = 12'),
      remote('password = "(secret)"\n  client_secret = "(secret)"'),
    ],
    [
      "fields that are named so",
      remote('x = [{ api_key = "a", y = "b" }]'),
      remote('x = [{ api_key = "(secret)", y = "b" }]'),
    ],
    [
      "what comments hold",
      `// bearer_token = "abc"\n/* http://me:pw@x/ token=abc */\n${write(URL_IS)}`,
      `// bearer_token = "(secret)"\n/* http://(secret)@x/ token=(secret) */\n${write(URL_IS)}`,
    ],
    ["an address in a stage", stage('expression = "http://a:b@x"'), stage('expression = "http://(secret)@x"')],
  ])("%s", (_name, text, shown) => {
    const config = openDocument(text);
    expect(hideConfigSecrets(config, secretValues(config))).toBe(shown);
    expect(parseFile(shown).diagnostics).toEqual([]);
    expect(hideConfigSecrets(openDocument(shown))).toBe(shown);
    const masked = maskConfigSecrets(config, secretValues(config));
    expect([masked.length, masked.split("\n").map((line) => line.length)]).toEqual([
      text.length,
      text.split("\n").map((line) => line.length),
    ]);
  });

  it("a known value wherever it is written", () => {
    const text = `${write(`${URL_IS}\n    bearer_token = "hunter22"`)}logs.process "p" {
  forward_to = []
  stage.static_labels {
    values = { a = "x hunter22" }
  }
}
`;
    const config = openDocument(text);
    expect(hideConfigSecrets(config, secretValues(config))).not.toContain("hunter22");
  });
});

it.each([
  ["an environment variable's name", write(`${URL_IS}\n    bearer_token = env("TOKEN")`)],
  ["a file with a password", remote('password_file = "/run/secret"')],
  ["a pattern for passwords in addresses", stage('expression = "https://[^:]+:([^@]+)@"')],
  ["one that takes all", stage('expression = "postgres://.*@"\n    replace = "postgres://***:***@"')],
  ["one of a parameter", stage('expression = "[?&]token=([^&\\\\s]+)"\n    source = "https://u:.+@"')],
  [
    "a template that makes an address",
    stage("expression = `(.*)`\n    replace = `postgres://{{ .user }}:{{ .pass }}@host/`"),
  ],
  ["names of extracted values", stage('expression = "(?P<password>x)"\n    source = "token"')],
  ["a map of names in a stage", 'stage.json {\n  expressions = { token = "user.token" }\n}\n'],
  ["comments", '// external_labels = { a = "b" }\n// docker run -u 1000:1000, x == 1\n// headers = {\n// leader = 1\n'],
  ["no secret at all", write(`url = "http://loki:3100/push?limit=1"\n    tenant_id = "a"\n    bearer_token = ""`)],
])("%s is shown as it is", (_name, text) => {
  const config = openDocument(text);
  expect(hideConfigSecrets(config, secretValues(config))).toBe(text);
});

it("knows the secrets of a configuration by value, also those from the environment, and in all their forms", () => {
  const config = loadConfig(
    write(`url = "http://me:" + env("PW") + "@loki/?token=t1"
    bearer_token = env("TOKEN")
    headers = { "X-Api-Key" = "k1", Accept = "application/json" }`),
    { library: { env: (name) => `${name}%40` } },
  );
  expect(new Set(secretValues(config))).toEqual(new Set(["me:PW%40", "PW%40", "PW@", "t1", "TOKEN%40", "k1"]));
});

it("stops now and then where thousands of secrets are masked, so that others work meanwhile", () => {
  const count = 5500;
  const remotes = Array.from({ length: count }, (_, i) => `remotecfg {\n  password = "pw-${i}-x1"\n}\n`);
  const document = openDocument(remotes.join(""));
  for (const work of [maskConfigSecretsInSteps(document), hideConfigSecretsInSteps(document)]) {
    let stops = 0;
    let step = work.next();
    for (; step.done !== true; step = work.next()) stops++;
    expect(stops).toBeGreaterThanOrEqual(count / 100);
    expect(step.value).not.toMatch(/pw-\d/);
  }
});

describe("a configuration that is refused", () => {
  const opened = (endpoint: string) => openDocument(write(endpoint), {});

  it.each([
    ["a list", 'bearer_token = ["zzKAAA1111"]'],
    ["an object", 'bearer_token = { a = "zzKAAA1111" }'],
    ["a sum", 'bearer_token = "zzKAAA1111" + ["zzKAAA1111"]'],
    ["a password in a block", 'basic_auth {\n      username = "u"\n      password = ["zzKAAA1111"]\n    }'],
    ["a header", 'headers = { "Authorization" = ["zzKAAA1111"] }'],
    ["a text without quotes", "bearer_token = zzKAAA1111"],
    ["a key", 'tls_config {\n      key_pem = ["zzKAAA1111"]\n    }'],
  ])("has secrets that messages may repeat, though they are of the wrong type: %s", (_, endpoint) => {
    const document = opened(`url = "http://h/"\n    ${endpoint}`);
    expect(document.ok).toBe(false);
    expect(secretValues(document)).toContain("zzKAAA1111");
    expect(hideConfigSecrets(document)).not.toContain("zzKAAA1111");
  });

  it.each([
    'basic_auth { username = "u" password = "zzKAAA1111" }',
    'url2 = 1 bearer_token = "zzKAAA1111"',
    'bearer_token = "zzKAAA1111',
    "url2 = 1 bearer_token = `zzKAAA1111`",
    'oauth2 { client_id = "a" client_secret = "zz\\"KAAA1111" }',
  ])("is shown without secrets that stand where the parser passed over: %s", (endpoint) => {
    const document = opened(endpoint);
    expect(document.syntaxErrors.length).toBeGreaterThan(0);
    const masked = maskConfigSecrets(document);
    for (const shown of [hideConfigSecrets(document), masked]) expect(shown).not.toContain("KAAA1111");
    expect(masked).toHaveLength(document.text.length);
  });

  const auth = (body: string) => `${URL_IS}\n    basic_auth {\n      ${body}\n    }`;

  it.each([
    ["a misspelt secret", write(auth('passwrd = "zzKAAA1111"'))],
    ["one in a list", write(auth('pasword = ["zzKAAA1111"]'))],
    ["an argument of a block with secrets that is not known", write(auth('pass = "zzKAAA1111"'))],
    ["a misspelt secret in a block that is not known", write('basic_ath {\n      passwrd = "zzKAAA1111"\n    }')],
    ["one in a component that is not known", 'logs.wirte "x" {\n  bearer_tokn = "zzKAAA1111"\n}\n'],
    ["one that a function makes", write(auth('passwrd = trim("zzKAAA1111", " ")'))],
    ["one where the parser passed over", write('basic_auth { username = "u" passwrd = "zzKAAA1111" }')],
  ])("is shown without %s", (_, text) => {
    const document = openDocument(text, {});
    const masked = maskConfigSecrets(document);
    for (const shown of [hideConfigSecrets(document), masked]) expect(shown).not.toContain("KAAA1111");
  });

  it("has the value of a misspelt secret, which messages may repeat, and not of just any argument that is not known", () => {
    expect(secretValues(opened(auth('passwrd = "zzKAAA1111"')))).toContain("zzKAAA1111");
    expect(secretValues(opened(auth('colour = "green"')))).toEqual([]);
  });

  it("has the value of a secret without its quotes, which messages repeat", () => {
    expect(secretValues(opened(`${URL_IS}\n    bearer_token = hunter22x9`))).toEqual(["hunter22x9"]);
  });

  it.each([
    ["a reference in the place of a secret", write(`${URL_IS}\n    bearer_token = local.file.t.content`)],
    ["a number of an argument that is not known", write(auth("retires = 5"))],
    ["an argument that is not known, of a block without secrets", 'logs.echo "out" {\n  colour = "green"\n}\n'],
    ["a reference", write(auth("colour = logs.echo.out.receiver"))],
  ])("shows %s as it is", (_, text) => {
    expect(hideConfigSecrets(openDocument(text, {}))).toBe(text);
  });

  it("shows labels that are named like a secret, if the text is complete", () => {
    const text =
      'logs.process "p" {\n  forward_to = []\n  stage.labels {\n    values = { password = "level" }\n  }\n}\n';
    expect(hideConfigSecrets(openDocument(text, {}))).toBe(text);
  });
});
