/** `stage.tenant`: sets the tenant, which is the label `__tenant_id__`. An empty tenant leaves the label unchanged. */
import type { Entry } from "../base/entry.ts";
import type { Env, Stage } from "../pipeline/stage.ts";
import { label, sourceRead } from "../pipeline/stage-flow.ts";
import { defineStage, type StageArgs } from "../pipeline/stage-spec.ts";
import { stringField } from "../schema/field.ts";
import { elsewhere, shown } from "./shared/explain-text.ts";
import { readSource } from "./shared/source-text.ts";

/** The label that carries the tenant. */
export const TENANT_LABEL = "__tenant_id__";

export const tenant = defineStage({
  name: "tenant",
  summary: "Sets the tenant of an entry from a label, an extracted value or a fixed text.",
  words: ["x-scope-orgid", "multi-tenant", "organization", "team"],
  rules: [
    "Exactly one of `label`, `source` and `value` is given.",
    "Where the label or the value is missing or empty, an earlier tenant stays.",
    "The tenant is kept in the label `__tenant_id__`.",
  ],
  category: "label",
  state: "none",
  fields: {
    label: stringField({
      names: "label",
      doc: "Label whose value is the tenant.",
      default: "",
      example: '"namespace"',
    }),
    source: stringField({
      names: "extracted",
      doc: "Extracted value that is the tenant.",
      default: "",
      example: '"customer"',
    }),
    value: stringField({ holds: "text", doc: "Fixed tenant.", default: "", example: '"team-a"' }),
  },
  check(args, report) {
    const given = [args.label, args.source, args.value].filter((text) => text !== "").length;
    if (given === 0) report.error("tenant-missing", "label, source or value config are required");
    else if (given > 1) {
      report.error(
        "tenant-ambiguous",
        "label, source and value are mutually exclusive: you should set source, value or label but not all",
      );
    }
  },
  examples: [
    {
      title: "One tenant for everything",
      config: `stage.tenant {
  value = "team-a"
}
`,
      input: [{ line: "a" }],
      output: [{ line: "a", labels: { __tenant_id__: "team-a" } }],
    },
    {
      title: "The customer, or the default",
      config: `stage.tenant {
  value = "default"
}

stage.tenant {
  source = "customer"
}
`,
      input: [{ line: "a", extracted: { customer: "acme" } }, { line: "b" }],
      output: [{ labels: { __tenant_id__: "acme" } }, { labels: { __tenant_id__: "default" } }],
    },
  ],
  flow: ({ label: name, source }) => ({
    reads: name === "" ? sourceRead(source) : [label(name, { argument: "label" })],
    sets: [label(TENANT_LABEL)],
  }),
  create(args, env): Stage {
    const read = tenantReader(args, env);
    return {
      process(entry, out) {
        const text = read(entry);
        if (text) entry.labels = entry.labels.with(TENANT_LABEL, text);
        else if (text === "") {
          env.note.trace?.({ code: "tenant-empty", missed: true, text: "Unchanged: the tenant would be empty" });
        }
        out.emit(entry);
      },
    };
  },
});

function tenantReader(args: StageArgs<typeof tenant>, env: Env): (entry: Entry) => string | undefined {
  const { label, source, value } = args;
  if (source !== "") return (entry) => readSource(entry, source, env);
  if (label === "") return () => value;
  return (entry) => {
    const text = entry.labels.get(label);
    if (text === undefined) {
      env.note.debug?.({
        code: "label-missing",
        missed: true,
        text: `Unchanged: the label ${shown(label)} is not set${elsewhere(label, entry, "label")}`,
        evidence: { label },
        message: "the tenant source does not exist in the labels",
        fields: { source: label },
      });
    }
    return text;
  };
}
