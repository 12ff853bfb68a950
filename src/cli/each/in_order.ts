/**
 * What comes from several sources at once, let through source by source.
 * @module
 */

/** Of what waits for its turn; a source that has more to say waits as well. */
const WAITING = 512;

/** One place where something comes out, for sources with numbers from 0. */
export class InOrder<T> {
  readonly #take: (item: T, source: number) => Promise<void>;
  readonly #gates: PromiseWithResolvers<void>[] = [];
  /** What each source has said, one after the other. */
  readonly #said: Promise<void>[] = [];
  #waiting = 0;
  /** Why nothing more is taken. */
  #failure: { readonly error: unknown } | undefined;

  /** `take` gets everything of one source before anything of the next. */
  constructor(take: (item: T, source: number) => Promise<void>, sources: number) {
    this.#take = take;
    for (let source = 0; source < sources; source++) {
      const gate = Promise.withResolvers<void>();
      this.#gates.push(gate);
      this.#said.push(gate.promise);
    }
    this.#gates[0]?.resolve();
  }

  /** A source says something; resolved when it may continue, rejected when nobody listens any more. */
  async hear(source: number, item: T): Promise<void> {
    if (this.#failure) throw this.#failure.error;
    this.#waiting++;
    const said = this.#said[source]!.then(async () => {
      this.#waiting--;
      await this.#take(item, source);
    });
    // Whoever waits for the end learns of it.
    said.catch((error) => void (this.#failure ??= { error }));
    this.#said[source] = said;
    if (this.#waiting >= WAITING) await said;
  }

  /** A source has said everything. */
  end(source: number): void {
    const next = this.#gates[source + 1];
    this.#said[source]!.then(() => next?.resolve(), (error) => next?.reject(error));
    next?.promise.catch(() => {});
  }

  /** Resolved when all has come out; rejected when taking failed. */
  async finished(): Promise<void> {
    for (const said of this.#said) await said;
  }
}
