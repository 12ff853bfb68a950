/**
 * A button that opens a short menu of actions, and reports their results.
 * @module
 */

import { button, h } from "./dom.ts";

/** An action; the text that it returns is shown. */
export interface MenuEntry {
  readonly label: string;
  act(): Promise<string>;
}

/** Creates the menu; `entries` is called when it opens. */
export function menuOf(
  label: string,
  { title, entries, failed }: {
    readonly title: string;
    readonly entries: () => readonly MenuEntry[];
    /** Prefix of the message if an action fails. */
    readonly failed: string;
  },
): HTMLElement {
  const said = h("span", { class: "soft", role: "status" });
  // Otherwise entries of an earlier opening would be replaced while they have the focus, because the browser
  // reports later that a menu is open.
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
