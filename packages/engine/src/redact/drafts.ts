/** Drafts of rules: findings of one form or of one place, and the expressions that may redact all of them. */
import { type Finding, hasKeyBody, PRIVATE_KINDS, type PrivateKind, sensitivityOf } from "../sensitive/index.ts";
import { formsOf } from "./forms.ts";
import type { Place, Write } from "./place.ts";
import { placeOf } from "./places.ts";
import { type Attempt, attempt, described, type Line, NUMBER, REDACTED, type RedactionRule } from "./rules.ts";

/** Expressions that are tried at most. */
const MAX_DRAFTS = 100;
/** Names in one rule, and findings from which rules are made. */
const MAX_NAMES = 60;

interface Draft {
  readonly key: string;
  readonly kinds: Set<PrivateKind>;
  readonly names: Set<string>;
  readonly closers: Set<string>;
  readonly isForm: boolean;
  readonly isNumber: boolean;
  shortest: number;
  count: number;
  /** Fields before forms, so that the host behind a password is no mail; values anywhere in a text last. */
  readonly rank: number;
  readonly writes: readonly Write[];
}

/** How the expressions of a finding's place are made. */
type PlaceOf = (text: string, finding: Finding, all: readonly Finding[]) => Place | undefined;

/** `byForm`: whether the form of a value comes before its place. */
export function draftsOf(lines: readonly Line[], byForm = true, place: PlaceOf = placeOf): Draft[] {
  const drafts = new Map<string, Draft>();
  for (const { text, wanted, all } of lines)
    for (const finding of wanted) {
      // Without its first line nothing tells the others from any text.
      if (finding.kind === "private_key" && !hasKeyBody(finding.value)) continue;
      const forms = byForm ? formsOf(text, finding) : [];
      const at = forms.length === 0 ? place(text, finding, all) : undefined;
      const writes =
        at === undefined
          ? forms.map((form) => () => form)
          : [at.write, ...(at.writeWider === undefined ? [] : [at.writeWider]), ...(at.writeOthers ?? [])];
      if (writes.length === 0) continue;
      const key = forms[0] ?? `${at!.shape} ${finding.isNumber}`;
      if (drafts.size >= MAX_DRAFTS && !drafts.has(key)) continue;
      const draft = drafts.get(key) ?? {
        key,
        kinds: new Set(),
        names: new Set(),
        closers: new Set(),
        isForm: forms.length > 0,
        isNumber: finding.isNumber,
        shortest: finding.end - finding.start,
        count: 0,
        rank: at === undefined ? 1 + Number(sensitivityOf(finding.kind) === "personal") : 0,
        writes,
      };
      drafts.set(key, draft);
      draft.kinds.add(finding.kind);
      draft.count++;
      draft.shortest = Math.min(draft.shortest, finding.end - finding.start);
      if (at !== undefined && draft.names.size < MAX_NAMES) draft.names.add(at.name);
      if (at !== undefined && at.closer !== "") draft.closers.add(at.closer);
    }
  return [...drafts.values()].sort((a, b) => a.rank - b.rank);
}

/** `isLong`: it leaves short values, which is not worth it for a placeholder. */
function isBetter(one: Attempt, best: Attempt, isLong: boolean): boolean {
  if (one.covered !== best.covered) return one.covered > best.covered;
  if (one.others !== best.others) return one.others < best.others;
  return !isLong && one.placeholders < best.placeholders;
}

/** The best expression of a draft: one that covers the most, then one that touches the least else. */
export function settle(draft: Draft, lines: readonly Line[]): RedactionRule | undefined {
  const names = [...draft.names].sort((a, b) => b.length - a.length || (a < b ? -1 : 1));
  const closers = [...draft.closers].sort().join("");
  let best: RedactionRule | undefined;
  const seen = new Set<string>();
  for (const write of draft.writes)
    for (const [ends, least, anyStart] of [
      [closers, 1, true],
      ["", 1, true],
      [closers, 1, false],
      ["", 1, false],
      [closers, Math.min(draft.shortest, 8), true],
      [closers, draft.shortest, true],
    ] as const) {
      const expression = write(names, ends, { least, anyStart });
      if (seen.has(expression)) continue;
      seen.add(expression);
      const replace = draft.isNumber ? NUMBER : REDACTED;
      const tried = attempt(expression, replace, lines, draft.kinds);
      if (tried === undefined || tried.covered === 0) continue;
      if (best === undefined || isBetter(tried, best, least > 1))
        best = described({
          kinds: PRIVATE_KINDS.filter((kind) => draft.kinds.has(kind)),
          fields: names.filter((name) => name !== ""),
          expression,
          replace,
          ...tried,
        });
      if (best.covered >= draft.count && best.others === 0 && best.placeholders === 0) return best;
    }
  return best;
}

/** The same values by the fields in which they are, if other values have that form, too. */
export function narrowed(
  draft: Draft,
  rule: RedactionRule,
  lines: readonly Line[],
): readonly RedactionRule[] | undefined {
  const own = lines.map(({ text, wanted, all }) => ({
    text,
    all,
    wanted: wanted.filter((one) => formsOf(text, one)[0] === draft.key),
  }));
  const rules = draftsOf(own, false).flatMap((one) => settle(one, lines) ?? []);
  const sum = (of: (rule: RedactionRule) => number) => rules.reduce((total, one) => total + of(one), 0);
  const covers = sum(({ covered }) => covered) >= rule.covered;
  return covers && sum(({ others }) => others) < rule.others ? rules : undefined;
}
