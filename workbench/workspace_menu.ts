/**
 * Saves the selection and the typed text as a file, and opens such a file.
 * @module
 */

import { h, saveFile } from "./dom.ts";
import { menuOf } from "./menu.ts";
import type { PageState } from "./page_state.ts";
import { readWorkspace, workspaceText } from "./workspace.ts";

/** The page that contains the menu. */
interface WorkspacePage {
  readonly state: PageState;
  /** Names of the open traces. */
  readonly traces: readonly string[];
  /**
   * Called when the state has been replaced by that of a file; `missing` says which parts belong to traces
   * that are not open.
   */
  opened(cells: readonly string[], missing: readonly string[]): void;
  failed(text: string): void;
}

/** The menu and its actions. */
export class WorkspaceMenu {
  readonly element: HTMLElement;
  readonly #page: WorkspacePage;
  readonly #file = h("input", {
    type: "file",
    accept: ".json",
    hidden: true,
    "aria-label": "Workspace",
    onchange: () => void this.#read(),
  });

  constructor(page: WorkspacePage) {
    this.#page = page;
    this.element = menuOf("Workspace", {
      title: "The selections and queries, as a file",
      failed: "Not done",
      entries: () => [
        { label: "Save", act: () => (this.save(), Promise.resolve("Saved")) },
        { label: "Open", act: () => (this.choose(), Promise.resolve("")) },
      ],
    });
    this.element.append(this.#file);
  }

  save(): void {
    const text = workspaceText(this.#page.state, this.#page.traces);
    saveFile("quarry-workspace.json", new Blob([text], { type: "application/json" }));
  }

  /** Lets the user choose a file. */
  choose(): void {
    this.#file.click();
  }

  async #read(): Promise<void> {
    const [file] = this.#file.files ?? [];
    this.#file.value = "";
    if (!file) return;
    const { state, traces, opened, failed } = this.#page;
    try {
      const { state: found, missing } = await readWorkspace(file, traces);
      Object.assign(state, found);
      const about = `The workspace is about ${missing.join(", ")}, too: open it as well`;
      opened(found.cells, missing.length === 0 ? [] : [about]);
    } catch (error) {
      failed(`Cannot open ${file.name}: ${(error as Error).message}`);
    }
  }
}
