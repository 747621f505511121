/** Why a body was not taken, with the HTTP status that says so. */
export class BodyError extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** The body is not one, or breaks off, though its client may still read an answer; nothing can follow on its connection. */
export class BrokenBody extends BodyError {
  constructor() {
    super(400, "the body ended too early");
  }
}

/** The client went away before its body had arrived; there is nobody to answer. */
export class ClientGone extends Error {}

/** One for all: thousands may go at once, and where each was noticed says nothing. */
export const CLIENT_GONE = new ClientGone("the connection was closed");
