/** Names that are written as one text where a list has a text for each. */
import type { Expression } from "../../syntax/ast.ts";
import { quoteString } from "../../syntax/index.ts";
import type { Finding } from "./lint.ts";

/** A finding where the element of a list of labels is several names, or has a blank at its edge. */
export function* separateNames(element: Expression): Iterable<Finding> {
  if (element.kind !== "literal" || element.literal !== "string") return;
  const text = element.text.slice(1, -1);
  const names = text
    .split(",")
    .map((name) => name.trim())
    .filter(Boolean);
  if (names.length === 0 || text.includes("\\") || (names.length === 1 && names[0] === text)) return;
  const list = names.map((name) => quoteString(name)).join(", ");
  yield {
    message:
      names.length > 1
        ? `${JSON.stringify(text)} is the name of one label; write ${list}`
        : `the blank belongs to the name ${JSON.stringify(text)}, which no label has`,
    span: element.span,
    fix: { title: `Change to ${list}`, edits: [{ span: element.span, text: list }] },
  };
}
