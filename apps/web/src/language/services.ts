/** The engine's editor services, which the language worker offers to the page. */
export {
  type CompletionItem,
  complete,
  type Hover,
  hover,
  summarizeStage,
} from "../../../../packages/engine/src/language/index.ts";
