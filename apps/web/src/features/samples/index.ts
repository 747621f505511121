/** What other features may use of this one. */
export { addSamples } from "./add-samples.ts";
export { useRowNames } from "./row-values.tsx";
export { looksLikeConfiguration } from "./text-lines.ts";
