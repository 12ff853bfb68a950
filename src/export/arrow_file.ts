/**
 * An Arrow file (IPC, also known as Feather 2): batches of 65536 rows, with texts in dictionaries that
 * precede the batches. Types are exact: u64 is UInt64, a time is a duration in nanoseconds.
 *
 *     ARROW1 00 00 SCHEMA DICTIONARY* BATCH* end-mark FOOTER length(4) ARROW1
 *
 * A stream consists of the part between the magic letters and the footer.
 *
 * The format is described at https://arrow.apache.org/docs/format/Columnar.html.
 * @module
 */

import type { RowBatch } from "../engine/row_batches.ts";
import { addCells, ArrowBody, TextDictionary } from "./arrow_columns.ts";
import { framed, HEADER, messageBytes, METADATA_V5, schemaMessage, schemaPosition } from "./arrow_schema.ts";
import { ByteWriter } from "../base/byte_writer.ts";
import { cellType } from "./cell_types.ts";
import type { ByteSink, RowSource } from "./exporter.ts";
import { type BufferPosition, FlatBuffer } from "./flat_buffer.ts";

const MAGIC = "ARROW1";
const END_MARK = 0xffff_ffff;

/** Writes a file. */
export async function writeArrow(rows: RowSource, sink: ByteSink): Promise<void> {
  const file = new ArrowFile(rows, sink);
  await file.begin();
  for (const batch of rows.batches()) await file.addBatch(batch);
  await file.finish();
}

/** Writes a stream: the same messages, without the file's magic and footer. */
export async function writeArrowStream(rows: RowSource, sink: ByteSink): Promise<void> {
  const file = new ArrowFile(rows, sink);
  await file.begin({ isStream: true });
  for (const batch of rows.batches()) await file.addBatch(batch);
  const end = new ByteWriter();
  addEndMark(end);
  await sink(end.bytes);
}

/** Writes the end-of-stream mark. */
function addEndMark(out: ByteWriter): void {
  out.u32(END_MARK);
  out.u32(0);
}

class ArrowFile {
  readonly #rows: RowSource;
  readonly #sink: ByteSink;
  readonly #texts = new Map<number, TextDictionary>();
  /** Offset, metadata length and body length of each dictionary. */
  readonly #dictionaries: (readonly bigint[])[] = [];
  readonly #batches: (readonly bigint[])[] = [];
  readonly #body = new ArrowBody();
  #offset = 0;

  constructor(rows: RowSource, sink: ByteSink) {
    this.#rows = rows;
    this.#sink = sink;
  }

  get #described(): Parameters<typeof schemaPosition>[1] {
    return { columns: this.#rows.table.columns, query: this.#rows.query };
  }

  async begin({ isStream = false } = {}): Promise<void> {
    const head = new ByteWriter();
    if (!isStream) {
      head.text(MAGIC);
      head.pad(8);
    }
    head.raw(schemaMessage(this.#described));
    await this.#write(head.bytes);
    await this.#addDictionaries();
  }

  /** Writes all texts of all columns first: a file, unlike a stream, cannot replace a dictionary. */
  async #addDictionaries(): Promise<void> {
    this.#rows.table.columns.forEach((column, index) => {
      if (cellType(column) === "text") this.#texts.set(index, new TextDictionary(this.#rows.pools));
    });
    if (this.#texts.size === 0) return;
    for (const batch of this.#rows.batches()) {
      for (const [index, texts] of this.#texts) texts.add(batch.read(index));
    }
    for (const [index, texts] of this.#texts) {
      const body = new ArrowBody();
      texts.addTo(body);
      const flat = new FlatBuffer();
      const records = recordsPlace(flat, body, texts.size);
      const header = flat.table([{ size: 8, value: BigInt(index) }, { place: records }]);
      this.#dictionaries.push(await this.#writeMessage(flat, header, HEADER.dictionary, body));
    }
  }

  async addBatch(batch: RowBatch): Promise<void> {
    const body = this.#body;
    body.clear();
    this.#rows.table.columns.forEach((column, index) =>
      addCells(body, batch.read(index), cellType(column), this.#texts.get(index))
    );
    const flat = new FlatBuffer();
    const header = recordsPlace(flat, body, batch.rows);
    this.#batches.push(await this.#writeMessage(flat, header, HEADER.records, body));
  }

  async finish(): Promise<void> {
    const flat = new FlatBuffer();
    const schema = schemaPosition(flat, this.#described);
    const dictionaries = flat.structs(this.#dictionaries);
    const batches = flat.structs(this.#batches);
    const footer = flat.finish(flat.table([
      { size: 2, value: METADATA_V5 },
      { place: schema },
      { place: dictionaries },
      { place: batches },
    ]));
    const end = new ByteWriter();
    addEndMark(end);
    end.raw(footer);
    end.u32(footer.length);
    end.text(MAGIC);
    await this.#write(end.bytes);
  }

  async #writeMessage(
    flat: FlatBuffer,
    header: BufferPosition,
    kind: number,
    body: ArrowBody,
  ): Promise<readonly bigint[]> {
    const start = this.#offset;
    const message = framed(messageBytes(flat, header, kind, body.bytes.length));
    await this.#write(message);
    await this.#write(body.bytes);
    return [BigInt(start), BigInt(message.length), BigInt(body.bytes.length)];
  }

  #write(bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    this.#offset += bytes.length;
    return this.#sink(bytes);
  }
}

function recordsPlace(flat: FlatBuffer, body: ArrowBody, rows: number): BufferPosition {
  const nodes = flat.structs(body.nodes);
  const buffers = flat.structs(body.buffers);
  return flat.table([{ size: 8, value: BigInt(rows) }, { place: nodes }, { place: buffers }]);
}
