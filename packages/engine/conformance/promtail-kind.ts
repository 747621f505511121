/**
 * Runs a case of kind `promtail`: imports a configuration of Promtail. The result must have the components, stages and
 * references of the recorded one, with the same effective arguments, and an error where that has one.
 */
import { hasErrors } from "../src/base/diagnostic.ts";
import { importPromtail } from "../src/import/promtail/index.ts";
import { parseFile } from "../src/syntax/index.ts";
import type { PromtailCase, Verdict } from "./cases.ts";
import { firstDifference } from "./compare.ts";
import { alike, type ConfigTree, readConfigTree } from "./config-tree.ts";

/** Where the original writes a secret that it cannot show, its text does not parse: a bug there, recorded as an error. */
const SECRET = /= \(secret\)/g;

export function runPromtailCase({ yaml, want = {} }: PromtailCase): Verdict {
  try {
    const { text, diagnostics } = importPromtail(yaml);
    const got = {
      config: text,
      diagnostics: diagnostics.map(({ severity, code, message }) => ({ severity, code, message })),
    };
    const refused = want.diagnostics?.some(({ severity }) => severity !== "Warning") ?? true;
    const difference =
      refused && !want.config?.includes("= (secret)") && !hasErrors(diagnostics)
        ? `want an error (${want.diagnostics?.map(({ message }) => message).join("; ")}), got none`
        : compareConfigs(want, text);
    return { got, difference };
  } catch (error) {
    return {
      got: { threw: String(error) },
      difference: `threw ${error instanceof Error ? error.stack : String(error)}`,
    };
  }
}

function compareConfigs(want: NonNullable<PromtailCase["want"]>, got: string): string | undefined {
  const critical = want.diagnostics?.some(({ severity }) => severity === "Critical") ?? true;
  const text = (want.config ?? "").replace(SECRET, '= "(secret)"');
  const parsed = parseFile(text);
  // There is nothing to compare with where the whole was refused, or where the original wrote something wrong.
  if ((critical && text.trim() === "") || parsed.diagnostics.length > 0) return undefined;
  const [wanted, ours]: [ConfigTree, ConfigTree] = alike(
    readConfigTree(parsed.file),
    readConfigTree(parseFile(got).file),
  );
  return firstDifference(wanted, ours, "config");
}
