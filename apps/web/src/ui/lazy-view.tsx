/** A part of the page that loads when first shown. */
import { type ComponentType, lazy } from "react";
import * as controlsCss from "./controls.module.css";

/** Loading may fail: a newer build may have replaced the chunk. */
export const lazyView = <P extends object = object>(
  what: string,
  load: () => Promise<{ readonly default: ComponentType<P> }>,
) =>
  lazy<ComponentType<P>>(() =>
    load().catch(() => ({
      default: () => (
        <p className={`${controlsCss.note} tone-error`} role="alert">
          {what} could not be loaded. Reload the page to try again.
        </p>
      ),
    })),
  );
