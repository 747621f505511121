/** The message of anything thrown. */
export function messageOf(error: unknown): string {
  try {
    return error instanceof Error ? error.message || error.name : String(error);
  } catch {
    return "an error that cannot be shown";
  }
}
