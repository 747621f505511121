export * from "@sluice/languages/base";

export * from "./at-once.ts";
export * from "./clock.ts";
export * from "./diagnostic.ts";
export * from "./display.ts";
export * from "./entry.ts";
export * from "./extracted.ts";
export * from "./gzip.ts";
export * from "./held-origins.ts";
export * from "./label-set.ts";
export * from "./line-diff.ts";
export * from "./origin.ts";
export { isSecretName } from "./secret-names.ts";
export * from "./secrets.ts";
export * from "./span.ts";
export * from "./splice-text.ts";
export * from "./visible.ts";
