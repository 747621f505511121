/** Stages that hide what must not leave, before anything is made of the lines. */
import { type Redaction, redactionFor } from "../redact/index.ts";
import { PRIVATE_WORDS, type PrivateKind, SECRET_KINDS } from "../sensitive/index.ts";
import type { PlannedStage } from "./plan.ts";

/** They say who did something, which is what many a log is for: hidden only if somebody asks for it. */
const CONTACTS: ReadonlySet<PrivateKind> = new Set<PrivateKind>(["mail", "phone"]);

export interface FoundSecrets {
  readonly stages: readonly PlannedStage[];
  /** Further lines in which something secret stays. */
  readonly exposed: number;
}

/** `further`: lines that are not looked at otherwise. */
export function findSecrets(lines: readonly string[], further: readonly string[]): FoundSecrets {
  const all = [...lines, ...further];
  const secrets = redactionFor(all, SECRET_KINDS);
  const contacts = all.some((line) => MAYBE_CONTACT.test(line)) ? redactionFor(all, CONTACTS) : undefined;
  const stages = [
    stageOf("secrets", all.length, secrets, SECRET_KINDS),
    contacts && stageOf("contacts", all.length, contacts, CONTACTS),
  ].filter((stage) => stage !== undefined);
  const exposed = new Set(secrets.stays.flatMap((one) => one.lines.filter((index) => index >= lines.length)));
  return { stages, exposed: exposed.size };
}

const MAYBE_CONTACT = /@|\+\d|\d{3}[ .-]\d{4}/;

function stageOf(
  id: string,
  lines: number,
  { rules, code, entries, stays }: Redaction,
  kinds: ReadonlySet<PrivateKind>,
): PlannedStage | undefined {
  if (rules.length === 0) return undefined;
  const found = [...new Set(rules.flatMap((rule) => rule.kinds))].filter((kind) => kinds.has(kind));
  const left = stays.reduce((sum, { count }) => sum + count, 0);
  return {
    id,
    layer: "secrets",
    says: `Redact what looks like ${found.map((kind) => PRIVATE_WORDS[kind]).join(", ")}`,
    evidence: [`${entries} of ${lines} entries`, ...(left === 0 ? [] : [`${left} that no expression reaches stay`])],
    byDefault: kinds !== CONTACTS,
    needs: [],
    branch: undefined,
    write: () => code,
  };
}
