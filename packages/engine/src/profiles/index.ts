/**
 * Names and labels of profiles, the rule that gives each a service, formats of their bodies, and records of requests with
 * them. The page and the server agree on it.
 */

export { isGzip } from "../base/gzip.ts";
export {
  BODY_FORMATS,
  type BodyFormat,
  detectFormat,
  isBlankLine,
  isFolded,
  isStackLine,
  readFoldedLine,
} from "./body-format.ts";
export { adviseClient, type IngestShown, WITHOUT_NAME } from "./client-advice.ts";
export {
  APP_NAME,
  collectLabels,
  formatLabels,
  METRIC_NAME,
  type ProfileLabels,
  SERVICE_NAME,
  sortLabels,
} from "./labels.ts";
export { type BodyPart, isMultipart } from "./multipart.ts";
export { labelNameProblem, type ParsedProfileName, parseProfileName } from "./profile-name.ts";
export { applyServiceName, explainServiceName, type NamedProfile, type ServiceNameEffect } from "./service-name.ts";
export { type Inflated, type Unpacking, unpackBody } from "./unpack-body.ts";
