/** What can load a configuration. */
export const LOADED_VIA = ["start", "signal", "reload", "deploy", "rollback"] as const;
export type LoadedVia = (typeof LOADED_VIA)[number];
