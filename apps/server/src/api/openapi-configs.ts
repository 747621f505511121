/** What is sent to change configurations and to check them, and what is answered, as the OpenAPI document has it. */
import { CONSEQUENCE_KINDS } from "@sluice/engine";
import { integer, list, object, type Schema, text } from "./openapi-parts.ts";

export const CONFIGURATION = {
  text: text("The configuration; or `files`"),
  files: list(object({ name: text("As messages call it"), text: text("Its text") }, ["name", "text"])),
};
export const STAGES = {
  into: text(
    "A component of the configuration that runs: it gets the stages of `text` or `files`, and the rest of it stays, secrets included",
  ),
  from: text("With `into`: the pipeline that the stages are taken from, where there are several"),
  how: {
    enum: ["replace", "append"],
    description: "With `into`: what happens to the stages that it has; `replace` unless it is said",
  },
};
export const CAUSE = {
  note: { ...text("What the change is for"), maxLength: 1000 },
  user: { ...text("Who makes it, as the client says"), maxLength: 200 },
  base: integer("The version that is expected to run; with another, nothing is changed"),
  base_sha256: text(
    "The `sha256` of what is expected to run, where versions are not kept; with another, nothing is changed",
  ),
};

const DIAGNOSTIC = object(
  {
    file: text("In which it stands"),
    line: integer("From 1"),
    column: integer("In bytes, from 1"),
    severity: { enum: ["error", "warning", "info"] },
    code: text("What kind of mistake"),
    message: text("One sentence"),
  },
  ["file", "severity", "code", "message"],
);

const EXPLAINED = {
  diagnostics: { ...list(DIAGNOSTIC), description: "At most fifty, errors first" },
  more: integer("How many there are besides, where there are"),
  text: text("The same for people, with source lines and carets"),
};

const CONSEQUENCE = object(
  {
    kind: { enum: [...CONSEQUENCE_KINDS] },
    component: text("Whose it is; left out where it is about the whole"),
    loses: { type: "boolean", description: "Entries are lost or doubled, or somebody outside notices" },
    text: text("What stops, and what clients notice"),
  },
  ["kind", "loses", "text"],
);
const CONSEQUENCES = { ...list(CONSEQUENCE), description: "What stops, what loses something first" };

export const CONFIG_SCHEMAS: Readonly<Record<string, Schema>> = {
  Changed: object(
    {
      changed: { type: "boolean", description: "Whether another ran before" },
      version: integer("The one that runs"),
      consequences: CONSEQUENCES,
    },
    ["changed"],
  ),
  Checked: object(
    {
      ok: { type: "boolean" },
      ...EXPLAINED,
      consequences: {
        ...CONSEQUENCES,
        description: "What would stop, at most a hundred; left out where it may not run",
      },
      consequences_more: integer("How many there are besides, where there are"),
      lacks: { ...list({ enum: ["source", "sink"] }), description: "What it has none of" },
      config: text("With `into`: the whole configuration as it would run, without secrets"),
      runs: object(
        {
          version: integer("The version that runs"),
          sha256: text("Of its text"),
          pipelines: {
            ...list(text("The id of a component")),
            description: "Its components that have a place for stages",
          },
        },
        ["sha256", "pipelines"],
      ),
    },
    ["ok", "diagnostics", "text", "runs"],
  ),
  Refused: object({ error: text("One line"), ...EXPLAINED }, ["error"]),
};
