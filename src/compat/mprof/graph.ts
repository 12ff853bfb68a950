/**
 * The call graph: a vertex per function (or per address), and an edge per call that led to an allocation.
 * @module
 */

import { highHalf, lowHalf } from "../../base/u64.ts";
import { pointerText } from "../mptrace/format.ts";
import { Figures, type Profile, type Site } from "./profile.ts";

/** A function, or an address within a function. */
export interface Vertex {
  /** Index among the vertices, from 1; 0 for the start and the end of the graph. */
  readonly number: number;
  /** The printed name. */
  readonly name: string;
  /** Edges to callees of this vertex, in order of discovery. */
  readonly callees: Edge[];
  /** Edges from callers of this vertex. */
  readonly callers: Edge[];
}

/** All calls from one vertex of the graph to another. */
export interface Edge {
  readonly caller: Vertex;
  readonly callee: Vertex;
  /** Allocations through this vertex. */
  readonly figures: Figures;
  /** True if a stack contained this call after it had already visited the caller. */
  cyclic: boolean;
}

/** Names sites; sites with the same name form one vertex. */
export class SiteNames {
  readonly #wordBits: number;
  /** True if every address in a function has its own vertex. */
  readonly addresses: boolean;

  /** Uses symbols as names unless `addresses` is set. */
  constructor(profile: Profile, addresses: boolean) {
    this.#wordBits = profile.wordBits;
    this.addresses = addresses;
  }

  /** The key of a site's vertex. */
  key(site: Site): bigint {
    // Negate symbol numbers, so that they cannot equal an address.
    return this.addresses || site.symbol === 0 ? site.addr : -BigInt(site.symbol);
  }

  /** The printed name of a site. */
  name(site: Site): string {
    if (site.symbol === 0) return pointerText(lowHalf(site.addr), highHalf(site.addr), this.#wordBits);
    return this.addresses ? `${site.symbolName}+${site.offset}` : site.symbolName;
  }
}

/** Vertices and edges of a profile. */
export class CallGraph {
  /** Vertices in the order of their symbols, then of their sites. */
  readonly vertices: Vertex[] = [];
  /** The vertex where every stack begins. */
  readonly start: Vertex = { number: 0, name: "START", callees: [], callers: [] };
  /** The vertex where every stack ends. */
  readonly alloc: Vertex = { number: 0, name: "ALLOC", callees: [], callers: [] };
  readonly #names: SiteNames;
  readonly #byKey = new Map<bigint, Vertex>();
  readonly #edges = new Map<Vertex, Map<Vertex, Edge>>();

  /** Builds the graph by walking the stack of every site that allocated something. */
  constructor(profile: Profile, names: SiteNames) {
    this.#names = names;
    if (!names.addresses) { for (const site of profile.sites) if (site.symbol !== 0) this.#vertex(site); }
    for (const site of profile.sites) this.#vertex(site);
    for (const site of profile.sites) if (site.figures) this.#walk(site, site.figures);
  }

  /** Walks from the innermost frame outwards; a caller already visited by this stack is not counted again. */
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
