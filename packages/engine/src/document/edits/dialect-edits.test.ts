import { describe, expect, it } from "vitest";
import { applyEdits } from "../../base/diagnostic.ts";
import { COMPONENTS } from "../../components/index.ts";
import { openDocument } from "../open-document.ts";
import { editDialect } from "./dialect-edits.ts";

const changed = (text: string, dialect: "logs" | "loki") => {
  const done = editDialect(openDocument(text).file, dialect);
  return done.ok ? { text: applyEdits(text, done.edits), kept: done.kept } : done.reason;
};

const OURS = `// from the shop
logs.source.demo "shop" { forward_to = [logs.process.main.receiver] }

logs.process "main" {
  forward_to = [logs . /* the sink */ write.out.receiver, logs.process.gone.receiver]
  stage.static_labels { values = { from = "logs.process.main" } } // as it is
}

logs.write "out" {
  endpoint { url = "http://localhost/loki/api/v1/push" }
}
otelcol.exporter.debug "kept" { }
`;
const ALLOYS = OURS.replace("[logs.process.main", "[loki.process.main")
  .replace('logs.process "main"', 'loki.process "main"')
  .replace("[logs . /*", "[loki . /*")
  .replace('logs.write "out"', 'loki.write "out"');

describe("the names of components", () => {
  it("are changed with what refers to them, and back, and nothing else is", () => {
    expect(changed(OURS, "loki")).toEqual({ text: ALLOYS, kept: ["logs.source.demo.shop"] });
    expect(changed(ALLOYS, "logs")).toEqual({ text: OURS, kept: [] });
    expect(changed(ALLOYS, "loki")).toEqual({ text: ALLOYS, kept: ["logs.source.demo.shop"] });
  });
  it("come with what Alloy has where it has no such component", () => {
    const done = editDialect(openDocument('logs.source.otlp "a" { }\nlogs.source.stdin "b" { }\n').file, "loki");
    expect(done).toMatchObject({
      kept: ["logs.source.otlp.a", "logs.source.stdin.b"],
      hints: ["For logs.source.otlp.a Alloy has otelcol.receiver.otlp and otelcol.exporter.loki."],
    });
  });
  it("stay where two components would have one name", () => {
    const both = 'logs.echo "a" { }\nloki.echo "a" { }\n';
    expect(changed(both, "loki")).toMatch(/There is already a component loki\.echo\.a/);
  });
  it.each(COMPONENTS.map((spec) => [spec.name, spec] as const))(
    "of the example of %s make the same document in the other dialect",
    (_, spec) => {
      const there = changed(spec.example, "loki");
      const text = typeof there === "string" ? "" : there.text;
      const codes = (config: string) =>
        openDocument(config, { purpose: "preview" }).diagnostics.map(({ code }) => code);
      expect([codes(text), changed(text, "logs")]).toEqual([codes(spec.example), { text: spec.example, kept: [] }]);
    },
  );
});
