/**
 * Passes on the items of several concurrent sources in order: all items of one source before those of the
 * next.
 * @module
 */

/** Maximum number of items waiting for their turn; if there are more, sources have to wait. */
const WAITING = 512;

/** Puts the items of numbered sources, from 0, in order. */
export class OrderedMerge<T> {
  readonly #take: (item: T, source: number) => Promise<void>;
  readonly #gates: PromiseWithResolvers<void>[] = [];
  /** For each source, a promise that resolves when its last item has been received. */
  readonly #said: Promise<void>[] = [];
  #waiting = 0;
  /** The error after which no more items are accepted. */
  #failure: { readonly error: unknown } | undefined;

  /** `take` receives all items of one source before any item of the next. */
  constructor(take: (item: T, source: number) => Promise<void>, sources: number) {
    this.#take = take;
    for (let source = 0; source < sources; source++) {
      const gate = Promise.withResolvers<void>();
      this.#gates.push(gate);
      this.#said.push(gate.promise);
    }
    this.#gates[0]?.resolve();
  }

  /** Adds an item of a source. Resolves when the source may continue; rejects after `take` has failed. */
  async hear(source: number, item: T): Promise<void> {
    if (this.#failure) throw this.#failure.error;
    this.#waiting++;
    const said = this.#said[source]!.then(async () => {
      this.#waiting--;
      await this.#take(item, source);
    });
    // `finished` reports this error instead.
    said.catch((error) => void (this.#failure ??= { error }));
    this.#said[source] = said;
    if (this.#waiting >= WAITING) await said;
  }

  /** Marks a source as finished. */
  end(source: number): void {
    const next = this.#gates[source + 1];
    this.#said[source]!.then(() => next?.resolve(), (error) => next?.reject(error));
    next?.promise.catch(() => {});
  }

  /** Resolves when all items have been passed on; rejects if that failed for one of them. */
  async finished(): Promise<void> {
    for (const said of this.#said) await said;
  }
}
