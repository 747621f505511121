import { expect, it } from "vitest";
import { findComponents } from "./find-components.ts";

const ALL = [
  { name: "logs.echo", alias: "loki.echo", summary: "Prints what it gets.", code: 'logs.echo "out" { }' },
  { name: "logs.write", alias: "loki.write", summary: "Sends entries to Loki.", code: 'logs.write "loki" { }' },
  { name: "profiles.source.demo", alias: undefined, summary: "Pushes to an echo.", code: "" },
];

it.each([
  ["", ["logs.echo", "logs.write", "profiles.source.demo"]],
  ["echo", ["logs.echo", "profiles.source.demo"]],
  ["LOKI write", ["logs.write"]],
  ["sends entries", ["logs.write"]],
  ["nothing like it", []],
])("%s", (query, names) => expect(findComponents(ALL, query).map(({ name }) => name)).toEqual(names));
