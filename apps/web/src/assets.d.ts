/** What Vite makes of files that are no scripts, as far as the page imports such. */

/** Its classes by their names there; `testing/style-sheets.test.ts` holds these against what uses them. */
declare module "*.module.css" {
  const classes: Readonly<Record<string, string>>;
  export = classes;
}

declare module "*.css" {}

declare module "*?url" {
  const address: string;
  export default address;
}

declare module "*?worker" {
  const make: new (options?: { readonly name?: string }) => Worker;
  export default make;
}
