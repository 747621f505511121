/** A part of the page that is loaded when it is first shown. */
import { type ComponentType, lazy } from "react";

/** What the build made may be gone when it is asked for: another build took its place. */
export const lazyView = <P extends object = object>(
  what: string,
  load: () => Promise<{ readonly default: ComponentType<P> }>,
) =>
  lazy<ComponentType<P>>(() =>
    load().catch(() => ({
      default: () => (
        <p className="note tone-error" role="alert">
          {what} could not be loaded. Reload the page to try again.
        </p>
      ),
    })),
  );
