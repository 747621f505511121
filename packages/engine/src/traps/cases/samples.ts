/** What only samples show: values that are lost or mistaken for others. */
import type { TrapCase } from "../trap-case.ts";

const json = (expressions: string): string => `stage.json {
  expressions = { ${expressions} }
}
`;
const labels = (values: string): string => `stage.labels {
  values = { ${values} }
}
`;
const template = (text: string): string => `stage.template {
  source   = "who"
  template = "${text}"
}
${labels('who = ""')}`;

export const SAMPLES: readonly TrapCase[] = [
  {
    name: "a name in the JSON holds a dot",
    config: json('code = "http.status"') + labels('code = ""'),
    input: ['{"http.status":"503"}'],
    expect: {
      out: [{ labels: {} }],
      reports: [
        { note: "a path needs quotes around it" },
        { code: "flat-key", fixed: json('code = "\\"http.status\\""') + labels('code = ""') },
      ],
    },
  },
  {
    name: "a name with a dot is inside an object",
    config: json('code = "attributes.http.status"'),
    input: ['{"attributes":{"http.status":503}}'],
    expect: { reports: [{ code: "flat-key", message: 'attributes."http.status"' }] },
  },
  {
    name: "a name with a dot is quoted",
    config: json('code = "\\"http.status\\""') + labels('code = ""'),
    input: ['{"http.status":"503"}', '{"other":1}'],
    expect: { out: [{ labels: { code: "503" } }, { labels: {} }], silent: true },
  },
  {
    name: "a path leads inside, or nowhere",
    config: json('code = "http.status"'),
    input: ['{"http":{"status":1}}', '{"status":1}'],
    expect: { out: [{ extracted: { code: 1 } }, { extracted: { code: null } }], silent: true },
  },
  {
    name: "a number has more digits than numbers have",
    config: json('id = ""') + labels('id = ""'),
    input: ['{"id":9007199254740993}'],
    expect: {
      out: [{ labels: { id: "9007199254740992" } }],
      reports: [{ note: "`9007199254740993` in the text lost its last digits" }, { code: "digits-lost" }],
    },
  },
  {
    name: "a number of many digits is text, or exact",
    config: json('id = "", n = ""') + labels('id = "", n = ""'),
    input: ['{"id":"9007199254740993","n":18014398509481984}'],
    expect: { out: [{ labels: { id: "9007199254740993", n: "18014398509481984" } }], silent: true },
  },
  {
    name: "a template prints a value that is not there",
    config: template("user={{ .user }}"),
    input: ["x"],
    expect: {
      out: [{ labels: { who: "user=<no value>" } }],
      reports: [
        { note: "holds `<no value>`, since `user` is not set" },
        { code: "no-value-in-result", fixed: template("user={{ if .user }}{{ .user }}{{ end }}") },
      ],
    },
  },
  {
    name: "a template asks whether a value is there",
    config: template("user={{ if .user }}{{ .user }}{{ end }}"),
    input: ["x"],
    expect: { out: [{ labels: { who: "user=" } }], silent: true },
  },
  {
    name: "a function fails on a value that is not there",
    config: template("{{ ToUpper .user }}"),
    input: ["x"],
    expect: { out: [{ labels: {} }], reports: [{ note: "; `.user` is not set" }] },
  },
  {
    name: "a time is taken for a card",
    config: "stage.luhn { }\n",
    input: ["ts=1931000000005 a", "ts=1931000000006 b"],
    expect: {
      out: [{ line: "ts=**REDACTED** a" }, {}],
      reports: [{ note: "is a time since 1970 rather than a card" }, { code: "card-mistaken", fix: "Skip ts=\\d+" }],
    },
  },
  {
    name: "a card is a card",
    config: "stage.luhn { }\n",
    input: ["paid with 4023319055607716", '{"card":"4023319055607716"}'],
    expect: { out: [{ line: "paid with **REDACTED**" }, { line: '{"card":"**REDACTED**"}' }], silent: true },
  },
  {
    name: "a number in JSON is replaced by text",
    config: "stage.luhn { }\n",
    input: ['{"card":4023319055607716}'],
    expect: { reports: [{ code: "json-broken", fix: "Replace by 0" }, { note: "Broke the JSON" }] },
  },
  {
    name: "a line without a flag loses its first letter",
    config: "stage.cri { }\n",
    input: ["2031-02-03T10:00:00Z stdout Failed to start"],
    expect: { out: [{ line: "ailed to start" }], reports: [{ code: "flag-eaten" }, { note: "Lost a letter" }] },
  },
  {
    name: "lines with a flag",
    config: "stage.cri { }\n",
    input: [
      "2031-02-03T10:00:00Z stdout F Failed",
      "2031-02-03T10:00:00Z stdout started",
      "2031-02-03T10:00:00Z stdout F ",
    ],
    expect: { out: [{ line: "Failed" }, { line: "started" }, { line: "" }], silent: true },
  },
  {
    name: "a label is copied over what was parsed",
    config: `${json('level = ""')}stage.match {
  selector = \`{app="a"}\`
  ${labels('inner = "level"')}}
`,
    input: [{ line: '{"level":"error"}', labels: { app: "a", level: "unknown" } }],
    expect: {
      out: [{ labels: { app: "a", inner: "unknown", level: "unknown" } }],
      reports: [{ code: "value-overwritten" }, { note: "`error` → `unknown`" }],
    },
  },
  {
    name: "a label that the pipeline sets is copied over what it parses later",
    config: `stage.static_labels {
  values = { level = "unknown" }
}
${json('level = ""')}stage.match {
  selector = \`{app="a"}\`
  ${labels('inner = "level"')}}
`,
    expect: { reports: [{ code: "value-overwritten", message: "overwrites the value" }] },
  },
  {
    name: "a label has the value that was parsed",
    config: `${json('level = ""')}${labels('level = ""')}stage.match {
  selector = \`{app="a"}\`
  ${labels('inner = "level"')}}
`,
    input: [{ line: '{"level":"error"}', labels: { app: "a" } }],
    expect: { out: [{ labels: { app: "a", inner: "error", level: "error" } }], silent: true },
  },
  {
    name: "a field without a value becomes an empty label",
    config: `stage.logfmt {
  mapping = { flag = "" }
}
${labels('flag = ""')}`,
    input: ["flag a=1"],
    expect: { out: [{ labels: { flag: "" } }], reports: [{ note: "Loki takes a label without a value for none" }] },
  },
  {
    name: "a number that the digits of another field come before",
    config: json('id = "order.id"') + labels('id = ""'),
    input: ['{"id":7,"order":{"id":9007199254740993}}'],
    expect: { reports: [{ code: "digits-lost", message: "`9007199254740993` in the text" }] },
  },
  {
    name: "digits that are read as text",
    config: `${json('id = ""')}stage.regex {
  expression = \`"id"\\s*:\\s*(?P<id>-?\\d+)\`
}
${labels('id = ""')}`,
    input: ['{"id":90071}'],
    expect: { out: [{ labels: { id: "90071" } }], silent: true },
  },
  {
    name: "the values of an old stage for Windows events get other names",
    config: `${json('message = ""')}stage.eventlogmessage {
  overwrite_existing = true
}
${labels('user = "_Account_Name"')}`,
    input: ['{"message":"Logged on.\\r\\n\\r\\nSubject:\\r\\n\\tAccount Name:\\t\\tSVC"}'],
    expect: {
      out: [{ labels: { user: "SVC" } }],
      reports: [
        {
          code: "deprecated-stage",
          message: "`Subject_AccountName` for `_Account_Name`",
          fixed: `${json('message = ""')}stage.windowsevent {
  overwrite_existing = true
}
${labels('user = "Subject_AccountName"')}`,
        },
      ],
    },
  },
  {
    name: "the new stage for Windows events",
    config: `${json('message = ""')}stage.windowsevent {
  overwrite_existing = true
}
${labels('user = "Subject_AccountName"')}`,
    input: ['{"message":"Logged on.\\r\\n\\r\\nSubject:\\r\\n\\tAccount Name:\\t\\tSVC"}'],
    expect: { out: [{ labels: { user: "SVC" } }], silent: true },
  },
  {
    name: "an address without its port",
    config: `${json('ip = "remote"')}${labels('ip = ""')}`,
    input: ['{"remote":"192.0.2.7"}', '{"remote":"2001:db8::1"}'],
    expect: { silent: true },
  },
];
