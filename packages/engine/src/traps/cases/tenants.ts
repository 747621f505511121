/** The tenant, or what a limit counts by, is a name that is not there. */
import type { TrapCase } from "../trap-case.ts";

export const TENANTS: readonly TrapCase[] = [
  {
    name: "the tenant is a label that was dropped",
    config: `stage.label_drop {
  values = ["filename", "team"]
}

stage.decolorize { }

stage.tenant {
  label = "team"
}
`,
    input: [{ line: "x", labels: { team: "blue" } }],
    expect: {
      out: [{ labels: {} }],
      reports: [
        { code: "read-after-removed", message: '"team"', fix: "Move stage.label_drop behind stage.tenant" },
        { note: "the label `team` is not set: it is an extracted value" },
      ],
    },
  },
  {
    name: "the tenant is a label that label_keep does not keep",
    config: `stage.label_keep {
  values = ["app", "level"]
}

stage.tenant {
  label = "namespace"
}
`,
    expect: { reports: [{ code: "read-after-removed", message: "stage.label_keep on line 1 removed it" }] },
  },
  {
    name: "the tenant is a label that is kept, and dropped after it",
    config: `stage.label_keep {
  values = ["app", "namespace"]
}

stage.tenant {
  label = "namespace"
}

stage.label_drop {
  values = ["namespace"]
}
`,
    input: [{ line: "x", labels: { namespace: "blue", app: "a" } }],
    expect: { out: [{ labels: { __tenant_id__: "blue", app: "a" } }], silent: true },
  },
  {
    name: "the tenant is an extracted value and not a label",
    config: `stage.json {
  expressions = { customer = "client.id" }
}

stage.tenant {
  label = "customer"
}
`,
    input: ['{"client":{"id":"c7"}}'],
    expect: {
      out: [{ labels: {} }],
      reports: [
        {
          code: "value-not-label",
          fix: "Read the extracted value",
          fixed: `stage.json {
  expressions = { customer = "client.id" }
}

stage.tenant {
  source = "customer"
}
`,
        },
        { note: "the label `customer` is not set: it is an extracted value" },
      ],
    },
  },
  {
    name: "the tenant is a label, and read as an extracted value",
    config: `stage.static_labels {
  values = { customer = "acme" }
}

stage.tenant {
  source = "customer"
}
`,
    input: ["x"],
    expect: {
      out: [{ labels: { customer: "acme" } }],
      reports: [
        { code: "label-not-value", fix: "Read the label" },
        { note: "`customer` is not extracted: it is a label" },
      ],
    },
  },
  {
    name: "the tenant is an extracted value",
    config: `stage.json {
  expressions = { customer = "client.id" }
}

stage.tenant {
  source = "customer"
}
`,
    input: ['{"client":{"id":"c7"}}'],
    expect: { out: [{ labels: { __tenant_id__: "c7" } }], silent: true },
  },
  {
    name: "a limit by a label that is only extracted",
    config: `stage.logfmt {
  mapping = { caller = "" }
}

stage.limit {
  rate          = 5
  burst         = 10
  drop          = true
  by_label_name = "caller"
}
`,
    input: ["caller=a x=1"],
    expect: {
      reports: [
        { code: "value-not-label", message: "stage.limit reads labels", fix: "Make caller a label before" },
        { note: "Not limited: the label `caller` is not set: it is an extracted value" },
      ],
    },
  },
  {
    name: "a limit by a label of the source",
    config: `stage.limit {
  rate          = 5
  burst         = 10
  drop          = true
  by_label_name = "namespace"
}
`,
    input: [{ line: "x", labels: { namespace: "a" } }],
    expect: { silent: true },
  },
];
