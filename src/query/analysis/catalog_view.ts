/**
 * A catalog that forwards to another one; a base class for catalogs that override some methods.
 * @module
 */

import type { NamedCode } from "../operators/extension.ts";
import type { Catalog, CatalogTable, MinMax, SizeClasses, ValueCount } from "./catalog.ts";

type Asked<Name extends keyof Catalog> = Parameters<Extract<Catalog[Name], (...args: never[]) => unknown>>;
type Answer<Name extends keyof Catalog> = ReturnType<Extract<Catalog[Name], (...args: never[]) => unknown>>;

/** Forwards everything to another catalog. */
export class CatalogView implements Required<Catalog> {
  readonly #inner: Catalog;

  /** Creates a view that forwards to another catalog. */
  constructor(inner: Catalog) {
    this.#inner = inner;
  }

  get mainTable(): string {
    return this.#inner.mainTable;
  }

  get traceNames(): readonly string[] {
    return this.#inner.traceNames;
  }

  get tableNames(): readonly string[] {
    return this.#inner.tableNames;
  }

  get sizeClasses(): SizeClasses {
    return this.#inner.sizeClasses;
  }

  get isQuiet(): boolean {
    return this.#inner.isQuiet ?? false;
  }

  warnsAboutTraces(...asked: Asked<"warnsAboutTraces">): boolean {
    return this.#inner.warnsAboutTraces?.(...asked) ?? false;
  }

  table(...asked: Parameters<Catalog["table"]>): CatalogTable | undefined {
    return this.#inner.table(...asked);
  }

  distinct(...asked: Parameters<Catalog["distinct"]>): readonly ValueCount[] | undefined {
    return this.#inner.distinct(...asked);
  }

  isBuiltLater(...asked: Asked<"isBuiltLater">): boolean {
    return this.#inner.isBuiltLater?.(...asked) ?? false;
  }

  countsLater(...asked: Asked<"countsLater">): boolean {
    return this.#inner.countsLater?.(...asked) ?? false;
  }

  minMax(...asked: Parameters<Catalog["minMax"]>): MinMax | undefined {
    return this.#inner.minMax(...asked);
  }

  rowCount(...asked: Asked<"rowCount">): Answer<"rowCount"> {
    return this.#inner.rowCount?.(...asked);
  }

  bitNames(...asked: Asked<"bitNames">): Answer<"bitNames"> {
    return this.#inner.bitNames?.(...asked);
  }

  familyType(...asked: Asked<"familyType">): Answer<"familyType"> {
    return this.#inner.familyType?.(...asked);
  }

  familyArguments(...asked: Asked<"familyArguments">): Answer<"familyArguments"> {
    return this.#inner.familyArguments?.(...asked);
  }

  familySymbols(...asked: Asked<"familySymbols">): Answer<"familySymbols"> {
    return this.#inner.familySymbols?.(...asked);
  }

  readList(...asked: Asked<"readList">): Answer<"readList"> {
    return this.#inner.readList?.(...asked);
  }

  missingTable(...asked: Asked<"missingTable">): Answer<"missingTable"> {
    return this.#inner.missingTable?.(...asked);
  }

  missingColumn(...asked: Asked<"missingColumn">): Answer<"missingColumn"> {
    return this.#inner.missingColumn?.(...asked);
  }

  tableWords(...asked: Asked<"tableWords">): Answer<"tableWords"> {
    return this.#inner.tableWords?.(...asked);
  }

  get asked(): NonNullable<Catalog["asked"]> {
    return this.#inner.asked ?? [];
  }

  get blockless(): Catalog["blockless"] {
    return this.#inner.blockless;
  }

  get subject(): Catalog["subject"] {
    return this.#inner.subject;
  }

  symbolRange(...asked: Asked<"symbolRange">): NamedCode | undefined {
    return this.#inner.symbolRange?.(...asked);
  }

  sectionRange(...asked: Asked<"sectionRange">): NamedCode | undefined {
    return this.#inner.sectionRange?.(...asked);
  }
}
