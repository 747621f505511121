/** `semver` and `semverCompare`. */

import { defineFunction, fail, type TemplateFunction } from "../../functions.ts";
import { stringParam } from "../../parameters.ts";
import { BOOL } from "../../types.ts";
import { parseConstraints, satisfies } from "./semver-constraint.ts";
import { GoVersion, parseVersion, VERSION_POINTER } from "./semver-version.ts";

function versionOf(text: string): GoVersion {
  const version = parseVersion(text);
  return version instanceof GoVersion ? version : fail(version);
}

export const SEMVER_FUNCTIONS: readonly TemplateFunction[] = [
  defineFunction({
    name: "semver",
    params: [stringParam("text")],
    result: VERSION_POINTER,
    doc: "The text parsed as a semantic version, with its parts as methods.",
    example: { call: 'semver "v1.2.3-rc1"', gives: "1.2.3-rc1" },
    call: ([text]) => versionOf(text),
  }),
  defineFunction({
    name: "semverCompare",
    params: [stringParam("constraint"), stringParam("version")],
    result: BOOL,
    doc: "Whether the version satisfies the constraint.",
    example: { call: 'semverCompare "^1.2" "1.4.0"', gives: "true" },
    call: ([constraint, version], ctx) => {
      ctx.charge(constraint.length);
      const groups = parseConstraints(constraint);
      if (typeof groups === "string") return fail(groups);
      return satisfies(versionOf(version), groups);
    },
  }),
];
