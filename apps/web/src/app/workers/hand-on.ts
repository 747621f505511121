/** What takes a document in and hands it on, as one part of the worker. */
export { exportConfig } from "@sluice/engine";
export { readConfiguration } from "../../features/import/read-configuration.ts";
export { screenDocument } from "../../features/share/screen-document.ts";
