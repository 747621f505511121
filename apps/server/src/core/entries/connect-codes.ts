/** The codes of errors of Connect's protocol, each with the HTTP status that goes with it. */
export const CONNECT_STATUSES = {
  canceled: 499,
  unknown: 500,
  invalid_argument: 400,
  deadline_exceeded: 504,
  not_found: 404,
  already_exists: 409,
  permission_denied: 403,
  resource_exhausted: 429,
  failed_precondition: 400,
  aborted: 409,
  out_of_range: 400,
  unimplemented: 501,
  internal: 500,
  unavailable: 503,
  data_loss: 500,
  unauthenticated: 401,
} as const;

export type ConnectCode = keyof typeof CONNECT_STATUSES;

export const isConnectCode = (code: unknown): code is ConnectCode =>
  typeof code === "string" && Object.hasOwn(CONNECT_STATUSES, code);
