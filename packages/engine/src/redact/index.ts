/** Reports of sensitive data, and the stages that redact it. */

export { type PlanInput, type PlannedRedaction, planRedaction, type RedactionPlan } from "./plan.ts";
export {
  REDACTED,
  type Redaction,
  type RedactionRule,
  redacted,
  redactionFor,
  type StayingFinding,
} from "./redaction.ts";
