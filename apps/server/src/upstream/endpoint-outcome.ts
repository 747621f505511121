/** What became of all that was for one endpoint, for the status that people see. */
import { formatRfc3339, type Nanos } from "@sluice/engine";

export class EndpointOutcome {
  #sent = 0;
  #dropped = 0;
  #sentAt: Nanos | undefined;
  /** Stays when something is sent again. */
  #failure: { readonly at: Nanos; readonly problem: string } | undefined;
  /** The last failure, until something is sent again. */
  lastError = "";

  sent(count: number, at: Nanos): void {
    this.lastError = "";
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

  failed(problem: string, at: Nanos): void {
    this.lastError = problem;
    this.#failure = { at, problem };
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
