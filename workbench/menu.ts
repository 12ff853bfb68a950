/**
 * A button that opens a short list of things to do, and says what became of them.
 * @module
 */

import { button, h } from "./dom.ts";

/** Something to do; what it gives is said, instead of nothing. */
export interface MenuEntry {
  readonly label: string;
  act(): Promise<string>;
}

/** The menu; `entries` are asked for when it opens. */
export function menuOf(
  label: string,
  { title, entries, failed }: {
    readonly title: string;
    readonly entries: () => readonly MenuEntry[];
    /** Begins what is said when something goes wrong. */
    readonly failed: string;
  },
): HTMLElement {
  const said = h("span", { class: "soft", role: "status" });
  // Entries of an earlier opening would be replaced while they have the focus: the browser tells later that a menu is open.
  const shut = (): void => {
    menu.open = false;
    list.replaceChildren();
  };
  const close = (): void => {
    shut();
    menu.querySelector("summary")!.focus();
  };
  const list = h("div", { class: "menulist" });
  const menu = h(
    "details",
    {
      class: "menu",
      ontoggle: () => {
        if (!menu.open) return shut();
        said.textContent = "";
        list.replaceChildren(
          ...entries().map(({ label, act }) =>
            button(label, () => {
              close();
              act().then(
                (text) => said.textContent = text,
                (error: Error) => said.textContent = `${failed}: ${error.message}`,
              );
            })
          ),
        );
      },
      onkeydown: (event: KeyboardEvent) => {
        if (event.key !== "Escape" || !menu.open) return;
        event.stopPropagation();
        close();
      },
      onfocusout: ({ relatedTarget }: FocusEvent) => {
        if (relatedTarget instanceof Node && !menu.contains(relatedTarget)) shut();
      },
    },
    h("summary", { title }, label),
    list,
  );
  return h("span", { class: "withmenu" }, menu, said);
}
