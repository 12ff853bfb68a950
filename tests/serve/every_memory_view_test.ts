/** Every view of traces with a memory map. */
import { CONFORMANCE } from "../conformance/profile.ts";
import { testViewsOf } from "./every_view.ts";

for (const [format, conformance] of CONFORMANCE) {
  if (conformance.views.includes("Memory map")) testViewsOf(format, conformance);
}
