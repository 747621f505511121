/**
 * What RE2 itself says of an expression that somebody edits, in a form or in the text, beside what our engine says:
 * what speaks against ours, and what Go and RE2 differ in.
 */
import type { Probe } from "@sluice/engine";
import type { Re2Answer, Re2Result } from "./answer.ts";

export type Re2Verdict =
  | { readonly kind: "agrees"; readonly what: string }
  /** `report`: everything that is needed to find out why. */
  | { readonly kind: "disagrees"; readonly what: string; readonly report: string }
  /** RE2 could not be asked, or its answer says nothing about ours. */
  | { readonly kind: "unknown"; readonly what: string; readonly failed: boolean };

/** What ours says: of a pattern and, where there is one, of a text. */
export interface OwnAnswer {
  readonly pattern: string;
  readonly text: string | undefined;
  /** Undefined: it compiles. */
  readonly refusal: string | undefined;
  /** As RE2 gives it; undefined where nothing was tried, or it was given up. */
  readonly match: (Re2Answer & { ok: true })["match"];
}

/** Ours of a probe: of the chosen entry, where it has a text to try. */
export function ownAnswer({ text: pattern, refusal, chosen }: Probe): OwnAnswer {
  if (refusal !== undefined || chosen?.text === undefined)
    return { pattern, text: undefined, refusal: refusal?.message, match: undefined };
  // As UTF-8 can carry it; places stay.
  const text = chosen.text.replaceAll(/[\ud800-\udfff]/gu, "\ufffd");
  return { pattern, text, refusal: undefined, match: matchOf(text, chosen) };
}

/** Groups at the end that took no part are left out. */
function matchOf(text: string, { matched, marks, why }: NonNullable<Probe["chosen"]>): OwnAnswer["match"] {
  // Not tried to the end.
  if (!matched) return why === undefined ? null : undefined;
  const groups = Array.from({ length: Math.max(...marks.map(({ group }) => group)) + 1 }, (_, group) => {
    const mark = marks.find((one) => one.group === group);
    return mark && text.slice(mark.start, mark.end);
  });
  return { start: marks.find(({ group }) => group === 0)!.start, groups };
}

/** What RE2 refuses and Go does not, or the other way round, and so does not speak against ours. */
const OF_ITS_OWN: readonly { readonly ours?: RegExp; readonly theirs?: RegExp; readonly what: string }[] = [
  { theirs: /^pattern too large/, what: "RE2 does not have enough memory for this expression." },
  {
    theirs: /^invalid character class range: \\p/i,
    what: "This build of RE2 has an older Unicode version without the class used here.",
  },
  { ours: /invalid escape sequence: `\\C`/, what: "RE2 in C++ knows `\\C`, which Go and so Alloy refuse." },
];

export function compareWithRe2(ours: OwnAnswer, result: Re2Result): Re2Verdict {
  if (result.kind === "failed")
    return { kind: "unknown", failed: true, what: `${result.message} Only Sluice's own engine checked it.` };
  const { answer, asked } = result;
  const disagrees = (what: string): Re2Verdict => ({ kind: "disagrees", what, report: reportOf(ours, answer) });
  if (!answer.ok || ours.refusal !== undefined) {
    if (!answer.ok && ours.refusal !== undefined) return { kind: "agrees", what: `both refuse it: ${answer.error}` };
    const known = OF_ITS_OWN.find(
      ({ ours: own, theirs }) =>
        (answer.ok && own?.test(ours.refusal ?? "")) || (!answer.ok && theirs?.test(answer.error)),
    );
    if (known !== undefined) return { kind: "unknown", failed: false, what: known.what };
    return disagrees(
      answer.ok ? "RE2 compiles this expression, Sluice refuses it." : `RE2 refuses this expression: ${answer.error}`,
    );
  }
  if (ours.match === undefined || answer.match === undefined)
    return {
      kind: "agrees",
      what:
        ours.text !== undefined && asked.text === undefined
          ? "it compiles; this entry is too long to try there."
          : "it compiles.",
    };
  if ((ours.match === null) !== (answer.match === null))
    return disagrees(`RE2 finds ${answer.match === null ? "no match" : "a match"} in this entry, unlike Sluice.`);
  // Where the expression stops is said beside it, and that RE2 finds nothing either would say nothing more.
  if (ours.match === null || answer.match === null) return { kind: "agrees", what: "" };
  const [own, theirs] = [ours.match, answer.match];
  const longest = Math.max(own.groups.length, theirs.groups.length);
  const other = Array.from({ length: longest }, (_, group) => own.groups[group] === theirs.groups[group]).indexOf(
    false,
  );
  if (own.start !== theirs.start || other === 0) return disagrees("RE2 finds a different match in this entry.");
  if (other > 0) return disagrees(`RE2 captures a different text for group ${other} in this entry.`);
  return { kind: "agrees", what: "same match and groups in this entry." };
}

function reportOf({ pattern, text, refusal, match }: OwnAnswer, theirs: Re2Answer): string {
  const own = refusal === undefined ? { ok: true, match } : { ok: false, error: refusal };
  return `${[
    "Sluice and RE2 disagree about a regular expression.",
    `pattern: ${JSON.stringify(pattern)}`,
    ...(text === undefined ? [] : [`text: ${JSON.stringify(text)}`]),
    `Sluice: ${JSON.stringify(own)}`,
    `RE2: ${JSON.stringify(theirs)}`,
  ].join("\n")}\n`;
}
