/** The severities of syslog by number, as syslog and GELF name them. */
export const SEVERITIES = [
  "emergency",
  "alert",
  "critical",
  "error",
  "warning",
  "notice",
  "informational",
  "debug",
] as const;
