/**
 * What logs have in common: words of levels, forms of times and values, what wraps lines, names of fields,
 * health checks.
 */
export {
  isCertainLevelName,
  isCertainTimeName,
  isDurationName,
  isLevelName,
  isTimeName,
  LEVEL_NAMES,
  MESSAGE_NAMES,
  saysAmount,
  saysDuration,
} from "./field-names.ts";
export { HEALTH_PATH, isRoutine } from "./health.ts";
export {
  isDoubtfulLevel,
  isLevelWord,
  isLowLevel,
  isSeriousLevel,
  isSeriousLevelWord,
  isSteppedLevel,
  LEVEL_LETTERS,
  LEVEL_WORDS,
  levelOf,
  PHP_LEVELS,
  PINO_LEVELS,
  SERIOUS_WORDS,
  SYSLOG_LEVELS,
} from "./levels.ts";
export {
  DAY,
  HALF,
  IANA_ZONE,
  insideLine,
  MONTH,
  TIME_FORMS,
  TIMES_ANYWHERE,
  type TimeForm,
  timeAt,
  timeExpression,
  upToSeconds,
  ZONE_NAME,
  ZONES,
} from "./times.ts";
export {
  isCaller,
  isIp,
  isProtocol,
  isRequest,
  nameByForm,
  nameOfMost,
  SOURCE_ENDINGS,
} from "./value-forms.ts";
export { type DockerLine, RFC5424, readCri, readDocker, syslogMessageAt } from "./wrappers.ts";
