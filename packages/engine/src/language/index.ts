/** Editor services as plain data, for any editor. */
export { type CompletionItem, type CompletionKind, complete } from "./complete.ts";
export { completeTemplateText, type TemplateCompletion, type TemplateCompletions } from "./complete-template.ts";
export { declaration, definition, references } from "./definition.ts";
export { firstSentence } from "./describe.ts";
export { type FoundStage, findStages, type SearchedStage, type StageSearch } from "./find-stages.ts";
export { type Fold, folds } from "./folds.ts";
export { FILE_NAMES, GRAMMAR, TYPING } from "./grammar.ts";
export { type Hover, hover } from "./hover.ts";
export { type OfferedFix, quickFixes } from "./quick-fixes.ts";
export { componentReference, configBlockReference, referenceIndex, stageReference } from "./reference.ts";
export { templateFunctionsReference } from "./reference-functions.ts";
export { limitsReference } from "./reference-limits.ts";
export { lintsReference } from "./reference-lints.ts";
export { type Renamed, type RenameTarget, rename, renameTarget } from "./rename.ts";
export { SEMANTIC_KINDS, type SemanticKind, type SemanticToken, semanticTokens } from "./semantic-tokens.ts";
export { describeStageCounts, type StageNote, stageNotes } from "./stage-notes.ts";
export { summarizeStage } from "./summarize-stage.ts";
export { type DocumentSymbol, symbols } from "./symbols.ts";
