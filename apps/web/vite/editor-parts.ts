/**
 * Leaves out parts of the editor that it imports but that are never made here: they are a fifth of it. What refers to
 * one gets an empty one in its place. A build fails when the editor no longer has one of them.
 */
import type { Plugin } from "vite";

const ROOT = "/monaco-editor/esm/vs/";
const emptyClass = (...names: string[]) => names.map((name) => `export class ${name} {}`).join("\n");

/** What stands in the place of a module, by its path. */
const PARTS: Readonly<Record<string, string>> = {
  // Editors of differences.
  "editor/browser/widget/diffEditor/diffEditorWidget.js": emptyClass("DiffEditorWidget"),
  "editor/browser/widget/multiDiffEditor/multiDiffEditorWidget.js": emptyClass("MultiDiffEditorWidget"),
  // Drawing by WebGPU, which is an option.
  "editor/browser/gpu/viewGpuContext.js": emptyClass("ViewGpuContext"),
  "editor/browser/viewParts/viewLinesGpu/viewLinesGpu.js": emptyClass("ViewLinesGpu"),
  "editor/browser/viewParts/rulersGpu/rulersGpu.js": emptyClass("RulersGpu"),
  // The minimap is off (`OPTIONS` in code-editor.ts), but always there.
  "editor/browser/viewParts/minimap/minimap.js": `
    import { createFastDomNode } from "../../../../base/browser/fastDomNode.js";
    import { ViewPart } from "../../view/viewPart.js";
    export class Minimap extends ViewPart {
      #node = createFastDomNode(document.createElement("div"));
      getDomNode() { return this.#node; }
      prepareRender() {}
      render() {}
    }`,
  // Grammars of Tree-sitter: the language is one of Monarch's.
  "editor/common/model/tokens/treeSitter/treeSitterSyntaxTokenBackend.js": emptyClass("TreeSitterSyntaxTokenBackend"),
  // The history is the document's (`no-undo.ts`).
  "platform/undoRedo/common/undoRedoService.js": `
    import { registerSingleton } from "../../instantiation/common/extensions.js";
    import { IUndoRedoService } from "./undoRedo.js";
    registerSingleton(IUndoRedoService, class {}, 1);`,
  // Differences of texts, by its worker.
  "editor/common/diff/linesDiffComputers.js": "export const linesDiffComputers = {};",
  // Lists to choose from at the top of the editor: the page has a palette of its own, and no command here asks for one.
  "editor/standalone/browser/quickInput/standaloneQuickInputService.js": emptyClass("StandaloneQuickInputService"),
  // Features that are not registered (`monaco.ts`), and are only asked whether something is theirs.
  "editor/contrib/colorPicker/browser/hoverColorPicker/hoverColorPickerParticipant.js": emptyClass(
    "ColorHover",
    "HoverColorPickerParticipant",
  ),
  "editor/contrib/inlayHints/browser/inlayHintsHover.js": emptyClass("InlayHintsHover"),
  "editor/contrib/inlineCompletions/browser/hintsWidget/inlineCompletionsHintsWidget.js":
    "export class InlineSuggestionHintsContentWidget { static dropDownVisible = false; }",
  "editor/browser/services/inlineCompletionsService.js": "",
  "editor/contrib/dropOrPasteInto/browser/copyPasteController.js":
    "export class CopyPasteController { static get() { return null; } }",
};

export function editorParts(): Plugin {
  const left = new Set(Object.keys(PARTS));
  return {
    name: "sluice:editor-parts",
    apply: "build",
    load: {
      filter: { id: /\/monaco-editor\/esm\/vs\// },
      handler(id) {
        const path = id.slice(id.lastIndexOf(ROOT) + ROOT.length);
        const code = PARTS[path];
        left.delete(path);
        return code;
      },
    },
    buildEnd(error) {
      if (error === undefined && left.size > 0)
        this.error(
          `The editor no longer imports ${[...left].join(", ")}: look where that went, and change vite/editor-parts.ts.`,
        );
    },
  };
}
