/** TOML 1.1 documents, as plain values. `smol-toml` parses them; this folder bounds its input and says what is wrong. */
import { toml } from "#parts/toml/parser";

/** A table as it is written; values of the kinds that TOML has. */
export type TomlTable = Readonly<Record<string, unknown>>;

export type TomlResult =
  | { readonly ok: true; readonly table: TomlTable }
  | { readonly ok: false; readonly message: string; readonly line: number };

/** Arrays and tables inside one another. */
export const MAX_TOML_DEPTH = 64;

/** Never throws for what a text contains. */
export function parseToml(text: string): TomlResult {
  const { parse, TomlError } = toml();
  try {
    return { ok: true, table: parse(text, { maxDepth: MAX_TOML_DEPTH, unsafeKeyBehaviour: "throw" }) };
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    // The first line says what; the rest shows the place as a terminal would.
    const [message = ""] = error.message.split("\n");
    return { ok: false, message: message.replace(/^Invalid TOML document: /, ""), line: error.line };
  }
}
