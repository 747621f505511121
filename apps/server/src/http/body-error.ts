/** Why a body was not taken, with the HTTP status that says so. */
export class BodyError extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** The client went away before its body had arrived; there is nobody to answer. */
export class ClientGone extends Error {}
