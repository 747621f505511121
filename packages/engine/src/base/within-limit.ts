/** For those who try expressions on texts of others: a search that asks for too much work finds nothing there. */
import { LimitError } from "@sluice/languages/base";

/** Undefined where `search` exceeds a limit. Stages leave such texts as they are, too. */
export function withinLimit<T>(search: () => T): T | undefined {
  try {
    return search();
  } catch (error) {
    if (error instanceof LimitError) return undefined;
    throw error;
  }
}
