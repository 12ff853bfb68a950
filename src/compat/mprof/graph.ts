/**
 * The call graph: a vertex per function (or per place in a function), an edge per call that led to an allocation.
 * @module
 */

import { highHalf, lowHalf } from "../../base/u64.ts";
import { pointer } from "../mptrace/format.ts";
import { Figures, type Profile, type Site } from "./profile.ts";

/** A function, or a place in one. */
export interface Vertex {
  /** Position among the vertices, from 1; 0 for the ends of the graph. */
  readonly number: number;
  /** What is printed. */
  readonly name: string;
  /** Calls from here, in order of discovery. */
  readonly callees: Edge[];
  /** Calls to here. */
  readonly callers: Edge[];
}

/** A call. */
export interface Edge {
  readonly caller: Vertex;
  readonly callee: Vertex;
  /** What was allocated through it. */
  readonly figures: Figures;
  /** True when a stack went through it that had been at its caller before. */
  cyclic: boolean;
}

/** Names sites, so that sites of one name are one thing. */
export class SiteNames {
  readonly #wordBits: number;
  /** True when every place in a function counts for itself. */
  readonly addresses: boolean;

  /** Looks at symbols unless `addresses` is set. */
  constructor(profile: Profile, addresses: boolean) {
    this.#wordBits = profile.wordBits;
    this.addresses = addresses;
  }

  /** What tells a site's vertex from others. */
  key(site: Site): bigint {
    // Symbol numbers are negated, so that they cannot meet an address.
    return this.addresses || site.symbol === 0 ? site.addr : -BigInt(site.symbol);
  }

  /** What is printed for a site. */
  name(site: Site): string {
    if (site.symbol === 0) return pointer(lowHalf(site.addr), highHalf(site.addr), this.#wordBits);
    return this.addresses ? `${site.symbolName}+${site.offset}` : site.symbolName;
  }
}

/** Vertices and edges of a profile. */
export class CallGraph {
  /** Vertices in the order of their symbols, then of their sites. */
  readonly vertices: Vertex[] = [];
  /** Where every stack begins. */
  readonly start: Vertex = { number: 0, name: "START", callees: [], callers: [] };
  /** Where every stack ends. */
  readonly alloc: Vertex = { number: 0, name: "ALLOC", callees: [], callers: [] };
  readonly #names: SiteNames;
  readonly #byKey = new Map<bigint, Vertex>();
  readonly #edges = new Map<Vertex, Map<Vertex, Edge>>();

  /** Walks the stack of every site that allocated something. */
  constructor(profile: Profile, names: SiteNames) {
    this.#names = names;
    if (!names.addresses) { for (const site of profile.sites) if (site.symbol !== 0) this.#vertex(site); }
    for (const site of profile.sites) this.#vertex(site);
    for (const site of profile.sites) if (site.figures) this.#walk(site, site.figures);
  }

  /** From the innermost frame outwards; a caller that the stack has been at before gets nothing again. */
  #walk(site: Site, figures: Figures): void {
    let vertex = this.#vertex(site);
    const visited = new Set([vertex]);
    this.#edge(vertex, this.alloc).figures.add(figures);
    for (let each = site.parent; each; each = each.parent) {
      const caller = this.#vertex(each);
      const edge = this.#edge(caller, vertex);
      if (visited.has(caller)) edge.cyclic = true;
      else {
        visited.add(caller);
        edge.figures.add(figures);
      }
      vertex = caller;
    }
    this.#edge(this.start, vertex).figures.add(figures);
  }

  #vertex(site: Site): Vertex {
    const key = this.#names.key(site);
    let vertex = this.#byKey.get(key);
    if (!vertex) {
      vertex = { number: this.vertices.length + 1, name: this.#names.name(site), callees: [], callers: [] };
      this.vertices.push(vertex);
      this.#byKey.set(key, vertex);
    }
    return vertex;
  }

  #edge(caller: Vertex, callee: Vertex): Edge {
    let edges = this.#edges.get(caller);
    if (!edges) this.#edges.set(caller, edges = new Map());
    let edge = edges.get(callee);
    if (!edge) {
      edge = { caller, callee, figures: new Figures(), cyclic: false };
      edges.set(callee, edge);
      caller.callees.push(edge);
      callee.callers.push(edge);
    }
    return edge;
  }
}
