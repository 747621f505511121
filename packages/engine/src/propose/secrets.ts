/** Stages that hide what must not leave, before anything is made of the lines. */
import { redactionFor } from "../redact/index.ts";
import { PRIVATE_WORDS, type PrivateKind, SECRET_KINDS } from "../sensitive/index.ts";
import type { PlannedStage } from "./plan.ts";

/** They say who did something, which is what many a log is for: hidden only if somebody asks for it. */
const CONTACTS: ReadonlySet<PrivateKind> = new Set<PrivateKind>(["mail", "phone"]);

export function findSecrets(lines: readonly string[]): PlannedStage[] {
  const contacts = lines.some((line) => MAYBE_CONTACT.test(line)) ? stageOf("contacts", lines, CONTACTS) : undefined;
  return [stageOf("secrets", lines, SECRET_KINDS), contacts].filter((stage) => stage !== undefined);
}

const MAYBE_CONTACT = /@|\+\d|\d{3}[ .-]\d{4}/;

function stageOf(id: string, lines: readonly string[], kinds: ReadonlySet<PrivateKind>): PlannedStage | undefined {
  const { rules, code, entries, stays } = redactionFor(lines, kinds);
  if (rules.length === 0) return undefined;
  const found = [...new Set(rules.flatMap((rule) => rule.kinds))].filter((kind) => kinds.has(kind));
  const left = stays.reduce((sum, { count }) => sum + count, 0);
  return {
    id,
    layer: "secrets",
    says: `Redact what looks like ${found.map((kind) => PRIVATE_WORDS[kind]).join(", ")}`,
    evidence: [
      `${entries} of ${lines.length} entries`,
      ...(left === 0 ? [] : [`${left} that no expression reaches stay`]),
    ],
    byDefault: kinds !== CONTACTS,
    needs: [],
    branch: undefined,
    write: () => code,
  };
}
