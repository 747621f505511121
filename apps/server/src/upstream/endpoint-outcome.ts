/** The outcomes of all that was sent to one endpoint, for the status that people see. */
import { formatRfc3339, type Nanos } from "@sluice/engine";
import { HEALTHY, type Health } from "../core/health.ts";

/** Answers that are about what was sent, and say nothing against the endpoint. */
const OF_CONTENT: ReadonlySet<number> = new Set([400, 413, 415, 422]);

export const isOfContent = (status: number): boolean => OF_CONTENT.has(status);

export class EndpointOutcome {
  #sent = 0;
  #dropped = 0;
  #sentAt: Nanos | undefined;
  /** Stays when something is sent again. */
  #failure: { readonly at: Nanos; readonly problem: string } | undefined;
  /** The last failure, until something is sent again. */
  lastError = "";
  /** One since then was the endpoint's. */
  #away = false;

  sent(count: number, at: Nanos): void {
    this.lastError = "";
    this.#away = false;
    this.#sentAt = at;
    this.#sent += count;
  }

  /** Entries, since the start. */
  get droppedCount(): number {
    return this.#dropped;
  }

  dropped(count: number): void {
    this.#dropped += count;
  }

  /** `ofEndpoint`: it speaks against the endpoint, and not about what was sent, or who it was sent for. */
  failed(problem: string, at: Nanos, ofEndpoint: boolean): void {
    this.lastError = problem;
    if (ofEndpoint) this.#away = true;
    this.#failure = { at, problem };
  }

  /**
   * Not well from a failure of the endpoint until something is sent again; other failures are only told. `problem`: what
   * keeps it from being as it should, although it sends.
   */
  health(problem: string | undefined): Health {
    if (this.lastError !== "" && this.#away) return { state: "unhealthy", message: this.lastError, elsewhere: true };
    if (problem !== undefined) return { state: "unhealthy", message: problem, elsewhere: true };
    return this.lastError === "" ? HEALTHY : { state: "healthy", message: this.lastError };
  }

  /** Since the start. */
  get details(): Readonly<Record<string, string | number | null>> {
    return {
      sent: this.#sent,
      dropped: this.#dropped,
      last_success: this.#sentAt === undefined ? null : formatRfc3339(this.#sentAt),
      last_error: this.#failure?.problem ?? null,
      last_error_at: this.#failure === undefined ? null : formatRfc3339(this.#failure.at),
    };
  }
}
