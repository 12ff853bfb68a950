/**
 * Links into a closed section open it, even in browsers that do not do so by themselves.
 * @module
 */

/** Opens the target of the address and of later links. */
export function openTargets(): void {
  const open = (): void => {
    const id = decodeURIComponent(location.hash.slice(1));
    const target = id === "" ? null : document.getElementById(id);
    let opened = false;
    for (let at = target?.closest("details"); at; at = at.parentElement?.closest("details")) {
      if (!at.open) opened = at.open = true;
    }
    if (opened) target!.scrollIntoView();
  };
  addEventListener("hashchange", open);
  open();
}
