/**
 * Reads questions about addresses: "who owns 0x7f00", "allocs within 4K of 0x7f00".
 * @module
 */

import { LooseStageParts } from "./loose_columns.ts";
import { PhraseReader } from "./phrase_reader.ts";
import type { ReadingContext } from "./reading_context.ts";

const ADDRESS = /^0x[\da-f]+$/i;

/** Queries for a question about an address. */
export function readAddress(text: string, world: ReadingContext): string[] {
  return [ownerOf, neighboursOf].flatMap((read) => {
    const query = read(new PhraseReader(text, world));
    return query === null || world.rows(query) === null ? [] : [query];
  });
}

function addressIn(reader: PhraseReader): string | undefined {
  reader.skip("the", "address", "addr", "pointer", "block", "memory", "at", "of");
  const text = reader.pieces[reader.at]?.text ?? "";
  if (!ADDRESS.test(text)) return undefined;
  reader.at++;
  return text;
}

/** Reads "who owns 0x7f00", "which block contains 0x7f00", "owner of 0x7f00". */
function ownerOf(reader: PhraseReader): string | null {
  const isOwner = reader.take("owner of") !== undefined;
  reader.skip("who", "what", "which", "function", "block", "allocation", "is", "at");
  const verb = reader.take("own", "owns", "hold", "contain", "allocated", "allocate", "made", "include");
  const address = verb !== undefined || isOwner ? addressIn(reader) : undefined;
  return address === undefined || !reader.isDone ? null : `allocs | where addr overlaps ${address}..+1`;
}

/** Reads "allocs within 4K of 0x7f00", "blocks near 0x7f00 within 1K", "0x7f00 within 4K". */
function neighboursOf(reader: PhraseReader): string | null {
  const { world } = reader;
  const base = reader.rows()?.queries[0] ?? world.catalog.subject?.table;
  const isNear = reader.take("near", "around", "close to") !== undefined;
  let address = isNear || ADDRESS.test(reader.pieces[reader.at]?.text ?? "") ? addressIn(reader) : undefined;
  const distance = reader.take("within", "+-", "by up to") === undefined ? undefined : sizeIn(reader);
  address ??= addressIn(reader);
  if (base === undefined || address === undefined || distance === undefined) return null;
  const near = `addr in ${address} - ${distance}..=${address} + ${distance}`;
  const or = reader.take("or", "and");
  const rows = world.rows(base);
  if (or === undefined) return reader.isDone ? `${base} | where ${near}` : null;
  return rows === null
    ? null
    : `${base} | where ${near} ${or} ${new LooseStageParts(world, rows).condition(reader.rest)}`;
}

function sizeIn(reader: PhraseReader): string | undefined {
  const text = reader.pieces[reader.at]?.text ?? "";
  const [, number, letter = ""] = /^(\d+)(?:([kmg])(?:i?b)?|b)?$/i.exec(text) ?? [];
  if (number === undefined) return undefined;
  reader.at++;
  const unit = letter === "" ? reader.take("kb", "kib", "mb", "mib", "bytes", "byte") ?? "" : letter;
  return number + (/^[kmg]/i.test(unit) ? unit[0]!.toUpperCase() : "");
}
