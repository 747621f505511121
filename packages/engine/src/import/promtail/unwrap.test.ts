/** Configurations in Kubernetes objects, and parts of configurations. */
import { describe, expect, it } from "vitest";
import { LineIndex } from "../../base/span.ts";
import { importPromtail } from "./index.ts";

/** `line:column severity message` of each remark. */
function told(yaml: string): string[] {
  const lines = new LineIndex(yaml);
  return importPromtail(yaml).diagnostics.map(({ severity, message, span }) => {
    const place = span === undefined ? "-" : `${lines.position(span.start).line}:${lines.position(span.start).column}`;
    return `${place} ${severity} ${message}`;
  });
}

describe("the text around a configuration", () => {
  const inner = "clients: [{url: 'http://a/'}]\nscrape_configs:\n  - job_name: app\n    gelf: {}\n    nope: 1\n";
  const whole = importPromtail(inner).text;

  it.each([
    [
      "a ConfigMap",
      `apiVersion: v1\nkind: ConfigMap\ndata:\n  a.txt: hello\n  p.yaml: |\n${inner.replace(/^(?=.)/gm, "    ")}`,
      10,
      9,
    ],
    [
      "a Secret in plain text",
      `apiVersion: v1\nkind: Secret\nstringData:\n  p.yaml: |-\n${inner.replace(/^(?=.)/gm, "      ")}`,
      9,
      11,
    ],
    [
      "the second of several objects",
      `apiVersion: v1\nkind: Service\n---\napiVersion: v1\nkind: ConfigMap\ndata:\n  p.yaml: |\n${inner.replace(/^(?=.)/gm, "    ")}`,
      12,
      9,
    ],
    [
      "a list of objects",
      `apiVersion: v1\nkind: List\nitems:\n- apiVersion: v1\n  kind: ConfigMap\n  data:\n    p: |\n${inner.replace(/^(?=.)/gm, "      ")}`,
      12,
      11,
    ],
    ["an encoded Secret", `apiVersion: v1\nkind: Secret\ndata:\n  p.yaml: ${btoa(inner)}\n`, 4, 11],
  ])("is taken off: %s", (_, yaml, line, column) => {
    const { text, diagnostics } = importPromtail(yaml);
    expect(text).toBe(whole);
    const error = diagnostics.find(({ severity }) => severity === "error")!;
    expect(error.message).toContain('no setting "nope"');
    expect(new LineIndex(yaml).position(error.span!.start)).toEqual({ line, column });
  });

  it("is refused where nothing is inside", () => {
    expect(importPromtail("apiVersion: v1\nkind: Service\n")).toMatchObject({ ok: false, text: "" });
  });

  it("says which configurations of several are left out", () => {
    const two = ["a", "b"].map((name) => `  ${name}: |\n    scrape_configs: []\n`).join("");
    expect(told(`apiVersion: v1\nkind: ConfigMap\ndata:\n${two}`)).toEqual([
      '4:3 info "a" is taken out of its Kubernetes object',
      '6:3 warning "b" holds another configuration, which is left out: import it by itself',
    ]);
  });

  it("names few of many", () => {
    const many = Array.from({ length: 50 }, (_, i) => `  k${i}: |\n    scrape_configs: []\n`).join("");
    const remarks = told(`apiVersion: v1\nkind: ConfigMap\ndata:\n${many}`);
    expect(remarks).toHaveLength(22);
    expect(remarks.at(-1)).toBe("46:3 warning so do 29 more");
  });

  it.each([
    ["pipeline_stages alone", "pipeline_stages:\n  - docker: {}\n"],
    ["a list of stages", "- docker: {}\n"],
  ])("may be missing: %s", (_, yaml) => {
    expect(importPromtail(yaml)).toMatchObject({
      ok: true,
      text: 'loki.process "default" {\n\tforward_to = []\n\n\tstage.docker { }\n}\n',
    });
  });

  it("may be missing: a list of jobs", () => {
    expect(importPromtail("- job_name: a\n  gelf: {}\n").text).toBe('loki.source.gelf "a" {\n\tforward_to = []\n}\n');
  });

  it.each([
    ["an empty file", ""],
    ["a comment", "# nothing\n"],
    ["a document of nothing", "---\n"],
  ])("may have nothing inside: %s", (_, yaml) => {
    expect(importPromtail(yaml)).toEqual({
      text: "",
      diagnostics: [],
      ok: true,
      dependsOnEnvironment: false,
      hasPlainMetrics: false,
    });
  });
});
