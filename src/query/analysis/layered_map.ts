/**
 * A map layered over immutable ones: the definitions of a script over those of earlier scripts. Copying all
 * definitions for each of thousands of scripts would take quadratic time.
 * @module
 */

/** A map that writes only to its own layer. */
export class LayeredMap<K, V extends object> implements ReadonlyMap<K, V> {
  /** Oldest first; all but the last are shared with other maps. */
  readonly #layers: readonly ReadonlyMap<K, V>[];
  readonly #own = new Map<K, V>();
  readonly #below: ReadonlyMap<K, V>;

  /** Starts as a view of the map below. */
  constructor(below: ReadonlyMap<K, V>) {
    this.#below = below;
    this.#layers = [...(below instanceof LayeredMap ? below.#fewLayers() : [below]), this.#own];
  }

  /** Sets a value in the top layer; the map below is unchanged. */
  set(key: K, value: V): this {
    this.#own.set(key, value);
    return this;
  }

  /** Returns this map, or the one below it if nothing has been set here. */
  get settled(): ReadonlyMap<K, V> {
    return this.#own.size > 0 ? this : this.#below;
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

  /**
   * Merges layers so that each is at least twice as large as the next one, which keeps their number
   * logarithmic.
   */
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
