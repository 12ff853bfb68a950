/**
 * The style of flame graphs in reports and in the workbench, whose pages define the colours.
 * @module
 */

/** The CSS rules. */
export const FLAME_STYLE = `\
.flame { position: relative; overflow: hidden; cursor: pointer; }
.flame span {
  position: absolute; height: 19px; font: 11px/19px system-ui, sans-serif; color: var(--ink); padding: 0 3px; overflow: hidden;
  white-space: nowrap; border-right: 1px solid var(--card); min-width: 0; text-overflow: ellipsis;
}
.flame span:empty { padding: 0; }
.flame:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.f1 { background: var(--f1); } .f2 { background: var(--f2); } .f3 { background: var(--f3); }
.f4 { background: var(--f4); } .f5 { background: var(--f5); } .f6 { background: var(--f6); }
.same { background: var(--same); }
.grew1 { background: color-mix(in srgb, var(--grew) 35%, var(--same)); }
.grew2 { background: color-mix(in srgb, var(--grew) 65%, var(--same)); }
.grew3 { background: var(--grew); }
.shrank1 { background: color-mix(in srgb, var(--shrank) 35%, var(--same)); }
.shrank2 { background: color-mix(in srgb, var(--shrank) 65%, var(--same)); }
.shrank3 { background: var(--shrank); }
.flame .above { opacity: .75; }
.flame .dim { background: var(--track); }
.flame .hit { background: var(--hit); }
.flame .at { outline: 2px solid var(--ink); outline-offset: -2px; }
`;
