/** The area of profiles, which is loaded with the first visit of it. */
import { lazy, Suspense, useEffect } from "react";

// What the build made may be gone when it is asked for: another build took its place.
const Loaded = lazy(() =>
  import("./profiles/profiles-view.tsx").catch(() => ({
    default: () => (
      <p className="note tone-error" role="alert">
        Profiles could not be loaded. Reload the page to try again.
      </p>
    ),
  })),
);

export function ProfilesArea() {
  useEffect(() => {
    document.title = "Profiles · Sluice";
  }, []);
  return (
    <Suspense fallback={<main className="panes" aria-busy="true" />}>
      <Loaded />
    </Suspense>
  );
}
