import { assertEquals } from "@std/assert";
import project from "../../deno.json" with { type: "json" };
import { VERSION } from "../../src/base/version.ts";

Deno.test("files say the version that the program has", () => assertEquals(VERSION, project.version));
