/** A part of the editor that comes without types: its table of services, before anything asks it for one. */
declare module "monaco-editor/editor/standalone/browser/standaloneServices" {
  export const StandaloneServices: { initialize(overrides: Readonly<Record<string, unknown>>): unknown };
}
