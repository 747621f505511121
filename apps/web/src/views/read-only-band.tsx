/** Says that nothing can be edited here, and what it takes. */
import { Eye } from "lucide-react";
import { READ_ONLY } from "../workspace/commands/read-only.ts";
import { useReadOnly } from "./app-context.ts";

export function ReadOnlyBand() {
  if (!useReadOnly()) return null;
  return (
    <section className="read-only-band" aria-label="Read only">
      <Eye aria-hidden="true" size={14} /> {READ_ONLY}
    </section>
  );
}
