/**
 * What profiles are called (names, labels, and the rule that gives each a service), what their bodies are, and what is
 * recorded of requests with them. The page and the server agree on it.
 */

export { detectFormat, isGzip } from "./body-format.ts";
export {
  APP_NAME,
  collectLabels,
  formatLabels,
  METRIC_NAME,
  type ProfileLabels,
  SERVICE_NAME,
  sortLabels,
} from "./labels.ts";
export { type BodyPart, isMultipart, type MultipartBody, readMultipart } from "./multipart.ts";
export { labelNameProblem, type ParsedProfileName, parseProfileName } from "./profile-name.ts";
export type {
  BodyFormat,
  ProfileRequest,
  ProfileRequestDetail,
  ProfileRequestList,
  RecordedPart,
  RecordedProfile,
  RecordedReceiver,
  SampleSent,
  SendAgain,
  SendSample,
  TargetResult,
} from "./request-record.ts";
export { applyServiceName, explainServiceName, type NamedProfile, type ServiceNameEffect } from "./service-name.ts";
