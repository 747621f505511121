/** Fields that are not where they are looked for, and values that are less than they seem. */
import type { TrapCase } from "../trap-case.ts";

const json = (expressions: string): string => `stage.json {
  expressions = { ${expressions} }
}
`;
const LOGFMT = `stage.logfmt {
  mapping = { level = "", msg = "" }
}

stage.output {
  source = "msg"
}

stage.labels {
  values = { level = "" }
}
`;

export const FIELDS: readonly TrapCase[] = [
  {
    name: "the name is written in another case",
    config: json('level = ""'),
    input: ['{"Level":"info"}', '{"Level":"warn"}'],
    expect: {
      reports: [
        { note: "the JSON has `Level`, and names are compared with their case" },
        { code: "field-elsewhere", message: "2 samples show it", fixed: json('level = "Level"') },
      ],
    },
  },
  {
    name: "the case differs inside an object",
    config: json('id = "user.Id"'),
    input: ['{"user":{"ID":"a"}}'],
    expect: { reports: [{ code: "field-elsewhere", fixed: json('id = "user.ID"') }] },
  },
  {
    name: "both cases are read",
    config: json('level = "", Level = ""'),
    input: ['{"Level":"info"}', '{"level":"info"}'],
    expect: { silent: true },
  },
  {
    name: "the path leads into a text that holds JSON",
    config: json('user = "message.user"'),
    input: ['{"message":"{\\"user\\":\\"bo\\"}"}'],
    expect: { reports: [{ code: "field-elsewhere", message: "in the JSON of the text `message`" }] },
  },
  {
    name: "another text of the line holds the field",
    config: json('user = ""'),
    input: ['{"payload":"{\\"user\\":\\"bo\\"}"}'],
    expect: { reports: [{ code: "field-elsewhere", message: "in the JSON of the text `payload`" }] },
  },
  {
    name: "the text is read by a stage of its own",
    config: `${json('payload = "", user = ""')}\nstage.json {\n  source      = "payload"\n  expressions = { user = "" }\n}\n\nstage.labels {\n  values = { user = "" }\n}\n`,
    input: ['{"payload":"{\\"user\\":\\"bo\\"}"}', '{"user":"al","payload":"x"}'],
    expect: { silent: true },
  },
  {
    name: "a field is not there at all, or null",
    config: json('user = ""'),
    input: ['{"other":"{broken"}', '{"user":null}'],
    expect: { silent: true },
  },
  {
    name: "a sentence has no quotes",
    config: LOGFMT,
    input: ["level=info msg=user logged in id=7"],
    expect: {
      out: [{ line: "user" }],
      reports: [{ note: "`msg` is `user` alone" }, { code: "value-cut", message: "(`logged in`)" }],
    },
  },
  {
    name: "a sentence has quotes, or one word",
    config: LOGFMT,
    input: ['level=info msg="user logged in" id=7', "level=info msg=started", "level=info msg=started id=7 ok"],
    expect: { out: [{ line: "user logged in" }, { line: "started" }, { line: "started" }], silent: true },
  },
  {
    name: "a flag stands after another field",
    config: LOGFMT,
    input: ["msg=started level=info verbose"],
    expect: { silent: true },
  },
  {
    name: "a field inside a list",
    config: json('first = "tags[0]"'),
    input: ['{"tags":["a","b"]}', '{"tags":[]}'],
    expect: { silent: true },
  },
  {
    name: "a field that some lines have in another case is read in both",
    config: json('level = "level || Level"'),
    input: ['{"level":"info"}', '{"Level":"info"}'],
    expect: { silent: true },
  },
];
