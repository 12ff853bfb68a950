/**
 * Passes on items of several concurrent sources, one source after another.
 * @module
 */

/** Most items that wait for their turn; beyond that, sources have to wait. */
const WAITING = 512;

/** Puts the items of numbered sources, from 0, in order. */
export class OrderedMerge<T> {
  readonly #take: (item: T, source: number) => Promise<void>;
  readonly #gates: PromiseWithResolvers<void>[] = [];
  /** For each source, a promise that settles when its last item has been received. */
  readonly #said: Promise<void>[] = [];
  #waiting = 0;
  /** The error after which nothing more is taken. */
  #failure: { readonly error: unknown } | undefined;

  /** `take` gets all items of one source before any of the next. */
  constructor(take: (item: T, source: number) => Promise<void>, sources: number) {
    this.#take = take;
    for (let source = 0; source < sources; source++) {
      const gate = Promise.withResolvers<void>();
      this.#gates.push(gate);
      this.#said.push(gate.promise);
    }
    this.#gates[0]?.resolve();
  }

  /** Adds an item of a source. Resolves when the source may continue; rejects once `take` has failed. */
  async hear(source: number, item: T): Promise<void> {
    if (this.#failure) throw this.#failure.error;
    this.#waiting++;
    const said = this.#said[source]!.then(async () => {
      this.#waiting--;
      await this.#take(item, source);
    });
    // `finished` reports this error.
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

  /** Resolves when all items have been taken; rejects if taking one failed. */
  async finished(): Promise<void> {
    for (const said of this.#said) await said;
  }
}
