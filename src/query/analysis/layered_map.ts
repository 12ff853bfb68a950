/**
 * A map over another one that does not change: what a script defines over what earlier ones have defined. Copying all of
 * it for each of some thousand scripts would take quadratic time.
 * @module
 */

/** A map with a layer of its own, which alone is written to. */
export class LayeredMap<K, V extends object> implements ReadonlyMap<K, V> {
  /** The oldest first; those below the last one are shared with other maps. */
  readonly #layers: readonly ReadonlyMap<K, V>[];
  readonly #own = new Map<K, V>();

  /** Shows what is below until something is set. */
  constructor(below: ReadonlyMap<K, V>) {
    this.#layers = [...(below instanceof LayeredMap ? below.#fewLayers() : [below]), this.#own];
  }

  /** Sets a value in this map; the one below keeps its own. */
  set(key: K, value: V): this {
    this.#own.set(key, value);
    return this;
  }

  get(key: K): V | undefined {
    for (let at = this.#layers.length - 1; at >= 0; at--) {
      const value = this.#layers[at]!.get(key);
      if (value !== undefined) return value;
    }
    return undefined;
  }

  has(key: K): boolean {
    return this.get(key) !== undefined;
  }

  get size(): number {
    let count = 0;
    for (const _ of this) count++;
    return count;
  }

  *[Symbol.iterator](): MapIterator<[K, V]> {
    for (const [at, layer] of this.#layers.entries()) {
      const newer = this.#layers.slice(at + 1);
      for (const [key, value] of layer) if (!newer.some((each) => each.has(key))) yield [key, value];
    }
  }

  entries(): MapIterator<[K, V]> {
    return this[Symbol.iterator]();
  }

  *keys(): MapIterator<K> {
    for (const [key] of this) yield key;
  }

  *values(): MapIterator<V> {
    for (const [, value] of this) yield value;
  }

  forEach(visit: (value: V, key: K, map: ReadonlyMap<K, V>) => void): void {
    for (const [key, value] of this) visit(value, key, this);
  }

  /** Layers of which each is at least twice as large as the next, so that there are few. */
  #fewLayers(): ReadonlyMap<K, V>[] {
    const layers: ReadonlyMap<K, V>[] = [];
    for (const layer of this.#layers) {
      if (layer.size === 0) continue;
      let top = layer;
      for (let below = layers.at(-1); below && below.size < 2 * top.size; below = layers.at(-1)) {
        layers.pop();
        top = new Map([...below, ...top]);
      }
      layers.push(top);
    }
    return layers;
  }
}
