/** References to what another component exports. */
import { sameRules } from "../../relabel/rule.ts";
import { CAPSULES } from "../capsules.ts";
import { bad, good, SINGLE, type ValueKind, wrongType } from "../value-kind.ts";
import type { CapsuleKind, CapsuleReference, OfKind } from "../value-type.ts";

const DOCS: { readonly [C in CapsuleKind]: string } = {
  "logs-receiver": "Forwards to this component.",
  "profiles-receiver": "Forwards to this component.",
  "relabel-rules": "Uses the rules of this component.",
};

export const CAPSULE_KIND: ValueKind<OfKind<"capsule">> = {
  ...SINGLE,
  decode(value, type) {
    if (value.type === "null") return good(null);
    if (value.type !== "capsule") return wrongType(value, "capsule");
    const wanted = CAPSULES[type.capsule].name;
    if (value.name !== wanted)
      return bad(value, `expected capsule(${JSON.stringify(wanted)}), got capsule(${JSON.stringify(value.name)})`);
    return good(value.capsule as CapsuleReference);
  },
  /** Null decodes, but nothing can be built with it. */
  check(value, type, { span }, report) {
    if (value !== null) return;
    const message = `null is not a ${CAPSULES[type.capsule].noun}`;
    report({ severity: "error", code: "null-reference", phase: "build", message, span });
  },
  same: (a, b) =>
    a?.component === b?.component && a?.exported === b?.exported && sameRules(a?.rules ?? [], b?.rules ?? []),
  describe: (type) => CAPSULES[type.capsule].noun,
  print: showReference,
  summarise: showReference,
  snippet: (_type, stop) => `$${stop}`,
  complete: (type, place) =>
    place.inString
      ? []
      : place.references(type.capsule).map((text) => ({ text, doc: DOCS[type.capsule], isReference: true })),
  control: (type) => ({ kind: "reference", capsule: type.capsule }),
  generate: () => "null",
};

function showReference(reference: CapsuleReference | null): string {
  return reference === null ? "null" : `${reference.component}.${reference.exported}`;
}
