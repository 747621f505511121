/**
 * A configuration file of Gitleaks as rules. What such files say about files and commits says nothing of lines of a log. What
 * cannot run here is refused, since a rule that is silently left out would let secrets pass.
 */

import { decodeUtf8 } from "@sluice/languages/base";
import type { Regex } from "@sluice/languages/re2";
import { parseToml, type TomlTable } from "@sluice/languages/toml";
import { MAX_CONFIG_BYTES, MAX_CONFIG_EXPRESSIONS, MAX_CONFIG_RULES } from "./rule-limits.ts";
import {
  type Allowlist,
  type ExpressionRule,
  GENERIC_RULE,
  OWN_RULE_SET,
  OWN_RULES,
  type RuleSet,
  type RuleSettings,
} from "./secret-rules.ts";

/** `message`: why it is refused. */
export type CompileExpression = (
  pattern: string,
) => { readonly ok: true; readonly regex: Regex } | { readonly ok: false; readonly message: string };

export type GitleaksResult =
  | { readonly ok: true; readonly rules: RuleSet }
  | { readonly ok: false; readonly message: string };

class Refusal extends Error {}

/** Never throws for what a file contains. */
export function readGitleaksConfig(file: Uint8Array, compile: CompileExpression): GitleaksResult {
  if (file.byteLength > MAX_CONFIG_BYTES)
    return { ok: false, message: `the file has ${file.byteLength} bytes; ${MAX_CONFIG_BYTES} are read at most` };
  const parsed = parseToml(decodeUtf8(file));
  if (!parsed.ok) return { ok: false, message: `line ${parsed.line}: ${parsed.message}` };
  try {
    return { ok: true, rules: new Reader(compile).read(parsed.table) };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { ok: false, message: error.message };
  }
}

class Reader {
  readonly #compile: CompileExpression;
  #expressions = 0;

  constructor(compile: CompileExpression) {
    this.#compile = compile;
  }

  read(file: TomlTable): RuleSet {
    const extend = tableIn(file, "extend", "the file");
    if (extend !== undefined && stringIn(extend, "path", "extend") !== "")
      throw new Refusal("extend: `path` does not run in Sluice; put the rules into one file");
    const disabled = new Set(extend === undefined ? [] : stringsIn(extend, "disabledRules", "extend"));
    const own = new Map(extend?.useDefault === true ? OWN_RULE_SET.own : []);
    for (const id of disabled) own.delete(id);
    const written = tablesIn(file, "rules", "the file");
    if (written.length > MAX_CONFIG_RULES)
      throw new Refusal(`the file has ${written.length} rules; ${MAX_CONFIG_RULES} are read at most`);
    const rules: ExpressionRule[] = [];
    const seen = new Set<string>();
    for (const one of written) {
      const id = stringIn(one, "id", "a rule");
      if (id === "") throw new Refusal("a rule has no `id`");
      if (seen.has(id)) throw new Refusal(`rule ${JSON.stringify(id)} is written twice`);
      seen.add(id);
      const rule = this.#rule(id, one, own.get(id));
      if (rule === undefined) continue;
      if ("regex" in rule) {
        own.delete(id);
        rules.push(rule);
      } else own.set(id, rule);
    }
    // It says the least, and others are to name what they find.
    rules.sort((a, b) => Number(a.id === GENERIC_RULE) - Number(b.id === GENERIC_RULE));
    const allowlists = [...tablesIn(file, "allowlists", "the file"), ...oneTable(file, "allowlist")].map((one) => {
      const targets = stringsIn(one, "targetRules", "an allowlist");
      return { ...this.#allowlist(one, "an allowlist"), rules: targets.length === 0 ? undefined : new Set(targets) };
    });
    return { rules, own, allowlists };
  }

  /** Settings alone: of our own rule. Undefined: it finds nothing in lines. */
  #rule(id: string, rule: TomlTable, own: RuleSettings | undefined): ExpressionRule | RuleSettings | undefined {
    const where = `rule ${JSON.stringify(id)}`;
    if (rule.required !== undefined)
      throw new Refusal(`${where}: \`required\` does not run in Sluice; write the rule without it`);
    if (rule.skipReport === true) return undefined;
    const path = stringIn(rule, "path", where);
    const regex = stringIn(rule, "regex", where);
    if (regex === "" && own === undefined) {
      // A rule for names of files.
      if (path !== "") return undefined;
      throw new Refusal(
        OWN_RULES.has(id)
          ? `${where} has no \`regex\`, and extends none: \`[extend]\` does not say \`useDefault = true\`, or disables it`
          : `${where} has no \`regex\`, and Sluice has no rule of that id that it could extend`,
      );
    }
    const settings: RuleSettings = {
      keywords: [...(own?.keywords ?? []), ...stringsIn(rule, "keywords", where).map((one) => one.toLowerCase())],
      entropy: numberIn(rule, "entropy", where) || (own?.entropy ?? 0),
      allowlists: [
        ...(own?.allowlists ?? []),
        ...[...tablesIn(rule, "allowlists", where), ...oneTable(rule, "allowlist")].map((one) =>
          this.#allowlist(one, where),
        ),
      ],
    };
    // A line has no path, so that only expressions which match the empty text hold of it.
    if (path !== "" && !this.#expression(path, where).test("")) return undefined;
    if (regex === "") return settings;
    const compiled = this.#expression(regex, where);
    const group = numberIn(rule, "secretGroup", where);
    if (!Number.isInteger(group) || group < 0 || group > compiled.groupCount)
      throw new Refusal(`${where}: \`secretGroup\` is ${group}, and the expression has ${compiled.groupCount} groups`);
    return { id, regex: compiled, group, ...settings };
  }

  #allowlist(list: TomlTable, where: string): Allowlist {
    const condition = stringIn(list, "condition", where).toUpperCase();
    if (!["", "OR", "||", "AND", "&&"].includes(condition))
      throw new Refusal(`${where}: \`condition\` must be "OR" or "AND", and is ${JSON.stringify(condition)}`);
    const target = stringIn(list, "regexTarget", where) || "secret";
    if (target !== "secret" && target !== "match" && target !== "line")
      throw new Refusal(
        `${where}: \`regexTarget\` must be "secret", "match" or "line", and is ${JSON.stringify(target)}`,
      );
    const commits = stringsIn(list, "commits", where);
    const paths = stringsIn(list, "paths", where);
    const read: Allowlist = {
      all: condition === "AND" || condition === "&&",
      target,
      regexes: stringsIn(list, "regexes", where).map((one) => this.#expression(one, where)),
      stopwords: stringsIn(list, "stopwords", where).map((one) => one.toLowerCase()),
      elsewhere: commits.length + paths.length > 0,
    };
    if (read.regexes.length + read.stopwords.length === 0 && !read.elsewhere)
      throw new Refusal(`${where}: an allowlist needs \`regexes\`, \`stopwords\`, \`paths\` or \`commits\``);
    return read;
  }

  #expression(pattern: string, where: string): Regex {
    if (++this.#expressions > MAX_CONFIG_EXPRESSIONS)
      throw new Refusal(`the file has more than ${MAX_CONFIG_EXPRESSIONS} expressions`);
    const compiled = this.#compile(pattern);
    if (!compiled.ok) throw new Refusal(`${where}: ${compiled.message}`);
    return compiled.regex;
  }
}

const isTable = (value: unknown): value is TomlTable =>
  typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Date);

function tableIn(table: TomlTable, name: string, where: string): TomlTable | undefined {
  const value = table[name];
  if (value === undefined || isTable(value)) return value;
  throw new Refusal(`${where}: \`${name}\` must be a table`);
}

function tablesIn(table: TomlTable, name: string, where: string): readonly TomlTable[] {
  const value = table[name] ?? [];
  if (Array.isArray(value) && value.every(isTable)) return value;
  throw new Refusal(`${where}: \`${name}\` must be a list of tables`);
}

/** The older form, of which there is one. */
function oneTable(table: TomlTable, name: string): readonly TomlTable[] {
  const value = table[name];
  return Array.isArray(value) ? tablesIn(table, name, name) : [tableIn(table, name, name) ?? []].flat();
}

function stringsIn(table: TomlTable, name: string, where: string): readonly string[] {
  const value = table[name] ?? [];
  if (Array.isArray(value) && value.every((one) => typeof one === "string")) return value;
  throw new Refusal(`${where}: \`${name}\` must be a list of texts`);
}

function stringIn(table: TomlTable, name: string, where: string): string {
  const value = table[name] ?? "";
  if (typeof value === "string") return value;
  throw new Refusal(`${where}: \`${name}\` must be a text`);
}

function numberIn(table: TomlTable, name: string, where: string): number {
  const value = table[name] ?? 0;
  if (typeof value === "number") return value;
  throw new Refusal(`${where}: \`${name}\` must be a number`);
}
