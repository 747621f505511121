/** Components that Sluice does not run: what is checked in them, and what is not. */
import { describe, expect, it } from "vitest";
import { COMPONENTS } from "../components/index.ts";
import type { Block } from "../schema/field.ts";
import { loadConfig } from "./load.ts";
import { openDocument, previewablePipelines } from "./open-document.ts";

describe("components that Sluice does not run", () => {
  const TEXT = `discovery.kubernetes "pods" {
  role = "pod"
}

loki.source.kubernetes "pods" {
  targets    = discovery.kubernetes.pods.targets
  forward_to = [loki.process.main.receiver]
}

loki.process "main" {
  forward_to = [loki.other.relabel.names.receiver, loki.write.out.receiver]

  stage.static_labels {
    values = { cluster = "a" }
  }
}

loki.other.relabel "names" {
  forward_to = [loki.write.out.receiver]
}

loki.write "out" {
  endpoint {
    url = discovery.kubernetes.pods.address
  }
}
`;

  it("are errors where a configuration is to run", () => {
    const { ok, diagnostics } = loadConfig(TEXT);
    expect(ok).toBe(false);
    const refused = diagnostics.filter(({ code }) => code === "component-not-run");
    expect(refused.map(({ severity, message }) => `${severity} ${message.replace(/;.*/, "")}`)).toContain(
      'error Sluice does not run "loki.other.relabel"',
    );
    expect(previewablePipelines(openDocument(TEXT))).toEqual([]);
  });

  it("are kept, with a warning, in a preview", () => {
    const loaded = loadConfig(TEXT, { purpose: "preview" });
    const warnings = loaded.diagnostics.filter(({ severity }) => severity === "warning");
    expect(warnings.map(({ code, span }) => `${code} ${TEXT.slice(span!.start, span!.start + 14)}`)).toEqual([
      "component-not-run discovery.kube",
      "component-not-run loki.source.ku",
      "unknown-value [loki.other.re",
      "component-not-run loki.other.rel",
      "unknown-value discovery.kube",
    ]);
    expect(
      previewablePipelines(openDocument(TEXT, { purpose: "preview" })).map(({ id, stages }) => [id, stages.length]),
    ).toEqual([["loki.process.main", 1]]);
  });

  it("an environment variable is not known where there is no environment, and known where there is", () => {
    const text = `logs.process "main" {
  forward_to = [logs.write.out.receiver]
}

logs.write "out" {
  endpoint {
    url       = sys.env("LOKI_URL")
    tenant_id = env("TENANT")
  }
}
`;
    const inPage = loadConfig(text, { purpose: "preview" });
    expect(inPage.ok).toBe(true);
    expect(inPage.diagnostics.map(({ code, severity }) => `${severity} ${code}`)).toEqual([
      "warning unknown-value",
      "warning unknown-value",
    ]);
    const library = { env: () => "http://127.0.0.1:3100/loki/api/v1/push" };
    expect(loadConfig(text, { purpose: "preview", library }).diagnostics).toEqual([]);
    expect(loadConfig(text, { library: { env: () => undefined } }).ok).toBe(false);
  });

  it("an environment variable that is not set is not known either, and was an error in a component that does not run", () => {
    const codes = (value: string, purpose: "preview" | "run" = "preview") =>
      loadConfig(`logs.write "out" {\n  endpoint {\n    url = ${value}\n  }\n}\n`, {
        purpose,
        library: { env: (name) => ({ HOST: "a", NAME: "HOST" })[name] },
      }).diagnostics.map(({ code, severity }) => `${severity} ${code}`);
    expect(codes('sys.env("LOKI_URL")')).toEqual(["warning unknown-value"]);
    expect(codes('"http://" + env("HO" + "SE") + "/push"')).toEqual(["warning unknown-value"]);
    expect(codes('"http://" + env(sys.env("NAME")) + "/push"')).toEqual([]);
    expect(codes('coalesce(sys.env("LOKI_URL"), "http://a/push")')).toEqual([]);
    expect(codes('sys.env("LOKI_URL")', "run")).toEqual(["error endpoint-url"]);
    const bare = 'stage.static_labels {\n  values = { a = sys.env("LOKI_URL") }\n}\n';
    for (const library of [{}, { env: () => undefined }]) {
      const { ok, diagnostics } = openDocument(bare, { purpose: "preview", library });
      expect([ok, ...diagnostics.map(({ code }) => code)]).toEqual([true, "unknown-value", "values-empty"]);
    }
  });

  it("does not excuse a mistyped name", () => {
    const { diagnostics } = loadConfig('logs.proces "main" {\n}\n', { purpose: "preview" });
    expect(diagnostics.map(({ severity, code }) => [severity, code])).toEqual([["error", "unknown-component"]]);
  });

  it("passes over arguments that Alloy has and Sluice does not run, with a warning", () => {
    const text =
      'logs.source.syslog "x" {\n  forward_to = []\n  listener {\n    address = ":1"\n    tls_config {\n      cert_file = "c"\n      key_file = "k"\n      server_name = ""\n    }\n  }\n}\n';
    const { ok, diagnostics, components } = loadConfig(text, { purpose: "preview" });
    expect([ok, components.length]).toEqual([true, 1]);
    expect(diagnostics.map(({ severity, message }) => [severity, message])).toEqual([
      ["warning", '"server_name" is an argument that Alloy has and Sluice does not run yet; it is ignored here'],
    ]);
    expect(loadConfig(text, { decodeOnly: true }).diagnostics).toEqual([]);
  });

  it("takes HTTP/2 without TLS as Alloy does, and says that it is not served", () => {
    const told = (inside: string) =>
      loadConfig(
        `profiles.receive_http "x" {\n  forward_to = []\n  http {\n    listen_port = 1\n    http2 {\n      ${inside}\n    }\n  }\n}\n`,
      ).diagnostics.map(({ severity, code }) => `${severity} ${code}`);
    expect(told("")).toEqual([]);
    expect(told("enabled = true")).toEqual(["warning http2-without-tls"]);
    expect(told('ping_timeout = "1s"')).toEqual(["warning argument-not-run"]);
  });

  it("nothing that a component runs is said not to be run", () => {
    const bodies = (spec: Pick<Block, "fields" | "blocks" | "notRun">): string[] => [
      ...(spec.notRun ?? []).filter((name) => name in spec.fields || name in spec.blocks),
      ...Object.values(spec.blocks).flatMap(bodies),
    ];
    expect(COMPONENTS.flatMap(bodies)).toEqual([]);
  });

  it("a mistake elsewhere does not keep a pipeline from being previewed, one inside does", () => {
    const sink = 'logs.write "out" {\n  endpoint {\n    url = "nowhere"\n  }\n}\n';
    const good = 'logs.process "main" {\n  forward_to = [logs.write.out.receiver]\n}\n';
    const loaded = loadConfig(good + sink);
    expect(loaded.ok).toBe(false);
    expect(previewablePipelines(openDocument(good + sink)).map(({ id }) => id)).toEqual(["logs.process.main"]);
    expect(previewablePipelines(openDocument(good.replace("}", "  stage.regx { }\n}") + sink))).toEqual([]);
    expect(previewablePipelines(openDocument(`${good}}`))).toEqual([]);
  });
});

describe("where the target is Alloy", () => {
  const told = (text: string, forTarget = true) => {
    const { ok, diagnostics } = openDocument(text, { forTarget, target: "1.21", library: { env: () => undefined } });
    return [ok, ...diagnostics.map(({ severity, code }) => `${severity} ${code}`)];
  };
  const WRITE = (url: string) => `loki.write "out" {\n  endpoint {\n    url = ${url}\n  }\n}\n`;

  it.each([
    ["discovery", 'discovery.kubernetes "a" {\n  role = "pod"\n}\n'],
    ["metrics", 'prometheus.remote_write "a" { }\n'],
    ["a source", 'loki.source.kafka "a" {\n  forward_to = [loki.write.out.receiver]\n}\n'],
    ["a definition", 'declare "a" { }\n'],
    ["an import", 'import.file "a" {\n  filename = "x"\n}\n'],
    ["a loop", 'foreach "a" {\n  collection = []\n}\n'],
  ])("what only Alloy runs is no error: %s", (_, block) => {
    const text = block + WRITE('"http://a/loki/api/v1/push"');
    expect(told(text)).toEqual([true, "info component-not-run"]);
    expect(told(text, false)[0]).toBe(false);
    // What names the release in the text counts as well, and Sluice as a target changes nothing.
    const marked = (target: string) => openDocument(`// sluice:target ${target}\n${text}`, { forTarget: true }).ok;
    expect([marked("alloy 1.21"), marked("sluice")]).toEqual([true, false]);
  });

  it("a block of Alloy's process is nothing to warn of", () => {
    expect(told("tracing { }\n")).toEqual([true, "info block-ignored"]);
  });

  it("names that Alloy does not have, and references that lead nowhere, stay errors", () => {
    expect(told('logs.proces "a" { }\n')).toEqual([false, "error unknown-component"]);
    expect(told('some.thing "a" { }\n')).toEqual([false, "error unknown-component"]);
    expect(told('loki.process "a" {\n  forward_to = [loki.write.nope.receiver]\n}\n')[0]).toBe(false);
  });

  it("a value of what only Alloy runs is not known, and nothing to warn of", () => {
    const rules = 'discovery.relabel "b" {\n  targets = discovery.kubernetes.a.targets\n}\n';
    expect(told(`discovery.kubernetes "a" {\n  role = "pod"\n}\n${rules}`)).toEqual([
      true,
      "info component-not-run",
      "info unknown-value",
    ]);
  });

  it("a variable that is not set here is a warning that names it, and an error where the configuration runs", () => {
    const text = WRITE('sys.env("LOKI_URL")');
    expect(told(text)).toEqual([true, "warning unknown-value"]);
    expect(told(text, false)).toEqual([false, "error endpoint-url"]);
    const { diagnostics } = openDocument(text, { forTarget: true, target: "1.21", library: { env: () => undefined } });
    expect(diagnostics[0]!.message).toBe(
      'the environment variable LOKI_URL is not set here, so the value of "url" is not checked',
    );
  });
});
