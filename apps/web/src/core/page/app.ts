/**
 * The page with one of its documents open, for commands and views. Everything that belongs to the browser comes in
 * through `Platform`, so the whole runs in a test.
 */

import type { ChosenFile } from "../model/chosen-file.ts";
import type { DocumentContent } from "../model/document.ts";
import type { Re2Client } from "../re2/re2-client.ts";
import type { Re2Kinds } from "../re2/re2-protocol.ts";
import type { AskServerWith, OpenStreamWith } from "../server/ask-server.ts";
import type { ServerAccess } from "../server/server-access.ts";
import type { DocumentStorage } from "../storage/document-storage.ts";
import type { FileStorage } from "../storage/file-storage.ts";
import type { StateKeeper } from "../storage/state-keeper.ts";
import type { StateStorage } from "../storage/state-storage.ts";
import type { TextStorage } from "../storage/text-storage.ts";
import type { LanguageClient } from "../workers/language-client.ts";
import type { LanguageKinds } from "../workers/language-protocol.ts";
import type { Scheduler } from "../workers/port.ts";
import type { PreviewClient } from "../workers/preview-client.ts";
import type { PreviewKinds } from "../workers/preview-protocol.ts";
import type { StartKinds } from "../workers/requests.ts";
import type { Derived } from "./derived.ts";
import type { Stores } from "./stores.ts";

export interface Platform {
  readonly scheduler: Scheduler;
  readonly startLanguage: StartKinds<LanguageKinds>;
  readonly startPreview: StartKinds<PreviewKinds>;
  readonly startRe2: StartKinds<Re2Kinds>;
  /** The keys are those of a Mac. */
  readonly mac: boolean;
  /** Offers a text, or bytes, as a file. */
  download(name: string, content: string | Blob): void;
  /** Puts a text on the clipboard; false: not allowed. */
  copy(text: string): Promise<boolean>;
  /** Asks for a file; undefined: none was chosen. */
  chooseFile(accept: string): Promise<ChosenFile | undefined>;
  /** Asks for any number of files. */
  chooseFiles(accept: string): Promise<readonly ChosenFile[]>;
  /** The bytes of a file that the page was served with; undefined when it was not. */
  fetchFile(path: string): Promise<Blob | undefined>;
  /** Requests to the server that serves the page. Only `ServerAccess` makes them: it knows the token. */
  readonly askServer: AskServerWith;
  readonly openStream: OpenStreamWith;
  /** The page's own address. */
  readonly address: PageAddress;
  /** Name or address of that server. */
  readonly pageHost: string;
  /** Whether the page is in sight. */
  readonly isVisible: () => boolean;
  /** Files that the browser keeps after the page is left. */
  readonly fileStorage: FileStorage;
  readonly documentStorage: DocumentStorage;
  readonly stateStorage: StateStorage;
  /** For all tabs; undefined: not allowed. */
  readonly textStorage: TextStorage | undefined;
  /** For this tab alone. */
  readonly tabStorage: TextStorage | undefined;
  /** Milliseconds since 1970. */
  currentTime(): number;
  /** A name that nothing else has. */
  newId(): string;
}

export interface PageAddress {
  /** Without query and fragment. */
  page(): string;
  /** What follows `#`; no server sees it. */
  fragment(): string;
  /** Takes the fragment away: what it said was done. */
  clear(): void;
  /** Puts another fragment there. `isNew`: *Back* leads to the one before. */
  write(fragment: string, isNew: boolean): void;
  /** Calls when the user goes to another fragment: back, forward, by a link or by typing. The result ends that. */
  listen(run: () => void): () => void;
}

/** What can be done with the documents of the page. */
export interface Documents {
  /** The open document. */
  readonly app: App;
  /** Opens a document of the list. */
  open(id: string): Promise<void>;
  /** Adds a document and opens it; its name is made unique. */
  create(content: DocumentContent): App;
  /**
   * Takes a document off the list, and opens another where it was open. It is kept among the removed ones; false: only
   * until the page is left.
   */
  remove(id: string): Promise<boolean>;
  /** Whether what was removed under this id is still kept. */
  canRestore(id: string): boolean;
  /** Brings back what was removed under this id. */
  restore(id: string): Promise<void>;
  /** Deletes for good what was removed under this id. */
  forgetRemoved(id: string): Promise<void>;
  /** Names of all documents. */
  names(): readonly string[];
}

/** The open document: its content, its selection and its last run. */
export interface StoresPart {
  readonly stores: Stores;
}

/** The same with what follows from it. */
export interface DerivedPart extends StoresPart {
  readonly derived: Derived;
}

/** What says something to the user. */
export interface NoticePart extends StoresPart {
  readonly scheduler: Scheduler;
}

/** What changes the document, says so and offers to undo it. */
export interface EditPart extends NoticePart, Pick<MemoryPart, "awaited"> {}

/** What asks the workers. */
export interface WorkersPart {
  readonly language: LanguageClient;
  readonly preview: PreviewClient;
  readonly re2: Re2Client;
}

/** State that one step of this document leaves for the next. */
export interface MemoryPart {
  /** A text without errors from before the document was opened, for when the present one has some. */
  readonly lastGood: string | null;
  /** The inputs of the last run; equal ones are not run again automatically. */
  readonly ran: { inputs: readonly unknown[] | null };
  /** The stage to select as soon as `text` is understood. */
  readonly awaited: { stage: { readonly text: string; readonly path: string; readonly shown: boolean } | null };
}

/** Parts that all documents of the page share. */
export interface PagePart {
  readonly scheduler: Scheduler;
  readonly platform: Platform;
  readonly documents: Documents;
  readonly access: ServerAccess;
}

/**
 * All of it, for a command of the table and for what a view hands on. Whatever needs less says so by the parts that it names.
 * A feature adds what it keeps for each document.
 */
export interface App extends DerivedPart, WorkersPart, MemoryPart, PagePart {
  /** Keeps earlier states of the document. */
  readonly states: StateKeeper;
}
