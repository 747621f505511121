import { describe, expect, it } from "vitest";
import { openDocument } from "../open-document.ts";

const told = (text: string) => openDocument(text, { bareStages: false }).diagnostics;
const receiver = (http: string, to: string) =>
  `profiles.receive_http "in" {\n  http {\n    ${http}\n  }\n  forward_to = [${to}]\n}\n`;
const writer = (url: string) => `profiles.write "out" {\n  endpoint {\n    url = "${url}"\n  }\n}\n`;
const loop = (http: string, url: string) => receiver(http, "profiles.write.out.receiver") + writer(url);

describe("a writer that sends to where it gets its own from", () => {
  it("is warned of at its URL", () => {
    const text = loop("listen_port = 4040", "http://localhost:4040");
    const [warning, ...more] = told(text);
    expect(more).toEqual([]);
    expect(warning).toMatchObject({
      severity: "warning",
      code: "sends-to-itself",
      message:
        "profiles.write.out sends to port 4040, where profiles.receive_http.in listens and forwards back to it: everything would loop forever; send it elsewhere, or listen on another port",
      related: [{ message: "profiles.receive_http.in listens and forwards" }],
    });
    expect(text.slice(warning!.span!.start, warning!.span!.end)).toBe('url = "http://localhost:4040"');
  });

  it.each<[url: string, listens: string, warned: boolean]>([
    ["http://127.0.0.1:4040/base?x=y", "listen_port = 4040", true],
    ["http://user:pass@[::1]:4040", "listen_port = 4040", true],
    ["http://localhost", 'listen_address = "127.0.0.1"\n    listen_port = 80', true],
    ["https://localhost/", "listen_port = 443", true],
    ["http://127.0.0.1:8080", "", true],
    ["http://127.0.0.1:4040", 'listen_address = "127.0.0.2"\n    listen_port = 4040', false],
    ["http://localhost:4041", "listen_port = 4040", false],
    ["http://pyroscope:4040", "listen_port = 4040", false],
    ["http://localhost:4040", "listen_port = 0", false],
    ["localhost:4040", "listen_port = 4040", false],
  ])("sends to %s", (url, listens, warned) => {
    expect(told(loop(listens, url)).filter(({ code }) => code === "sends-to-itself")).toHaveLength(warned ? 1 : 0);
  });

  it("is found through components between, and not where the way ends before it", () => {
    const logs = (to: string) => `logs.source.api "in" {
  http { listen_port = 3100 }
  labels     = { job = "api" }
  forward_to = [logs.process.a.receiver]
}
logs.process "a" { forward_to = [${to}] }
logs.process "b" { forward_to = [logs.write.out.receiver] }
logs.write "out" {
  endpoint { url = "http://loki:3100/loki/api/v1/push" }
  endpoint { url = "http://localhost:3100/loki/api/v1/push" }
}
`;
    const warning = told(logs("logs.process.b.receiver")).find(({ severity }) => severity === "warning");
    expect(warning).toMatchObject({ code: "sends-to-itself" });
    expect(warning!.message).toContain("logs.write.out sends to port 3100, where logs.source.api.in listens");
    expect(told(logs(""))).toEqual([]);
  });

  it("is silenced by a comment", () => {
    const text = loop("listen_port = 4040", "http://localhost:4040");
    expect(told(text.replace("    url", "    // sluice:ignore sends-to-itself\n    url"))).toEqual([]);
  });
});
