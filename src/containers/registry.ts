/**
 * The list of containers, sniffed in this order.
 * @module
 */

import { brotli } from "./brotli.ts";
import type { Container } from "./container.ts";
import { gzip } from "./gzip.ts";
import { lz4 } from "./lz4.ts";
import { snappyChunks } from "./snappy.ts";
import { zstd } from "./zstd.ts";

/** Every container that starts with a magic number. */
export const containers: readonly Container[] = [gzip, lz4, zstd, snappyChunks];

/** Containers without a magic number, tried when nothing else matches. */
export const guessedContainers: readonly Container[] = [brotli];
