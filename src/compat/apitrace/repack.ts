/**
 * `apitrace repack`: writes the stream into another container.
 * @module
 */

import { Buffer } from "node:buffer";
import zlib from "node:zlib";
import { joinBytes } from "../../base/join_bytes.ts";
import { UsageError } from "../../base/errors.ts";
import type { ByteSource } from "../../bytes/byte_source.ts";
import { SnappyWriter } from "../../containers/snappy_writer.ts";
import type { CompatHost } from "../stand_in.ts";
import type { CommandLine, TraceCommand } from "./command.ts";
import { StreamError } from "./stream.ts";

/** Number of stream bytes in a zstd frame. */
const FRAME_BYTES = 2 << 20;
const WINDOW_BITS = 24;

/** Takes stream bytes and returns the bytes of a file. */
interface Packer {
  write(bytes: Uint8Array): Promise<void>;
  finish(): Promise<Uint8Array>;
}

/** Writes a file's stream into another container. */
export const repack: TraceCommand = {
  name: "repack",
  operands: "FILE OUT",
  options: [
    { name: "snappy", letter: "s", summary: "snappy, as traces are recorded" },
    { name: "zlib", letter: "z", summary: "gzip" },
    { name: "brotli", letter: "b", value: "LEVEL", mayBeBare: true, summary: "brotli" },
    { name: "zstd", value: "LEVEL", mayBeBare: true, summary: "zstd" },
  ],
  run: writePacked,
};

async function writePacked({ options, files }: CommandLine, host: CompatHost): Promise<number> {
  const [name, level] = options.at(-1) ?? ["snappy", undefined];
  const [from, to, ...rest] = files;
  if (from === undefined || to === undefined || rest.length > 0) {
    throw new UsageError("apitrace repack: name an input and an output file");
  }
  if (!host.openBytes) throw new StreamError("error: streams cannot be opened here");
  let source: ByteSource;
  try {
    source = await host.openBytes(from);
  } catch {
    throw new StreamError(`error: failed to open ${from}`);
  }
  const packer = await packerFor(name, level);
  const bytes = new Uint8Array(1 << 20);
  try {
    for (let count = await source.read(bytes); count > 0; count = await source.read(bytes)) {
      await packer.write(bytes.subarray(0, count));
    }
  } finally {
    source.close();
  }
  const packed = await packer.finish();
  await host.writeFile(to, (write) => write(packed));
  return 0;
}

async function packerFor(name: string, level: string | undefined): Promise<Packer> {
  const quality = level === undefined || level === "" ? undefined : Number(level);
  if (quality !== undefined && !Number.isInteger(quality)) {
    throw new UsageError(`apitrace repack: expected a level, found ${level}`);
  }
  if (name === "zlib") return new StreamPacker(zlib.createGzip({ level: 9 }));
  if (name === "zstd") return new SeekablePacker(quality ?? 3);
  if (name === "brotli") {
    const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_LGWIN } = zlib.constants;
    const params = { [BROTLI_PARAM_QUALITY]: quality ?? 11, [BROTLI_PARAM_LGWIN]: WINDOW_BITS };
    return new StreamPacker(zlib.createBrotliCompress({ params }));
  }
  const snappy = new SnappyPacker();
  await snappy.open();
  return snappy;
}

class SnappyPacker implements Packer {
  readonly #writer = new SnappyWriter();
  readonly #pieces: Uint8Array[] = [];

  open(): Promise<void> {
    return this.#writer.open();
  }

  write(bytes: Uint8Array): Promise<void> {
    this.#pieces.push(...this.#writer.write(bytes));
    return Promise.resolve();
  }

  finish(): Promise<Uint8Array> {
    this.#pieces.push(...this.#writer.finish());
    return Promise.resolve(joinBytes(this.#pieces));
  }
}

/** Common interface of the runtime's compressors. */
interface Compressor {
  on(event: "data", listener: (piece: Uint8Array) => void): unknown;
  on(event: "error", listener: (error: Error) => void): unknown;
  on(event: "end", listener: () => void): unknown;
  write(bytes: Uint8Array, done: () => void): unknown;
  end(): unknown;
}

class StreamPacker implements Packer {
  readonly #compressor: Compressor;
  readonly #pieces: Uint8Array[] = [];
  readonly #ended: Promise<void>;

  constructor(compressor: Compressor) {
    this.#compressor = compressor;
    compressor.on("data", (piece) => this.#pieces.push(piece));
    this.#ended = new Promise((resolve, reject) => {
      compressor.on("end", resolve);
      compressor.on("error", reject);
    });
  }

  write(bytes: Uint8Array): Promise<void> {
    return new Promise((resolve) => this.#compressor.write(Buffer.from(bytes), () => resolve()));
  }

  async finish(): Promise<Uint8Array> {
    this.#compressor.end();
    await this.#ended;
    return joinBytes(this.#pieces);
  }
}

/** zstd frames of two mebibytes with a seek table. */
class SeekablePacker implements Packer {
  readonly #level: number;
  readonly #frame = new Uint8Array(FRAME_BYTES);
  readonly #pieces: Uint8Array[] = [];
  readonly #lengths: number[] = [];
  #used = 0;

  constructor(level: number) {
    this.#level = level;
  }

  async write(bytes: Uint8Array): Promise<void> {
    for (let at = 0; at < bytes.length;) {
      const count = Math.min(bytes.length - at, FRAME_BYTES - this.#used);
      this.#frame.set(bytes.subarray(at, at + count), this.#used);
      this.#used += count;
      at += count;
      if (this.#used === FRAME_BYTES) await this.#pack();
    }
  }

  async finish(): Promise<Uint8Array> {
    if (this.#used > 0) await this.#pack();
    const count = this.#lengths.length / 2;
    const table = new Uint8Array(8 + 8 * count + 9);
    const view = new DataView(table.buffer);
    view.setUint32(0, 0x184d2a5e, true);
    view.setUint32(4, 8 * count + 9, true);
    this.#lengths.forEach((length, at) => view.setUint32(8 + 4 * at, length, true));
    view.setUint32(8 + 8 * count, count, true);
    view.setUint32(8 + 8 * count + 5, 0x8f92eab1, true);
    return joinBytes([...this.#pieces, table]);
  }

  async #pack(): Promise<void> {
    const { ZSTD_c_compressionLevel, ZSTD_c_contentSizeFlag } = zlib.constants;
    const packer = new StreamPacker(
      zlib.createZstdCompress({
        params: { [ZSTD_c_compressionLevel]: this.#level, [ZSTD_c_contentSizeFlag]: 0 },
      }),
    );
    await packer.write(this.#frame.slice(0, this.#used));
    const frame = await packer.finish();
    this.#pieces.push(frame);
    this.#lengths.push(frame.length, this.#used);
    this.#used = 0;
  }
}
