import { describe, expect, it } from "vitest";
import { COMPONENTS } from "../components/index.ts";
import { STAGES } from "../stages/index.ts";
import {
  type Blocks,
  block,
  type Field,
  type Fields,
  filePathField,
  socketAddressField,
  stringField,
  targetsField,
} from "./field.ts";
import { namedFiles } from "./named-files.ts";
import type { ValueType } from "./value-type.ts";

interface Shape {
  readonly name: string;
  readonly fields: Fields;
  readonly blocks: Blocks;
}

/** A secret is a value by itself; texts of embedded languages are programs. */
const holdsText = (type: ValueType): boolean =>
  type.kind === "string" || ((type.kind === "list" || type.kind === "map") && holdsText(type.of));

const textsIn = ({ name, fields, blocks }: Shape): [string, Field][] => [
  ...Object.entries(fields).flatMap(([field, spec]): [string, Field][] =>
    holdsText(spec.type) ? [[`${name} ${field}`, spec]] : [],
  ),
  ...Object.entries(blocks).flatMap(([inner, one]) => textsIn({ ...one, name: `${name} ${inner}` })),
];

const specs: readonly Shape[] = [
  ...STAGES,
  ...COMPONENTS,
  ...COMPONENTS.flatMap(({ asStage }) => asStage ?? []),
  ...COMPONENTS.flatMap(({ steps }) => (steps === undefined ? [] : [steps.rule, steps.last])),
];

describe("every text argument of every spec", () => {
  it.each(specs.flatMap(textsIn))("%s is a path, a name of a value, or says what else it is", (_, field) => {
    const said = [field.file, field.names, field.holds].filter((one) => one !== undefined);
    expect(said).toHaveLength(1);
  });
});

it.each([
  ["unix:///var/run/docker.sock", ["/var/run/docker.sock"]],
  ["http://docker:2375", []],
  ["tcp://127.0.0.1:2375", []],
  ["", []],
])("finds the file of an address that may be a socket: %s", (host, paths) => {
  const spec = { fields: { host: socketAddressField({ doc: "An address.", use: "read", default: "" }) }, blocks: {} };
  expect([...namedFiles({ host }, spec)].map(({ path }) => path)).toEqual(paths);
});

it("finds paths, patterns, sockets, targets and what is used when an argument is empty", () => {
  const path = filePathField({ doc: "A file.", use: "write", default: "" });
  const spec = {
    fields: {
      path,
      folder: filePathField({ doc: "A folder.", use: "read", whenEmpty: "/var/x", default: "" }),
      targets: targetsField({ doc: "Targets.", use: "read", default: [] }),
      other: stringField({ doc: "A text.", holds: "text", default: "" }),
    },
    blocks: { inner: block({ doc: "Inside.", occurs: "many", fields: { path } }) },
  };
  const args = {
    path: "out.log",
    folder: "",
    targets: [new Map([["__path__", "/a/*.log"]]), new Map([["path", "/b"]]), new Map([["__path__", ""]])],
    other: "/etc/passwd",
    inner: [{ args: { path: "in.log" }, index: 0 }],
  };
  expect([...namedFiles(args, spec)]).toEqual([
    { path: "out.log", use: "write", argument: "path" },
    { path: "/var/x", use: "read", argument: "folder" },
    { path: "/a/*.log", use: "read", argument: "targets" },
    { path: "in.log", use: "write", argument: "inner" },
  ]);
});
