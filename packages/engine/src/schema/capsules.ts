/** Kinds of values that components pass to each other. */
import type { CapsuleKind } from "./value-type.ts";

interface CapsuleInfo {
  /** The name that Alloy gives it. */
  readonly name: string;
  readonly noun: string;
}

export const CAPSULES: { readonly [C in CapsuleKind]: CapsuleInfo } = {
  "logs-receiver": { name: "loki.LogsReceiver", noun: "receiver of logs" },
  "profiles-receiver": { name: "pyroscope.Appendable", noun: "receiver of profiles" },
  "relabel-rules": { name: "relabel.Rules", noun: "list of relabelling rules" },
};
