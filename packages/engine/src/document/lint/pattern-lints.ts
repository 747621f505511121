/** Lints about patterns. */
import { argsBy } from "../../schema/args-by.ts";
import { CompiledText } from "../../schema/compiled-text.ts";
import { spanInside } from "../../schema/literal-offsets.ts";
import { regex as regexStage } from "../../stages/regex.ts";
import type { Lint } from "./lint.ts";
import { unsetReads } from "./unset.ts";

export const costlyPattern: Lint = {
  code: "costly-pattern",
  severity: "warning",
  *find({ stages }) {
    for (const { node, block, flow } of stages) {
      for (const [argument, purpose] of Object.entries(flow.patterns ?? {})) {
        const text = node.args[argument];
        const attribute = block.body.find(({ name }) => name === argument);
        if (!(text instanceof CompiledText) || !text.isOf("re2") || attribute?.kind !== "attribute") continue;
        const regex = text.ifGiven;
        const wildcard = regex?.leadingWildcard;
        if (regex === undefined || wildcard === undefined || regex.costClass.kind === "linear") continue;
        const written = wildcard === "lazy" ? ".*?" : ".*";
        const isFirst = text.text.startsWith(written) && attribute.value.kind === "literal";
        const span = isFirst ? spanInside(attribute.value, 0, written.length) : attribute.value.span;
        // A greedy one decides which match counts; whether there is one does not depend on it.
        const isCertain = isFirst && (purpose === "tests" || wildcard === "lazy");
        yield {
          message: `${written} at the beginning is slow: a text that does not match is searched from each of its positions; ${
            isCertain ? "leave it out" : "begin the pattern with ^"
          }`,
          span,
          fix: isCertain ? { title: `Leave out ${written}`, edits: [{ span, text: "" }] } : undefined,
        };
      }
    }
  },
};

export const groupWithoutName: Lint = {
  code: "group-without-name",
  severity: "warning",
  *find(pipeline, names) {
    for (const stage of pipeline.stages) {
      const regex = argsBy(regexStage, stage.node)?.expression.ifGiven;
      const groups = regex?.groupNames.slice(1) ?? [];
      const attribute = stage.block.body.find(({ name }) => name === "expression");
      if (groups.length === 0 || groups.some((name) => name) || attribute?.kind !== "attribute") continue;
      const wanted = new Set(
        [...unsetReads(pipeline, names)].filter((one) => one.stage.order > stage.order).map(({ use }) => use.name),
      );
      for (const name of wanted) names.meant.add(name);
      const [name] = wanted;
      const at = regex === undefined ? -1 : regex.pattern.search(/(?<!\\)\((?!\?)/);
      const isCertain = groups.length === 1 && wanted.size === 1 && /^[A-Za-z_]\w*$/.test(name ?? "");
      const place = at < 0 || attribute.value.kind !== "literal" ? undefined : spanInside(attribute.value, at, at + 1);
      yield {
        message: "it extracts nothing, since no group has a name: (?P<name>…)",
        span: attribute.value.span,
        fix:
          isCertain && place !== undefined
            ? { title: `Name the group ${name}`, edits: [{ span: place, text: `(?P<${name}>` }] }
            : undefined,
      };
    }
  },
};
