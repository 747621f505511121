/** A name is read where it is not. */
import type { TrapCase } from "../trap-case.ts";

export const NAMES: readonly TrapCase[] = [
  {
    name: "a selector asks for a label that is made after it",
    config: `stage.match {
  selector = \`{tier="gold"}\`

  stage.static_labels {
    values = { fast = "yes" }
  }
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
      told: [{ code: "read-before-set" }, { note: "the label `tier` is not set" }],
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

  stage.static_labels {
    values = { fast = "yes" }
  }
}
`,
    input: ["tier=gold user=7"],
    expect: { out: [{ labels: { tier: "gold", fast: "yes" } }], silent: true },
  },
];
