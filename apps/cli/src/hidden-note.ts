/** What is said where a report shows stand-ins for secrets. */
import { counted } from "./counted.ts";

export const hiddenNote = (hidden: number): string =>
  hidden === 0 ? "" : `${counted(hidden, "secret")} hidden: stand-ins are shown; --show-secrets shows the values\n`;
