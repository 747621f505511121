/** Lints about patterns. */
import { CompiledText } from "../../schema/compiled-text.ts";
import { spanInside } from "../../schema/literal-offsets.ts";
import type { Lint } from "./lint.ts";

export const costlyPattern: Lint = {
  code: "costly-pattern",
  severity: "warning",
  title: "A pattern begins with .*",
  doc: "A pattern may match anywhere in a text, so a leading `.*` only adds work: a text that does not match is searched to its end from every place in it. Leave it out. Where it decides which of several matches counts, begin the pattern with `^`.",
  example: `stage.drop {
  expression = ".*healthz.* 200"
}
`,
  fixed: `stage.drop {
  expression = "healthz.* 200"
}
`,
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
          message: `${written} at the beginning has every text that does not match searched from each of its positions; ${
            isCertain ? "leave it out" : "begin the pattern with ^"
          }`,
          span,
          fix: isCertain ? { title: `Leave out ${written}`, edits: [{ span, text: "" }] } : undefined,
        };
      }
    }
  },
};
