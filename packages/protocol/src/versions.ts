/** Configurations: what runs, how it is changed, and the versions that are kept. Texts are without secrets. */
import { CONSEQUENCE_KINDS } from "@sluice/engine";
import * as v from "valibot";
import { anyText, oneOf, textUpTo } from "./body.ts";
import { LOADED_VIA } from "./loaded-via.ts";
import { Refusal, refused } from "./refusals.ts";
import { json, lines, route } from "./route.ts";
import { count, type Data, described, list, ordinal, text, time, word, yes } from "./schema.ts";

/** Characters, and files of one configuration. */
export const MAX_NOTE = 1000;
export const MAX_USER = 200;
export const MAX_NAME = 200;
export const MAX_FILES = 1000;

export const ConfigVersion = v.object({
  number: ordinal("Counts from 1"),
  at: time("When it was loaded or refused"),
  via: word(LOADED_VIA, "What loaded it", "reload"),
  from: v.optional(text("Address of the client that asked for it")),
  user: v.optional(text("User, as the client named it")),
  note: v.optional(text("Note on the change")),
  base: v.optional(ordinal("The version that ran before")),
  result: word(["loaded", "refused"], "Whether it was loaded", "refused"),
  message: v.optional(text("Why it was refused, in one line")),
  sha256: text("SHA-256 of its text, as 64 hexadecimal digits"),
  source: v.optional(text("The file or folder that the server was started with")),
  origin: v.optional(word(["file", "api"], "Where its text came from", "file")),
});
export type ConfigVersion = Data<typeof ConfigVersion>;

export const ConfigVersionList = v.object({
  current: v.optional(ordinal("The version that runs")),
  problem: v.optional(text("Why versions are not kept")),
  fallback: v.optional(text("Why the configuration that was last requested does not run")),
  versions: list(ConfigVersion, "The newest first"),
});
export type ConfigVersionList = Data<typeof ConfigVersionList>;

export const VersionDetail = v.object({
  ...ConfigVersion.entries,
  text: text("Its text, without secrets"),
  diff: v.optional(
    described(
      v.object({
        against: ordinal("The version that it is compared with"),
        added: count("Lines that it adds"),
        removed: count("Lines that it removes"),
        text: text("The difference, as diff -u writes it"),
      }),
      "What it changed",
    ),
  ),
});
export type VersionDetail = Data<typeof VersionDetail>;

/** Something that is wrong with a configuration. */
export const PlacedMessage = v.object({
  file: v.optional(text("The file with the problem")),
  line: v.optional(ordinal("From 1; absent if the whole is meant")),
  column: v.optional(ordinal("From 1, in bytes of UTF-8")),
  severity: word(["error", "warning", "info"], "Severity", "error"),
  code: text("The kind of diagnostic"),
  message: text("One sentence"),
});
export type PlacedMessage = Data<typeof PlacedMessage>;

const EXPLAINED = {
  diagnostics: list(PlacedMessage, "At most fifty, errors first"),
  more: v.optional(count("How many more there are")),
};
const EXPLAINED_TEXT = text("The same for people, with source lines and carets");

const UNREAD = {
  kind: "component-ends",
  loses: true,
  text: "The server reports a consequence that this version does not know.",
} as const;

/** A newer server may know more kinds. */
export const Consequence = v.fallback(
  v.object({
    kind: word(CONSEQUENCE_KINDS, "Kind of consequence", "component-ends"),
    component: v.optional(text("The component; absent if the whole is meant")),
    loses: yes("Entries are lost or doubled, or clients notice"),
    text: text("What stops, and what clients notice"),
  }),
  UNREAD,
);
export type Consequence = Data<typeof Consequence>;

/** None is left out: otherwise a decision based on them would miss a loss that cannot be read. */
const consequences = (note: string) => v.optional(v.pipe(v.array(Consequence), v.description(note)), []);

export const Foreseen = v.object({
  ok: yes("Whether it may run"),
  ...EXPLAINED,
  text: EXPLAINED_TEXT,
  consequences: consequences("What stops when it runs, at most a hundred, losses first"),
  consequences_more: v.optional(count("How many more consequences there are")),
  lacks: v.optional(list(v.picklist(["source", "sink"]), "What the configuration lacks"), []),
  backlogs: v.optional(
    list(
      v.object({
        component: text("A component that ends, with a journal"),
        entries: count("Entries in it that are not delivered"),
        heirs: list(v.string(), "New components that can take them over, by `take_over`"),
      }),
      "Journals that end with entries in them; absent where there are none",
    ),
  ),
  config: v.optional(text("With `into`: the whole configuration as it would run, without secrets")),
  runs: v.pipe(
    v.object({
      version: v.optional(ordinal("The version that runs")),
      sha256: text("SHA-256 of its text"),
      pipelines: list(v.string(), "Its components that have stages"),
    }),
    v.description("The running configuration that it was compared with"),
  ),
});
export type Foreseen = Data<typeof Foreseen>;

export const Changed = v.object({
  changed: yes("Whether another configuration ran before"),
  version: v.optional(ordinal("The version that runs now")),
  consequences: consequences("What stopped"),
});
export type Changed = Data<typeof Changed>;

/** Why a configuration was not loaded. */
export const LoadRefusal = v.object({
  ...Refusal.entries,
  diagnostics: v.optional(EXPLAINED.diagnostics),
  more: EXPLAINED.more,
  text: v.optional(EXPLAINED_TEXT),
});
export type LoadRefusal = Data<typeof LoadRefusal>;

export const Conflict = v.object({ ...Refusal.entries, current: v.optional(ConfigVersion) });
export type Conflict = Data<typeof Conflict>;

export const RunningConfig = v.object({
  file: text("The file or folder that the server was started with"),
  text: text("The configuration that runs, without secrets"),
  sha256: text("SHA-256 of its text, secrets included"),
});
export type RunningConfig = Data<typeof RunningConfig>;

const FILE = `must have a "text" and a "name" of 1 to ${MAX_NAME} characters`;
const FILES = 'the body must have "text", or "files" as a list of {"name": "…", "text": "…"}';
const NAMES = 'must be the name of a component, such as "logs.process.main"';
const component = (note: string) =>
  v.pipe(v.string(NAMES), v.minLength(1, NAMES), v.maxLength(MAX_NAME, NAMES), v.description(note));

/** Where the stages of a draft go, if the draft is a part of what would run. */
export const INTO = {
  into: v.optional(
    component(
      "A component of the configuration that runs: it gets the stages of `text` or `files`, and everything else stays, secrets included",
    ),
  ),
  from: v.optional(component("With `into`: the pipeline to take the stages from, where there are several")),
  how: v.optional(oneOf(["replace", "append"], "With `into`: what happens to its stages; `replace` by default")),
};
type IntoBody = Data<v.ObjectSchema<typeof INTO, undefined>>;

export const hasPlace = ({ into, from, how }: IntoBody): boolean =>
  into !== undefined || (from === undefined && how === undefined);
export const PLACE = '"from" and "how" need "into"';

/** Pairs of one change. */
const MAX_TAKEN = 100;
const TAKEN = 'must be a list of {"from": "logs.journal.old", "to": "logs.journal.new"}';
const TAKE_OVER = {
  take_over: v.optional(
    v.pipe(
      v.array(
        v.object({ from: component("The component that ends"), to: component("The new one, of the same kind") }, TAKEN),
        TAKEN,
      ),
      v.maxLength(MAX_TAKEN, `must have at most ${MAX_TAKEN} pairs`),
      v.description("New components that take over what others keep on disk, such as the entries of a renamed journal"),
    ),
  ),
};

const DRAFT = {
  text: v.optional(anyText("The configuration; or send `files`")),
  files: v.optional(
    v.pipe(
      v.array(
        v.object(
          {
            name: v.pipe(
              v.string(FILE),
              v.minLength(1, FILE),
              v.maxLength(MAX_NAME, FILE),
              v.description("Its name in messages"),
            ),
            text: anyText("Its text", FILE),
          },
          FILE,
        ),
        'must be a list of {"name": "…", "text": "…"}',
      ),
      v.minLength(1, "must have at least one file"),
      v.maxLength(MAX_FILES, `must have at most ${MAX_FILES} files`),
      v.description("The files of one configuration, in order"),
    ),
  ),
  ...INTO,
};
type DraftBody = Data<v.ObjectSchema<typeof DRAFT, undefined>>;

const hasOneText = ({ text: whole, files }: DraftBody) => (whole === undefined) !== (files === undefined);

const VERSION = "must be the number of a version";
const CAUSE = {
  ...TAKE_OVER,
  note: v.optional(textUpTo(MAX_NOTE, "Note on the change")),
  user: v.optional(textUpTo(MAX_USER, "Who makes the change")),
  base: v.optional(
    v.pipe(
      v.number(VERSION),
      v.safeInteger(VERSION),
      v.minValue(1, VERSION),
      v.description("The version that is expected to run; with another, nothing is changed"),
    ),
  ),
  base_sha256: v.optional(
    v.pipe(
      v.string("must be a SHA-256, as 64 hexadecimal digits in lower case"),
      v.regex(/^[\da-f]{64}$/, "must be a SHA-256, as 64 hexadecimal digits in lower case"),
      v.description("SHA-256 of the text that is expected to run, where versions are not kept"),
    ),
  ),
};

export const DeployBody = v.pipe(
  v.object({ ...DRAFT, ...CAUSE }),
  v.check((body) => hasOneText(body), FILES),
  v.check((body) => hasPlace(body), PLACE),
);
export type DeployBody = Data<typeof DeployBody>;
export const RollbackBody = v.object(CAUSE);
export type RollbackBody = Data<typeof RollbackBody>;
export const ValidateBody = v.pipe(
  v.object({
    ...DRAFT,
    ...TAKE_OVER,
    version: v.optional(
      v.pipe(
        v.union([v.pipe(v.string(), v.regex(/^\d{1,9}$/)), v.number()], VERSION),
        v.description("In place of a configuration: a kept version, as for a rollback"),
      ),
    ),
  }),
  v.check(
    ({ version, text: whole, files }) => version === undefined || (whole === undefined && files === undefined),
    'the body must have either "version" or a configuration',
  ),
  v.check((body) => body.version !== undefined || hasOneText(body), FILES),
  v.check((body) => hasPlace(body), PLACE),
);
export type ValidateBody = Data<typeof ValidateBody>;

const REFUSED = json("What is wrong with the configuration, or with the body", LoadRefusal);
const CONFLICT = json("Another configuration runs than `base` or `base_sha256`", Conflict);
const versionNumber = (note: string) => v.pipe(v.string(VERSION), v.regex(/^\d{1,9}$/, VERSION), v.description(note));
const NUMBER = { number: versionNumber("Number of a version") };
const AGAINST = versionNumber("The version to compare with; by default the one that ran before");
const NOT_KEPT = refused("The version is not kept");

export const versionsRoutes = {
  reload: route({
    method: "POST",
    path: "/-/reload",
    changes: true,
    summary: "Reads the configuration's file again and switches to its content",
    answers: {
      200: lines("The configuration runs, and what stopped"),
      400: lines("What is wrong with it; nothing was changed"),
    },
  }),
  config: route({
    method: "GET",
    path: "/api/config",
    access: "reader",
    summary: "The configuration that runs",
    answers: { 200: json("The configuration", RunningConfig) },
  }),
  deploy: route({
    method: "POST",
    path: "/api/deploy",
    changes: true,
    summary: "Switches to a configuration; if anything is wrong with it, nothing is changed",
    body: DeployBody,
    answers: { 200: json("The configuration runs", Changed), 400: REFUSED, 409: CONFLICT },
  }),
  validate: route({
    method: "POST",
    path: "/api/validate",
    access: "reader",
    summary: "Checks a configuration, and says what would stop if it ran; changes nothing",
    body: ValidateBody,
    answers: { 200: json("What is wrong, and what would stop", Foreseen), 404: NOT_KEPT },
  }),
  versions: route({
    method: "GET",
    path: "/api/versions",
    access: "reader",
    summary: "The versions that are kept, the newest first",
    answers: { 200: json("The versions", ConfigVersionList) },
  }),
  version: route({
    method: "GET",
    path: "/api/versions/{number}",
    access: "reader",
    summary: "A version, and what it changed",
    params: NUMBER,
    query: { against: AGAINST },
    answers: { 200: json("The version", VersionDetail), 404: NOT_KEPT },
  }),
  rollback: route({
    method: "POST",
    path: "/api/versions/{number}/rollback",
    changes: true,
    summary: "Switches to a kept version, which becomes the newest",
    params: NUMBER,
    body: RollbackBody,
    answers: { 200: json("The version runs", Changed), 400: REFUSED, 404: NOT_KEPT, 409: CONFLICT },
  }),
};
