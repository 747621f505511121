/** What profiles are called: names, labels, and the rule that gives each a service. The page and the server agree on it. */
export {
  APP_NAME,
  collectLabels,
  formatLabels,
  METRIC_NAME,
  type ProfileLabels,
  SERVICE_NAME,
  sortLabels,
} from "./labels.ts";
export { labelNameProblem, type ParsedProfileName, parseProfileName } from "./profile-name.ts";
export {
  type BodyFormat,
  HIDDEN_SECRET,
  type ProfileRequest,
  type ProfileRequestDetail,
  type ProfileRequestList,
  type RecordedPart,
  type RecordedProfile,
  type RecordedReceiver,
  type SampleSent,
  type SendAgain,
  type SendSample,
  type TargetResult,
} from "./request-record.ts";
export { applyServiceName, type NamedProfile, type ServiceNameEffect } from "./service-name.ts";
