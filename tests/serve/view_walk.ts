/** A walk through all views of a page. */
import { assertEquals } from "@std/assert";
import type { Page } from "playwright-core";
import { goTo } from "./browser_support.ts";
import { ViewChecks } from "./view_checks.ts";

/** Goes through views, and collects their errors. */
export class Walk {
  readonly found: string[] = [];
  readonly #page: Page;
  readonly #checks: ViewChecks;
  readonly #views: readonly string[];

  constructor(page: Page, views: readonly string[]) {
    [this.#page, this.#views, this.#checks] = [page, views, new ViewChecks(page)];
  }

  add(where: string, found: readonly string[]): void {
    this.found.push(...found.map((each) => `${where}: ${each}`));
  }

  /** Every view in its initial state. */
  async views(): Promise<void> {
    for (const view of this.#views) {
      await goTo(this.#page, view);
      this.add(view, await this.#checks.lookWithAxe());
    }
  }

  /** Every view by its key, the elements that Tab reaches, and arrows in its drawings. */
  async keys(): Promise<void> {
    const bar = this.#page.getByRole("navigation").getByRole("button");
    assertEquals(await bar.allInnerTexts(), this.#views);
    for (const [at, view] of this.#views.entries()) {
      await this.#page.keyboard.press(`Alt+${at + 1}`);
      await this.#page.locator("nav [aria-current=page]", { hasText: view }).waitFor();
      await this.#checks.settled();
      this.add(`${view}, keys`, [...await this.#checks.tabs(), ...await this.#checks.arrows()]);
    }
  }

  /** Every option of every choice of every view. */
  async choices(): Promise<void> {
    for (const view of this.#views) {
      await goTo(this.#page, view);
      await this.#checks.settled();
      const choices = this.#page.locator("main .tools label.choice:has(select)");
      for (let at = 0; at < await choices.count(); at++) {
        const name = await choices.nth(at).locator("span").first().innerText();
        const select = choices.nth(at).locator("select");
        const options = await select.locator("option").evaluateAll((all) =>
          all.map((each) => (each as unknown as { value: string }).value)
        );
        // The first option again, for the next steps.
        for (const option of [...options.slice(1), options[0]!]) {
          await select.selectOption(option);
          this.add(`${view}, ${name} ${option}`, await this.#checks.look());
        }
      }
    }
  }

  /** Every view reports when it is offline, and works again when it is online. */
  async offline(state: string): Promise<void> {
    const page = this.#page;
    for (const view of this.#views) {
      await page.goto("about:blank");
      await page.goto(state);
      await page.locator(".cm-content").waitFor();
      await page.context().setOffline(true);
      await goTo(page, view);
      await page.getByRole("alert").getByText("does not answer").waitFor();
      await page.context().setOffline(false);
      await page.locator(".gone:empty").waitFor({ state: "attached" });
      this.add(`${view}, after a network that was gone`, await this.#checks.look());
    }
  }
}
