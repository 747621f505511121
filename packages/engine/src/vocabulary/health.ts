/** Health checks and other routine calls: what nobody reads. */

const ENDPOINTS =
  "healthz?|readyz?|livez?|alive|liveness|readiness|ping|status|_health|health/(?:live|ready)|actuator/health(?:/\\w+)?|metrics";

/** The paths that such calls ask for, in RE2. */
export const HEALTH_PATH = `^/(?:${ENDPOINTS})(?:\\?.*)?$`;

/** A text about such a call, by its path or its words. */
const ROUTINE = new RegExp(
  `(?:^|[\\s"'=])/(?:${ENDPOINTS})(?![\\w/-])|\\bhealth[ _-]?checks?\\b|\\b(?:healthz?|livez|readyz|liveness|readiness|ping|heartbeats?|keep-?alives?)\\b`,
  "i",
);
export const isRoutine = (text: string): boolean => ROUTINE.test(text);
