/**
 * The program of the worker in which a page without a server has its engine.
 * @module
 */

import type { Port } from "../worker/connection.ts";
import { PageEngine } from "./engine.ts";

new PageEngine(globalThis as unknown as Port);
