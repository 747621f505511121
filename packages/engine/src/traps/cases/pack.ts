/** stage.pack sets the current time. */
import type { TrapCase } from "../trap-case.ts";

const TIME = `stage.json {
  expressions = { ts = "", task = "" }
}

stage.timestamp {
  source = "ts"
  format = "RFC3339"
}
`;

export const PACK: readonly TrapCase[] = [
  {
    name: "after a time was read",
    config: `${TIME}
stage.pack {
  labels = ["task", "missing"]
}
`,
    input: ['{"ts":"2031-02-03T04:05:06.007Z","task":"42"}'],
    expect: {
      out: [
        {
          line: '{"task":"42","_entry":"{\\"ts\\":\\"2031-02-03T04:05:06.007Z\\",\\"task\\":\\"42\\"}"}',
          timestamp: "2024-03-10T12:00:00Z",
        },
      ],
      reports: [
        {
          code: "time-overwritten",
          message: "which undoes stage.timestamp on line 5",
          fix: "Set ingest_timestamp to false",
          fixed: `${TIME}
stage.pack {
  labels = ["task", "missing"]
  ingest_timestamp = false
}
`,
        },
        { note: "the current time, since `ingest_timestamp` is true" },
      ],
    },
  },
  {
    name: "after a time was read in a branch",
    config: `stage.match {
  selector = \`{app="batch"}\`

  stage.json {
    expressions = { ts = "" }
  }

  stage.timestamp {
    source = "ts"
    format = "RFC3339"
  }
}

stage.pack {
  labels = ["pod"]
}
`,
    expect: { reports: [{ code: "time-overwritten" }] },
  },
  {
    name: "of Promtail",
    from: "promtail",
    config: `pipeline_stages:
  - json:
      expressions:
        ts:
  - timestamp:
      source: ts
      format: RFC3339
  - pack:
      labels: [pod]
`,
    expect: { reports: [{ code: "time-overwritten", fix: "Set ingest_timestamp to false" }] },
  },
  {
    name: "in the block of a branch, after a time was read for all",
    config: `${TIME}
stage.match {
  selector = \`{app="batch"}\`

  stage.pack {
    labels = ["task"]
  }
}
`,
    expect: { reports: [{ code: "time-overwritten" }] },
  },
  {
    name: "after a time was read and old entries were dropped",
    config: `stage.logfmt {
  mapping = { at = "" }
}

stage.timestamp {
  source = "at"
  format = "UnixMs"
}

stage.drop {
  older_than = "24h"
}

stage.pack {
  labels = ["pod"]
}
`,
    input: ["at=1710071999000 x=1"],
    expect: {
      out: [{ timestamp: "2024-03-10T12:00:00Z" }],
      reports: [
        { code: "time-overwritten", message: "stage.timestamp on line 5", fix: "Set ingest_timestamp to false" },
      ],
    },
  },
  {
    name: "that keeps the time",
    config: `${TIME}
stage.pack {
  labels           = ["task"]
  ingest_timestamp = false
}
`,
    input: ['{"ts":"2031-02-03T04:05:06.007Z","task":"42"}'],
    expect: { out: [{ timestamp: "2031-02-03T04:05:06.007Z" }], silent: true },
  },
  {
    name: "that is said to set the time",
    config: `${TIME}
stage.pack {
  labels           = ["task"]
  ingest_timestamp = true
}
`,
    expect: { silent: true },
  },
  {
    name: "without a time before it",
    config: `stage.cri { }

stage.pack {
  labels = ["pod"]
}
`,
    expect: { silent: true },
  },
  {
    name: "with a time after it",
    config: `stage.pack {
  labels = ["pod"]
}

${TIME}
stage.labels {
  values = { task = "" }
}
`,
    expect: { silent: true },
  },
  {
    name: "in another branch",
    config: `stage.match {
  selector = \`{app="batch"}\`

  stage.json {
    expressions = { ts = "" }
  }

  stage.timestamp {
    source = "ts"
    format = "RFC3339"
  }
}

stage.match {
  selector = \`{app="edge"}\`

  stage.pack {
    labels = ["pod"]
  }
}
`,
    expect: { silent: true },
  },
];
