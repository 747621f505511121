/** Alloy components that Sluice does not run, for the graph. They have no spec; the kind of one that is not known follows from its name. */
import { ALLOY_ONLY } from "../../components/alloy-only.ts";
import type { GraphKind } from "../../components/component-spec.ts";
import type { CapsuleKind } from "../../schema/field.ts";

/** What a part of a name says about the kind; the first that is found decides. */
const KINDS: readonly (readonly [RegExp, GraphKind])[] = [
  [/\brelabel$/, "relabel"],
  [/\.source\.|^discovery\.|^local\./, "source"],
  [/\.receive_http$|\.receiver\./, "receiver"],
  [/\.process$|\.processor\./, "process"],
  [/\.(?:remote_)?write$|\.write\.file$|\.echo$|\.exporter\./, "writer"],
];
/** What they hand on, by the first part of their names. */
const CARRIED: ReadonlyMap<string, CapsuleKind> = new Map([
  ["logs", "logs-receiver"],
  ["loki", "logs-receiver"],
  ["profiles", "profiles-receiver"],
  ["pyroscope", "profiles-receiver"],
]);

interface ForeignComponent {
  readonly kind: GraphKind | "other";
  readonly takes: CapsuleKind | undefined;
  readonly gives: CapsuleKind | undefined;
}

export function describeForeign(name: string): ForeignComponent {
  const kind = ALLOY_ONLY.get(name)?.kind ?? KINDS.find(([part]) => part.test(name))?.[1] ?? "other";
  const carried = CARRIED.get(name.split(".")[0]!);
  const isBetween = kind === "process" || kind === "relabel";
  return {
    kind,
    takes: isBetween || kind === "writer" ? carried : undefined,
    gives: isBetween || kind === "source" || kind === "receiver" ? carried : undefined,
  };
}
