/** What stage.replace replaces: groups, each by itself. */
import type { TrapCase } from "../trap-case.ts";

export const REPLACE: readonly TrapCase[] = [
  {
    name: "no group",
    config: `stage.replace {
  expression = "session=[a-z0-9]+"
  replace    = "session=hidden"
}
`,
    input: ["GET /a session=ab12 ok"],
    expect: {
      out: [{ line: "GET /a session=ab12 ok" }],
      reports: [
        {
          code: "replace-without-group",
          fix: "Replace the whole match",
          fixed: `stage.replace {
  expression = "(session=[a-z0-9]+)"
  replace    = "session=hidden"
}
`,
        },
        { note: "Unchanged: the expression has no group" },
      ],
    },
  },
  {
    name: "a group that does not capture",
    config: `stage.replace {
  expression = \`(?:pin|code)=\\d+\`
  replace    = ""
}
`,
    input: ["pin=1234"],
    expect: {
      out: [{ line: "pin=1234" }],
      reports: [{ code: "replace-without-group", fix: "Replace the whole match" }],
    },
  },
  {
    name: "one text for the groups of a line",
    config: `stage.replace {
  expression = "^(?P<at>\\\\S+ \\\\S+) \\\\[(?P<sev>\\\\w+)\\\\] (?P<pid>\\\\d+)#(?P<tid>\\\\d+): (?P<text>.*)$"
  replace    = "Y"
}
`,
    input: ['2031/04/07 19:39:46 [notice] 7#7: using the "kqueue" event method', "another line"],
    expect: {
      out: [
        { line: "Y [Y] Y#Y: Y", extracted: { at: "Y", sev: "Y", pid: "Y", tid: "Y", text: "Y" } },
        { line: "another line" },
      ],
      reports: [
        { code: "replace-groups", message: 'each of the 5 groups is replaced by "Y", and the text between them stays' },
        { note: "Replaced 5 groups; the text between them stays; `at` is now `Y`" },
      ],
    },
  },
  {
    name: "unnamed groups of a whole line",
    config: `stage.replace {
  expression = "^(\\\\S+) - (\\\\S+)$"
  replace    = "user"
}
`,
    input: ["10.0.0.1 - ann"],
    expect: { out: [{ line: "user - user" }], reports: [{ code: "replace-groups" }] },
  },
  {
    name: "groups by number, as in sed",
    config: `stage.replace {
  expression = "(\\\\d{4})-\\\\d{4}"
  replace    = "$1-xxxx"
}
`,
    input: ["card 1111-2222"],
    expect: {
      out: [{ line: "card $1-xxxx-2222" }],
      reports: [{ code: "replace-groups", message: "$1 stays as it is" }],
    },
  },
  {
    name: "groups by name, before they are set",
    config: `stage.replace {
  expression = "id=(?P<ident>\\\\d+)"
  replace    = "<{{ .ident }}>"
}
`,
    input: ["id=7"],
    expect: {
      out: [{ line: "id=<<no value>>", extracted: { ident: "<<no value>>" } }],
      reports: [{ code: "replace-groups", message: ".ident has no value yet" }],
    },
  },
  {
    name: "a group with the name of the source",
    config: `stage.regex {
  expression = "^(?P<when>\\\\d{4}-\\\\d{2}-\\\\d{2} \\\\d{2}:\\\\d{2}:\\\\d{2},\\\\d{3}) (?P<text>.+)"
}

stage.replace {
  source     = "when"
  expression = "(?P<when>\\\\d{4}-\\\\d{2}-\\\\d{2} \\\\d{2}:\\\\d{2}:\\\\d{2}),(\\\\d{3})"
  replace    = "{{ regexReplaceAll \\",\\" .when \\".\\" }}"
}

stage.timestamp {
  source   = "when"
  format   = "2006-01-02 15:04:05.000"
  location = "Europe/Paris"
}
`,
    input: ["2031-07-04 00:00:17,530 first entry"],
    expect: {
      out: [{ timestamp: "2031-07-03T22:00:17.53Z" }],
      reports: [
        { code: "replace-groups", message: 'the group "when" has the name of source' },
        {
          note: "then the group `when` overwrote `2031-07-04 00:00:17.530,2031-07-04 00:00:17.530` with `2031-07-04 00:00:17.530`",
        },
      ],
    },
  },
  {
    name: "a group of a part has the name of the source",
    config: `stage.logfmt {
  mapping = { url = "" }
}

stage.replace {
  source     = "url"
  expression = "key=(?P<url>\\\\w+)"
  replace    = "***"
}

stage.labels {
  values = { url = "" }
}
`,
    input: ['url="/a?key=abc&b=1"'],
    expect: {
      out: [{ labels: { url: "***" } }],
      reports: [{ code: "replace-groups", message: "the rest of", fix: "Leave out the group's name" }],
    },
  },
  {
    name: "a masked group is read",
    config: `stage.replace {
  expression = "user=(?P<user>\\\\w+)"
  replace    = "***"
}

stage.labels {
  values = { user = "" }
}
`,
    input: ["user=ann did it"],
    expect: {
      out: [{ line: "user=*** did it", labels: { user: "***" } }],
      reports: [{ code: "replace-groups", message: '"user" is "***" after it, which stage.labels on line 6 reads' }],
    },
  },
  {
    name: "a group that is read before it is masked",
    config: `stage.regex {
  expression = "user=(?P<user>\\\\w+)"
}

stage.labels {
  values = { user = "" }
}

stage.replace {
  expression = "user=(?P<user>\\\\w+)"
  replace    = "***"
}
`,
    input: ["user=ann did it"],
    expect: { out: [{ line: "user=*** did it", labels: { user: "ann" } }], silent: true },
  },
  {
    name: "one group for a secret",
    config: `stage.replace {
  expression = "session=([a-z0-9]+)"
  replace    = "hidden"
}
`,
    input: ["GET /a session=ab12 ok"],
    expect: { out: [{ line: "GET /a session=hidden ok" }], silent: true },
  },
  {
    name: "two secrets with one mask",
    config: `stage.replace {
  expression = "user=(\\\\S+) password=(\\\\S+)"
  replace    = "***"
}
`,
    input: ["login user=ann password=x1 ok"],
    expect: { out: [{ line: "login user=*** password=*** ok" }], silent: true },
  },
  {
    name: "two secrets with names and one mask",
    config: `stage.replace {
  expression = "user=(?P<user>\\\\S+) password=(?P<password>\\\\S+)"
  replace    = "***"
}
`,
    input: ["login user=ann password=x1 ok"],
    expect: { out: [{ line: "login user=*** password=*** ok" }], silent: true },
  },
  {
    name: "an empty text for what is left out",
    config: `stage.replace {
  expression = "^(\\\\S+ )(?:\\\\S+ )(\\\\[\\\\d+\\\\] ).*$"
  replace    = ""
}
`,
    input: ["a b [1] c"],
    expect: { out: [{ line: "b c" }], silent: true },
  },
  {
    name: "a template of the group's own text",
    config: `stage.replace {
  expression = "(?P<ip>\\\\d+\\\\.\\\\d+\\\\.\\\\d+\\\\.\\\\d+) (?P<user>\\\\w+)"
  replace    = "{{ .Value | Hash \\"pepper\\" }}"
}
`,
    expect: { silent: true },
  },
  {
    name: "a template with values that were extracted before",
    config: `stage.logfmt {
  mapping = { user = "" }
}

stage.replace {
  expression = "token=(\\\\w+)"
  replace    = "of {{ .user }}"
}
`,
    input: ["user=ann token=q1"],
    expect: { out: [{ line: "user=ann token=of ann" }], silent: true },
  },
  {
    name: "the whole source in a group of its name",
    config: `stage.json {
  expressions = { mail = "" }
}

stage.replace {
  source     = "mail"
  expression = "^(?P<mail>.*)$"
  replace    = "{{ .Value | ToLower }}"
}

stage.structured_metadata {
  values = { mail = "" }
}
`,
    input: ['{"mail":"A@B.example"}'],
    expect: { out: [{ structured_metadata: [["mail", "a@b.example"]] }], silent: true },
  },
  {
    name: "a price in dollars",
    config: `stage.replace {
  expression = "price=(\\\\S+)"
  replace    = "$9"
}
`,
    expect: { silent: true },
  },
  {
    name: "a group of fixed text is replaced, too",
    config: `stage.replace {
  expression = "(user=)(\\\\S+)"
  replace    = "***"
}
`,
    input: ["login user=bob ok"],
    expect: {
      out: [{ line: "login ****** ok" }],
      reports: [
        {
          code: "replace-groups",
          message: "the group (user=) is replaced",
          fix: "Keep user=",
          fixed: `stage.replace {
  expression = "user=(\\\\S+)"
  replace    = "***"
}
`,
        },
      ],
    },
  },
  {
    name: "two words are masked",
    config: `stage.replace {
  expression = "(hunter2)|(letmein)"
  replace    = "***"
}
`,
    input: ["password hunter2"],
    expect: { out: [{ line: "password ***" }], silent: true },
  },
];
