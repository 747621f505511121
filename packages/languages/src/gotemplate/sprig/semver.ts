/** `semver` and `semverCompare`. */

import { defineFunction, fail, stringArg, type TemplateFunction } from "../functions.ts";
import { BOOL, STRING } from "../types.ts";
import { parseConstraints, satisfies } from "./semver-constraint.ts";
import { GoVersion, parseVersion, ZERO_VERSION } from "./semver-version.ts";

function versionOf(text: string): GoVersion {
  const version = parseVersion(text);
  return version instanceof GoVersion ? version : fail(version);
}

export const SEMVER_FUNCTIONS: readonly TemplateFunction[] = [
  defineFunction("semver", [STRING], ZERO_VERSION.type, (args) => versionOf(stringArg(args, 0))),
  defineFunction("semverCompare", [STRING, STRING], BOOL, (args, ctx) => {
    const text = stringArg(args, 0);
    ctx.charge(text.length);
    const groups = parseConstraints(text);
    if (typeof groups === "string") return fail(groups);
    return satisfies(versionOf(stringArg(args, 1)), groups);
  }),
];
