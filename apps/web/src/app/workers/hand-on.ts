/**
 * What takes a document in and hands it on: the import, and the search for private values, which it replaces by kind,
 * the same value by the same stand-in everywhere. One part of the worker, loaded when it is first asked for.
 */
export { completeConfig, exportConfig, withTarget } from "@sluice/engine";
export { readConfiguration } from "../../features/import/read-configuration.ts";
export { DocumentScreen } from "../../features/share/screen-document.ts";
