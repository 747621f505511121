/** The text of a new component: its example with only the required arguments, forwarding to nothing. */
import { COMPONENT_CATALOG } from "../../components/index.ts";
import { parseFile } from "../../syntax/index.ts";

/** The block `name` with the label `label`, or with that of the example; undefined where there is no such component. */
export function componentTemplate(name: string, label?: string): string | undefined {
  const spec = COMPONENT_CATALOG.get(name);
  if (spec === undefined) return undefined;
  const { example } = spec;
  const block = parseFile(example).file.body.find((one) => one.name === spec.name || one.name === spec.alias);
  if (block?.kind !== "block") return undefined;
  const { start, end } = block.bodySpan;
  const forward = block.body.find((one) => one.kind === "attribute" && one.name === "forward_to");
  const { span } = forward?.kind === "attribute" ? forward.value : { span: { start: end, end } };
  const body =
    forward === undefined
      ? example.slice(start, end)
      : `${example.slice(start, span.start)}[]${example.slice(span.end, end)}`;
  return `${name} ${JSON.stringify(label ?? block.label ?? "main")} ${body}`;
}
