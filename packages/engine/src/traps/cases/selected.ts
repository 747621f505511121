/** A selector asks for a label that is not there: moved, removed, only extracted, or made later. */
import type { TrapCase } from "../trap-case.ts";

const SELECTED = `stage.static_labels {
    values = { fast = "yes" }
  }`;

export const SELECTED_NAMES: readonly TrapCase[] = [
  {
    name: "a selector asks for a label that is made after it",
    config: `stage.match {
  selector = \`{tier="gold"}\`

  ${SELECTED}
}

stage.logfmt {
  mapping = { tier = "" }
}

stage.labels {
  values = { tier = "" }
}
`,
    input: ["tier=gold user=7"],
    expect: {
      out: [{ labels: { tier: "gold" } }],
      reports: [{ code: "read-before-set" }, { note: "the label `tier` is not set" }],
    },
  },
  {
    name: "a selector asks for a label that is made before it",
    config: `stage.logfmt {
  mapping = { tier = "" }
}

stage.labels {
  values = { tier = "" }
}

stage.match {
  selector = \`{tier="gold"}\`

  ${SELECTED}
}
`,
    input: ["tier=gold user=7"],
    expect: { out: [{ labels: { tier: "gold", fast: "yes" } }], silent: true },
  },
  {
    name: "a selector asks for a value that is extracted inside the block",
    config: `loki.process "orders" {
  forward_to = []

  stage.match {
    selector = \`{order_kind="refund"}\`

    stage.json {
      expressions = { at = "", order_kind = "" }
    }

    stage.timestamp {
      source = "at"
      format = "RFC3339"
    }
  }
}
`,
    input: [{ line: '{"at":"2031-01-13T08:00:00Z","order_kind":"refund"}', timestamp: "2024-03-10T12:00:00Z" }],
    expect: {
      out: [{ labels: {}, timestamp: "2024-03-10T12:00:00Z" }],
      reports: [
        {
          code: "value-not-label",
          message: '"order_kind" is only an extracted value: stage.json on line 7 extracts it, inside the block',
          fix: "Extract order_kind and make it a label before",
          fixed: `loki.process "orders" {
  forward_to = []

  stage.json {
    expressions = { at = "", order_kind = "" }
  }

  stage.labels {
    values = { order_kind = "" }
  }

  stage.match {
    selector = \`{order_kind="refund"}\`


    stage.timestamp {
      source = "at"
      format = "RFC3339"
    }
  }
}
`,
        },
      ],
    },
  },
  {
    name: "a selector asks for a label that was moved to the structured metadata",
    config: `stage.structured_metadata {
  values = { pod = "" }
}

stage.match {
  selector = \`{pod=~"web-.*"}\`

  ${SELECTED}
}
`,
    input: [{ line: "x", labels: { pod: "web-1", app: "web" } }],
    expect: {
      out: [{ labels: { app: "web" }, structured_metadata: [["pod", "web-1"]] }],
      reports: [
        {
          code: "read-after-removed",
          message: '"pod" is read here, and stage.structured_metadata on line 1 moved it to the structured metadata',
          fix: "Move stage.match before stage.structured_metadata",
        },
        { note: "it is structured metadata and an extracted value" },
      ],
    },
  },
  {
    name: "a selector asks for a label before it is moved",
    config: `stage.match {
  selector = \`{pod=~"web-.*"}\`

  ${SELECTED}
}

stage.structured_metadata {
  values = { pod = "" }
}
`,
    input: [{ line: "x", labels: { pod: "web-1" } }],
    expect: { out: [{ labels: { fast: "yes" } }], silent: true },
  },
  {
    name: "a selector that takes entries without the label, too",
    config: `stage.label_drop {
  values = ["level"]
}

stage.match {
  selector = \`{app="web", level!="debug"}\`

  ${SELECTED}
}
`,
    expect: { silent: true },
  },
  {
    name: "a label that only a branch removes",
    config: `stage.match {
  selector = \`{app="web"}\`

  stage.label_drop {
    values = ["pod"]
  }
}

stage.match {
  selector = \`{pod=~"db-.*"}\`

  ${SELECTED}
}
`,
    expect: { silent: true },
  },
  {
    name: "a selector on the text of a static label that comes later",
    config: `stage.match {
  selector = \`{origin="edge"}\`

  stage.decolorize { }
}

stage.static_labels {
  values = { origin = "edge" }
}
`,
    expect: { reports: [{ code: "read-before-set", message: 'the label "origin"' }] },
  },
  {
    name: "a selector on another text than the static label that comes later",
    config: `stage.match {
  selector = \`{origin="core"}\`

  stage.decolorize { }
}

stage.static_labels {
  values = { origin = "edge" }
}
`,
    expect: { silent: true },
  },
  {
    name: "a branch on an unknown level that finds it in the line",
    config: `stage.match {
  selector = \`{level="unknown"}\`

  stage.logfmt {
    mapping = { level = "" }
  }

  stage.labels {
    values = { level = "" }
  }
}
`,
    input: [{ line: "level=warn", labels: { level: "unknown" } }],
    expect: { out: [{ labels: { level: "warn" } }], silent: true },
  },
  {
    name: "the advice for a selector that comes too early is not to extract less",
    config: `stage.json {
  expressions = { plan = "", user = "" }
}

stage.match {
  selector = \`{plan="trial"}\`
  action   = "drop"
}

stage.structured_metadata {
  values = { user = "" }
}
`,
    input: ['{"plan":"trial","user":"u"}'],
    expect: {
      out: [{ structured_metadata: [["user", "u"]] }],
      reports: [{ code: "value-not-label", fix: "Make plan a label before" }],
    },
  },
  {
    name: "a selector on a label that a pattern for names moved",
    config: `stage.structured_metadata {
  regex = "^k8s_"
}

stage.match {
  selector = \`{k8s_node="n1"}\`

  stage.decolorize { }
}
`,
    input: [{ line: "x", labels: { k8s_node: "n1" } }],
    expect: { reports: [{ code: "read-after-removed", message: '"k8s_node"' }] },
  },
  {
    name: "a selector on a label that a pattern for names leaves",
    config: `stage.structured_metadata {
  regex = "^k8s_"
}

stage.match {
  selector = \`{app="web"}\`

  stage.decolorize { }
}
`,
    expect: { silent: true },
  },
  {
    name: "a selector on what a branch before it extracts and makes a label",
    config: `stage.match {
  selector = \`{app="shop"}\`

  stage.json {
    expressions = { tier = "" }
  }

  stage.labels {
    values = { tier = "" }
  }
}

stage.match {
  selector = \`{tier="free"}\`

  stage.sampling {
    rate = 0.1
  }
}
`,
    expect: { silent: true },
  },
];
