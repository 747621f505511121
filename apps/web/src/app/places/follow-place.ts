/**
 * Keeps the page's address and what it shows the same. Another place is a new step of the browser's history; another
 * entry, test or source of a comparison only changes the address of the step, a moment later: arrow keys would otherwise fill
 * the history, and browsers refuse changes that come too fast. The way back is the same code as that of a link.
 */
import * as v from "valibot";
import { isBlank } from "../../core/model/document.ts";
import type { App } from "../../core/page/app.ts";
import { goTo, showPanes, showsStart } from "../../core/page/areas.ts";
import { closeDialog } from "../../core/page/dialogs.ts";
import { notify } from "../../core/page/notify.ts";
import {
  type DocumentPlace,
  isAddress,
  isDocumentPlace,
  PLACE_OF,
  type Place,
  readPlace,
  writePlace,
} from "../../core/page/place.ts";
import { selectEntry } from "../../core/select/select-entry.ts";
import { showAllEntries } from "../../core/select/set-filter.ts";
import { forget, KEYS, readJson, writeJson } from "../../core/storage/text-storage.ts";
import { openCompareAt, writeCompared } from "../../features/compare/compare-address.ts";
import { openTestsAt } from "../../features/tests/test-address.ts";
import type { Workspace } from "../workspace/workspace.ts";

const Unwritten = v.object({ at: v.string(), to: v.string() });

/** Milliseconds until the address says what is selected. */
export const SETTLED = 300;

/** The place that the page shows; undefined: none, as its address leads nowhere. */
export function presentPlace({ stores }: App): Place | undefined {
  const { area, lost, side } = stores.area.getState();
  if (lost !== null) return undefined;
  if (area === "live") return { at: area };
  if (area === "profiles") return { at: area, side };
  const at = PLACE_OF[stores.view.getState().shows];
  return { at, document: stores.documents.getState().currentId, item: itemAt(stores, at) };
}

function itemAt(stores: App["stores"], at: DocumentPlace["at"]): string | null {
  if (at === "tests") return stores.testsView.getState().chosen;
  if (at === "compare") return writeCompared(stores.comparison.getState().a);
  return stores.view.getState().atStart ? null : (stores.selection.getState().sampleId?.toString() ?? null);
}

const isStart = ({ stores }: App): boolean => showsStart(stores.view.getState(), isBlank(stores.document.getState()));

export class PlaceFollower {
  readonly #workspace: Workspace;
  readonly #stop: (() => void)[] = [];
  #stopDocument: (() => void)[] = [];
  #cancelWrite: (() => void) | undefined;
  #unwritten: string | undefined;
  #isDue = false;
  /** What was shown last: `design panes`, of this document. */
  #spot: { readonly name: string; readonly app: App; readonly isStart: boolean; readonly steps: number } | undefined;
  /** Addresses at which the start page was shown. */
  readonly #starts = new Set<string>();
  #arrivals = 0;
  #arriving = false;
  #stopTests = () => {};

  constructor(workspace: Workspace) {
    this.#workspace = workspace;
  }

  /** Goes where the address leads, and follows both from then on. */
  start(): void {
    const { current, shared, platform } = this.#workspace;
    this.#takeUnwritten();
    this.#followDocument();
    this.#stop.push(
      current.subscribe(() => {
        // Whoever opens a document wants to see it.
        if (!this.#arriving) shared.area.setState({ lost: null });
        this.#followDocument();
        this.#soon();
      }),
      shared.area.subscribe(() => this.#soon()),
      shared.documents.subscribe((state, before) => state.currentId !== before.currentId && this.#soon()),
      platform.address.listen(() => void this.#arrive()),
    );
    void this.#arrive();
  }

  close(): void {
    for (const stop of [...this.#stop, ...this.#stopDocument, this.#stopTests]) stop();
    this.#cancelWrite?.();
    this.#arrivals++;
  }

  /** Keeps what waits to be written, as the page is left: a reload asks for the address as it was before. */
  leave(): void {
    const { platform } = this.#workspace;
    const kept = { at: platform.address.fragment(), to: this.#unwritten };
    if (kept.to !== undefined) writeJson(platform.tabStorage, KEYS.place, kept);
    this.#flush();
  }

  #takeUnwritten(): void {
    const { tabStorage, address } = this.#workspace.platform;
    const kept = v.safeParse(Unwritten, readJson(tabStorage, KEYS.place));
    forget(tabStorage, KEYS.place);
    if (kept.success && kept.output.at === address.fragment()) address.write(kept.output.to, false);
  }

  #flush(): void {
    const fragment = this.#unwritten;
    this.#forget();
    if (fragment !== undefined) this.#workspace.platform.address.write(fragment, false);
  }

  #followDocument(): void {
    for (const stop of this.#stopDocument) stop();
    const { view, document, selection, testsView, comparison } = this.#workspace.app.stores;
    const leaveStart = () => {
      if (view.getState().atStart) view.setState({ atStart: false });
    };
    this.#stopDocument = [
      view.subscribe(
        (state, before) => (state.shows !== before.shows || state.atStart !== before.atStart) && this.#soon(),
      ),
      // Whoever selects or changes something wants to see it.
      document.subscribe(leaveStart),
      selection.subscribe((state, before) => {
        if (state.sampleId === before.sampleId) return;
        leaveStart();
        this.#soon();
      }),
      testsView.subscribe((state, before) => state.chosen !== before.chosen && this.#soon()),
      comparison.subscribe(() => this.#soon()),
    ];
  }

  /** What changes several stores goes to one place. */
  #soon(): void {
    if (this.#isDue || this.#arriving) return;
    this.#isDue = true;
    queueMicrotask(() => {
      this.#isDue = false;
      if (!this.#arriving) this.#write();
    });
  }

  #write(): void {
    const { app, platform } = this.#workspace;
    const place = presentPlace(app);
    if (place === undefined) return;
    const { address } = platform;
    const fragment = writePlace(place);
    const before = this.#spot;
    this.#spot = this.#spotOf(place);
    if (this.#spot.isStart) this.#starts.add(fragment);
    const isElsewhere = before === undefined || before.name !== place.at || before.app !== app;
    if (isElsewhere || before.steps < this.#spot.steps || (before.isStart && !this.#spot.isStart)) {
      this.#flush();
      // An address that was of no place, or led to this one, is no step to go back to.
      const now = address.fragment();
      if (now !== fragment) address.write(fragment, isAddress(now));
      return;
    }
    this.#forget();
    if (fragment === address.fragment()) return;
    this.#unwritten = fragment;
    this.#cancelWrite = platform.scheduler.after(SETTLED, () => this.#flush());
  }

  #spotOf({ at }: Place) {
    const { app, shared } = this.#workspace;
    return { name: at, app, isStart: at === "design" && isStart(app), steps: shared.area.getState().steps };
  }

  #forget(): void {
    this.#cancelWrite?.();
    this.#cancelWrite = undefined;
    this.#unwritten = undefined;
  }

  /** Goes where the address leads. */
  async #arrive(): Promise<void> {
    const { address } = this.#workspace.platform;
    this.#forget();
    const fragment = address.fragment();
    // The page itself, or what is handed on to it.
    if (!isAddress(fragment)) return this.#soon();
    const nth = ++this.#arrivals;
    this.#arriving = true;
    this.#stopTests();
    closeDialog(this.#workspace.app);
    const place = readPlace(fragment);
    const isThere = place !== undefined && (await this.#go(place, () => nth === this.#arrivals));
    if (nth !== this.#arrivals) return;
    this.#arriving = false;
    const { shared } = this.#workspace;
    if (isThere) {
      // It is there: what cannot be selected any more does not stay in the address.
      this.#spot = this.#spotOf(place);
      this.#soon();
      return;
    }
    this.#spot = undefined;
    const document = place !== undefined && isDocumentPlace(place) ? place.document : null;
    shared.area.setState({ area: "design", lost: { address: fragment, document } });
  }

  /** False: the place is gone. */
  async #go(place: Place, isWanted: () => boolean): Promise<boolean> {
    const { shared } = this.#workspace;
    if (!isDocumentPlace(place)) {
      goTo(this.#workspace.app, place.at);
      if (place.at === "profiles" && place.side !== null) shared.area.setState({ side: place.side });
      return true;
    }
    const isListed = shared.documents.getState().list.some(({ id }) => id === place.document);
    if (!isListed) return false;
    await this.#workspace.open(place.document);
    if (!isWanted() || shared.documents.getState().currentId !== place.document) return false;
    const { app } = this.#workspace;
    goTo(app, "design");
    if (place.at === "compare") await openCompareAt(app, place.item);
    else if (place.at === "tests") this.#stopTests = openTestsAt(app, place.item);
    else openEntryAt(app, place.item, this.#starts.has(writePlace(place)));
    return true;
  }
}

/** Shows the panes, with an entry selected, or the start page where that was `wasStart`. */
function openEntryAt(app: App, item: string | null, wasStart: boolean): void {
  const { stores } = app;
  if (stores.view.getState().shows !== "panes") showPanes(app);
  stores.view.setState({ atStart: item === null && wasStart && !isBlank(stores.document.getState()) });
  if (item === null) return;
  const { samples, name } = stores.document.getState();
  const sample = samples.find(({ id }) => id.toString() === item);
  if (sample === undefined) {
    const text = `The entry of this address is no longer in “${name}”. Another one is selected.`;
    notify(app, "info", samples.length === 0 ? `“${name}” has no entries any more.` : text, undefined, "place");
    return;
  }
  if (!app.derived.rows().some((row) => row.sample.id === sample.id)) showAllEntries(app);
  selectEntry(app, sample.id);
}
