/** Values that an argument needs from others of its body. */
import type { FormBody, TextSource } from "@sluice/engine";

/** The text of an argument of the same body: as written, or its default. */
export function siblingText(body: FormBody, name: string): string | undefined {
  const field = body.fields.find((one) => one.name === name);
  if (field === undefined) return undefined;
  if (field.source !== undefined) return typeof field.value === "string" ? field.value : undefined;
  const usual = field.presence.kind === "default" ? field.presence.usual : "";
  return typeof usual === "string" ? usual : undefined;
}

/** What the expressions of a body are about. */
export const sourceOf = (body: FormBody): TextSource => ({
  source: siblingText(body, "source") ?? "",
  separator: siblingText(body, "separator"),
});
