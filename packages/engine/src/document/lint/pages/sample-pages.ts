/** Documentation of what a preview reports of its samples, apart from labels of many values. */
import type { LintPage } from "../lint.ts";

const SHOWN = "A preview reports it where its samples show it.";

export const SAMPLE_PAGES: readonly LintPage[] = [
  {
    code: "flat-key",
    title: "A field whose name holds a dot is read as a path",
    doc: `In JMESPath a dot leads into an object: \`id.resp_h\` is the field \`resp_h\` of the object \`id\`. A name that holds the dot itself needs quotes inside the expression. ${SHOWN}`,
    example: `stage.json {
  expressions = { host = "id.resp_h" }
}
`,
    fixed: `stage.json {
  expressions = { host = "\\"id.resp_h\\"" }
}
`,
  },
  {
    code: "field-elsewhere",
    title: "A field is written in another case, or inside a text",
    doc: `Names of JSON are compared with their case. A text that holds JSON is a text: stage.json extracts it, and another one with its name as \`source\` reads what is inside. ${SHOWN}`,
    example: `stage.json {
  expressions = { level = "" }
}
`,
    fixed: `stage.json {
  expressions = { level = "Level" }
}
`,
  },
  {
    code: "line-wrapped",
    title: "A line is read with what a container runtime writes around it",
    doc: `stage.cri and stage.docker take the program's line out of the runtime's, and stage.decolorize removes escape sequences. Without them an expression sees the runtime's text, and what begins with a date matches each of its lines. ${SHOWN}`,
    example: `stage.json {
  expressions = { level = "" }
}
`,
    fixed: `stage.cri { }

stage.json {
  expressions = { level = "" }
}
`,
  },
  {
    code: "line-replaced",
    title: "A line is parsed after another text took its place",
    doc: `stage.output makes another text the line, which a second stage.json reads in place of the JSON. Extract everything first, then replace the line, or give the second one a \`source\`. ${SHOWN}`,
    example: `stage.json {
  expressions = { msg = "" }
}

stage.output {
  source = "msg"
}

stage.json {
  expressions = { user = "user.id" }
}

stage.labels {
  values = { user = "" }
}
`,
    fixed: `stage.json {
  expressions = { msg = "" }
}

stage.json {
  expressions = { user = "user.id" }
}
stage.output {
  source = "msg"
}


stage.labels {
  values = { user = "" }
}
`,
  },
  {
    code: "firstline-never",
    title: "No line is a first line",
    doc: `Lines that begin as those of a stack trace do come alone, since \`firstline\` matches no line before them. ${SHOWN}`,
    example: `stage.multiline {
  firstline = "^\\\\d{4}-\\\\d{2}-\\\\d{2}T"
}
`,
  },
  {
    code: "layout-misses",
    title: "A layout reads none of the times",
    doc: `A layout is compared part by part: a letter \`Z\` at its end reads no offset, and two digits of a year read no four. The message names the layout that reads the time. ${SHOWN}`,
    example: `stage.logfmt {
  mapping = { ts = "" }
}

stage.timestamp {
  source = "ts"
  format = "2006-01-02T15:04:05Z"
}
`,
    fixed: `stage.logfmt {
  mapping = { ts = "" }
}

stage.timestamp {
  source = "ts"
  format = "RFC3339"
}
`,
  },
  {
    code: "wrong-unit",
    title: "A time is counted in another unit",
    doc: `Unix counts seconds, UnixMs milliseconds, UnixUs microseconds and UnixNs nanoseconds since 1970. In another unit the same number is a time long past or to come. ${SHOWN}`,
    example: `stage.timestamp {
  source = "time"
  format = "Unix"
}
`,
    fixed: `stage.timestamp {
  source = "time"
  format = "UnixMs"
}
`,
  },
  {
    code: "zone-unknown",
    title: "The abbreviation of a time zone is not known",
    doc: `A layout with \`MST\` reads any abbreviation, and knows those of \`location\` alone: without it CEST is as far from UTC as UTC. Name the zone with \`location\`. ${SHOWN}`,
    example: `stage.timestamp {
  source = "time"
  format = "2006-01-02 15:04:05 MST"
}
`,
  },
  {
    code: "value-cut",
    title: "A sentence without quotes is cut to its first word",
    doc: `In logfmt a blank ends a value, and words after it are keys without values. Let the program write quotes, or read the rest of the line with stage.regex. ${SHOWN}`,
    example: `stage.logfmt {
  mapping = { level = "", msg = "" }
}
`,
  },
  {
    code: "digits-lost",
    title: "A number has more digits than numbers keep",
    doc: `Numbers of JSON are read with some 16 digits, as in Alloy: 9007199254740993 becomes 9007199254740992. Let the program write it in quotes, or read it as text with stage.regex. ${SHOWN}`,
    example: `stage.json {
  expressions = { order_id = "" }
}
`,
    fixed: `stage.json {
  expressions = { order_id = "" }
}
stage.regex {
  expression = \`"order_id"\\s*:\\s*(?P<order_id>-?\\d+)\`
}
`,
  },
  {
    code: "no-value-in-result",
    title: "A template prints a value that is not there",
    doc: `It prints \`<no value>\`. Ask for it with \`{{ if .user }}…{{ end }}\`. ${SHOWN}`,
    example: `stage.template {
  source   = "who"
  template = "user={{ .user }}"
}
`,
    fixed: `stage.template {
  source   = "who"
  template = "user={{ if .user }}{{ .user }}{{ end }}"
}
`,
  },
  {
    code: "card-mistaken",
    title: "A time is taken for a card number",
    doc: `Every tenth number passes the Luhn checksum, times in milliseconds among them. \`skip_regex\` leaves them alone. ${SHOWN}`,
    example: `stage.luhn {
  min_length = 13
}
`,
    fixed: `stage.luhn {
  min_length = 13
  skip_regex = "\\"ts\\":\\\\d+"
}
`,
  },
  {
    code: "json-broken",
    title: "A number of JSON is replaced by text",
    doc: `Without quotes around it the line is no JSON any more. A number as \`replacement\` keeps it JSON. ${SHOWN}`,
    example: `stage.luhn {
  min_length = 13
}
`,
    fixed: `stage.luhn {
  min_length = 13
  replacement = "0"
}
`,
  },
  {
    code: "flag-eaten",
    title: "A line of a container runtime loses its first letter",
    doc: `The flag \`F\` or \`P\` may be missing, and then a text that begins with that letter loses it, as in Alloy. Lines of Docker's or of another form need another stage. ${SHOWN}`,
    example: `stage.cri { }
`,
  },
  {
    code: "address-with-port",
    title: "An address is more than an address",
    doc: `stage.geoip looks up an IP address alone: without a port, and not a list of several. Take the address out with stage.regex. ${SHOWN}`,
    example: `stage.geoip {
  db     = "city.mmdb"
  source = "remote_addr"
}
`,
  },
  {
    code: "rule-matches-part",
    title: "A rule matches a part of the value",
    doc: `The expression of a rule has to match the whole value, and sees labels alone. ${SHOWN}`,
    example: `logs.relabel "a" {
  forward_to = []

  rule {
    source_labels = ["filename"]
    regex         = "/var/log/([^/]+)/"
    target_label  = "app"
  }
}
`,
    fixed: `logs.relabel "a" {
  forward_to = []

  rule {
    source_labels = ["filename"]
    regex         = "/var/log/([^/]+)/.*"
    target_label  = "app"
  }
}
`,
  },
];
