/** Lists in one text, labels without a value, and tenants that are not set. */
import type { TrapCase } from "../trap-case.ts";

const LOGFMT = `stage.logfmt {
  mapping = { level = "", app = "" }
}

`;
const drop = (source: string): string => `${LOGFMT}stage.drop {
  source    = "${source}"
  separator = "/"
  value     = "debug/shop"
}
`;
const TENANT = `stage.tenant {
  value = "shop"
}

`;

export const LABEL_VALUES: readonly TrapCase[] = [
  {
    name: "a list of values has blanks",
    config: drop("level, app"),
    input: ["level=debug app=shop"],
    expect: {
      out: [{ line: "level=debug app=shop" }],
      reports: [{ code: "blank-in-name", fixed: drop("level,app") }],
    },
  },
  {
    name: "a list of values has none",
    config: drop("level,app"),
    input: ["level=debug app=shop"],
    expect: { out: [], silent: true },
  },
  {
    name: "a list of labels is one text",
    config: 'stage.label_keep {\n  values = ["app, env"]\n}\n',
    expect: { reports: [{ code: "blank-in-name", fixed: 'stage.label_keep {\n  values = ["app", "env"]\n}\n' }] },
  },
  {
    name: "a list of labels without a blank is one text, too",
    config: 'stage.label_drop {\n  values = ["pod,uid"]\n}\n',
    expect: { reports: [{ code: "blank-in-name", fix: 'Change to "pod", "uid"' }] },
  },
  {
    name: "a value is read by a name with a blank",
    config: `${LOGFMT}stage.labels {\n  values = { level = " level", app = "" }\n}\n`,
    input: ["level=debug app=shop"],
    expect: { out: [{ labels: { app: "shop" } }], reports: [{ code: "blank-in-name", fix: "Change to level" }] },
  },
  {
    name: "a field has a blank in its name",
    config:
      'stage.json {\n  expressions = { " level" = "level" }\n}\nstage.labels {\n  values = { level = " level" }\n}\n',
    input: ['{"level":"warn"}'],
    expect: { out: [{ labels: { level: "warn" } }], silent: true },
  },
  {
    name: "a label is set to nothing",
    config: 'stage.static_labels {\n  values = { env = "prod", pod = "" }\n}\n',
    input: [{ line: "x", labels: { pod: "a-1" } }],
    expect: {
      out: [{ labels: { env: "prod", pod: "a-1" } }],
      reports: [{ code: "empty-label", fixed: 'stage.static_labels {\n  values = { env = "prod" }\n}\n' }],
    },
  },
  {
    name: "the value of a label is known where it runs",
    config: 'stage.static_labels {\n  values = { env = "prod", zone = string.join([], "") }\n}\n',
    expect: { silent: true },
  },
  {
    name: "empty values of stage.labels name the value",
    config: `${LOGFMT}stage.labels {\n  values = { level = "", app = "" }\n}\n`,
    expect: { silent: true },
  },
  {
    name: "the tenant is a label",
    config: 'stage.static_labels {\n  values = { team = "shop" }\n}\n\nstage.tenant {\n  source = "team"\n}\n',
    input: ["x"],
    expect: {
      out: [{ labels: { team: "shop" } }],
      reports: [{ code: "label-not-value", fix: "Read the label" }],
    },
  },
  {
    name: "the tenant is a label of the source, which is an extracted value too",
    config: 'stage.tenant {\n  source = "namespace"\n}\n',
    input: [{ line: "x", labels: { namespace: "shop" } }],
    expect: { out: [{ labels: { namespace: "shop", __tenant_id__: "shop" } }], silent: true },
  },
  {
    name: "the tenant is an extracted value and a label",
    config: `${LOGFMT}stage.labels {\n  values = { level = "", app = "" }\n}\nstage.tenant {\n  source = "app"\n}\n`,
    expect: { silent: true },
  },
  {
    name: "the tenant goes with the other labels",
    config: `${TENANT}stage.label_keep {\n  values = ["app"]\n}\n`,
    input: [{ line: "x", labels: { app: "a", pod: "b" } }],
    expect: {
      out: [{ labels: { app: "a" } }],
      reports: [
        { code: "tenant-removed", fixed: `${TENANT}stage.label_keep {\n  values = ["app", "__tenant_id__"]\n}\n` },
      ],
    },
  },
  {
    name: "the tenant is set after labels are kept",
    config: `stage.label_keep {\n  values = ["app"]\n}\n${TENANT}`,
    expect: { silent: true },
  },
];
