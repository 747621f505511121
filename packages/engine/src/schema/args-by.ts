import type { Args, ArgsOf, Blocks, Fields } from "./field.ts";

interface Named {
  readonly name: string;
}

/** The arguments of a stage or a component as its spec types them; undefined where another spec decoded them. */
export function argsBy<F extends Fields, B extends Blocks>(
  spec: Named & { readonly fields: F; readonly blocks: B },
  node: { readonly spec: Named; readonly args: Args },
): ArgsOf<F, B> | undefined {
  // Decoding by a spec gives the spec's type; only its name shows which spec it was.
  return node.spec.name === spec.name ? (node.args as ArgsOf<F, B>) : undefined;
}
