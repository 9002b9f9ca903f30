/**
 * Colours and sizes are custom properties, so that a page can set them from outside. Browsers that do not know `light-dark`
 * show the light ones.
 */
export const styles = `
:host {
  --accent: var(--confere-accent, #0b6e4f);
  --accent-text: var(--confere-accent-text, #ffffff);
  --surface: var(--confere-surface, #ffffff);
  --text: var(--confere-text, #14211d);
  --muted: var(--confere-muted, #4a5a54);
  --border: var(--confere-border, #7a8a84);
  --bad: #b3261e;
  display: grid;
  place-items: center;
  box-sizing: border-box;
  min-width: 0;
  color: var(--text);
  font: 1rem/1.5 var(--confere-font, system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif);
}
@supports (color: light-dark(#000, #fff)) {
  :host {
    --accent: var(--confere-accent, light-dark(#0b6e4f, #4cc79b));
    --accent-text: var(--confere-accent-text, light-dark(#ffffff, #06251b));
    --surface: var(--confere-surface, light-dark(#ffffff, #1a2320));
    --text: var(--confere-text, light-dark(#14211d, #eef4f1));
    --muted: var(--confere-muted, light-dark(#4a5a54, #b3c2bc));
    --border: var(--confere-border, light-dark(#7a8a84, #7f918a));
    --bad: light-dark(#b3261e, #ff8a80);
  }
}
:host([hidden]) { display: none; }
*, *::before, *::after { box-sizing: border-box; }
.card {
  width: 100%;
  max-width: 30rem;
  padding: 1.5rem max(1.25rem, env(safe-area-inset-left)) max(1.5rem, env(safe-area-inset-bottom));
  background: var(--surface);
  border-radius: var(--confere-radius, 1rem);
}
.logo { display: block; max-width: 12rem; max-height: 3.5rem; margin-block-end: 1rem; }
.screen { display: flex; flex-direction: column; gap: 1rem; }
h1 { margin: 0; font-size: 1.5rem; line-height: 1.25; text-wrap: balance; overflow-wrap: anywhere; }
h1:focus { outline: none; }
h2 { margin: 0 0 .25rem; font-size: 1rem; }
p { margin: 0; overflow-wrap: anywhere; }
.muted { color: var(--muted); }
ul { margin: 0; padding-inline-start: 1.25rem; display: grid; gap: .375rem; }
ul li::marker { color: var(--accent); }
.actions { display: grid; gap: .625rem; margin-block-start: .25rem; }
button, select, input[type='file'] {
  font: inherit;
  color: inherit;
  min-height: 3rem;
  border-radius: .625rem;
  border: 1px solid var(--border);
  background: transparent;
  padding: .5rem 1rem;
  width: 100%;
}
input[type='file'] { min-width: 0; }
input::file-selector-button { font: inherit; }
[aria-invalid='true'] { border-color: var(--bad); }
button { font-weight: 600; cursor: pointer; touch-action: manipulation; }
button.main { background: var(--accent); color: var(--accent-text); border-color: transparent; }
button.quiet { border-color: transparent; text-decoration: underline; text-underline-offset: .2em; font-weight: 400; }
[hidden] { display: none; }
.notice { border-inline-start: 4px solid var(--accent); padding-inline-start: .75rem; }
.alternative { white-space: pre-line; font-weight: 600; }
button:disabled { opacity: .6; cursor: default; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
label.choice { display: flex; gap: .75rem; align-items: start; padding-block: .375rem; cursor: pointer; font-weight: 600; }
input[type='checkbox'] { inline-size: 1.5rem; block-size: 1.5rem; flex: none; accent-color: var(--accent); margin: 0; }
label.field { display: grid; gap: .25rem; font-size: .9375rem; }
.consent {
  border: 1px solid var(--border);
  border-radius: .625rem;
  padding: .75rem 1rem;
  display: grid;
  gap: .5rem;
}
.consent .text { max-height: 11rem; overflow: auto; white-space: pre-line; font-size: .9375rem; }
.problem { font-weight: 600; border-inline-start: 4px solid var(--bad); padding-inline-start: .75rem; }
.view {
  position: relative;
  align-self: center;
  inline-size: min(100%, 36vh);
  inline-size: min(100%, 36svh);
  min-inline-size: 11rem;
  aspect-ratio: 3 / 4;
  border-radius: 1rem;
  overflow: hidden;
  background: #0c1210;
}
video { position: absolute; inset: 0; inline-size: 100%; block-size: 100%; object-fit: cover; }
.view.mirrored video { transform: scaleX(-1); }
.view svg { position: absolute; inset: 0; inline-size: 100%; block-size: 100%; }
.view .shade { fill: rgb(0 0 0 / .5); fill-rule: evenodd; }
.view .oval { fill: none; stroke: #fff; stroke-width: .9; stroke-dasharray: 2.4 1.8; vector-effect: none; }
.view[data-fit='good'] .oval { stroke: #5fe0ae; stroke-width: 1.5; stroke-dasharray: none; }
.view .arrow { display: none; fill: none; stroke: #fff; stroke-width: 3; stroke-linecap: round; stroke-linejoin: round; }
.view[data-arrow='left'] .arrow.left, .view[data-arrow='right'] .arrow.right, .view[data-arrow='up'] .arrow.up { display: block; }
@media (prefers-reduced-motion: no-preference) {
  .view .arrow { animation: nudge 1.2s ease-in-out infinite alternate; }
  @keyframes nudge { from { opacity: .55; } to { opacity: 1; } }
}
.hint { min-height: 1.6em; text-align: center; font-size: 1.125rem; }
.screen.capture h1 { text-align: center; min-height: 2.5em; display: grid; align-content: center; }
progress { inline-size: 100%; block-size: .5rem; accent-color: var(--accent); }
.step { text-align: center; font-size: .9375rem; }
.qr { inline-size: min(100%, 15rem); align-self: center; border-radius: .5rem; }
.link { font-size: .875rem; user-select: all; overflow-wrap: anywhere; }
.hidden { position: absolute; inline-size: 1px; block-size: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.light { position: fixed; inset: 0; z-index: 2147483646; }
.card.lit { position: relative; z-index: 2147483647; background: transparent; }
.card.lit h1, .card.lit p, .card.lit button { background: #111; color: #fff; border-radius: .625rem; padding: .375rem .75rem; }
.card.lit .hidden { padding: 0; }
.card.lit .hint, .card.lit .step { display: none; }
.card.lit .actions { justify-items: center; }
.card.lit button { inline-size: auto; width: auto; min-height: 2.5rem; font-size: .9375rem; }
.card.lit .screen.capture .view { inline-size: 7rem; min-inline-size: 7rem; block-size: auto; }
.card.lit .view .shade { fill: rgb(0 0 0 / 0); }
@media (orientation: landscape) and (max-height: 560px) {
  .card { max-width: 52rem; padding-block: .75rem; }
  .screen.capture { display: grid; grid-template-columns: auto minmax(0, 1fr); column-gap: 1.25rem; row-gap: .5rem; align-items: center; }
  .screen.capture .view { grid-row: 1 / span 8; align-self: start; position: sticky; inset-block-start: .75rem; inline-size: auto; block-size: 82vh; block-size: 82svh; }
  .screen.capture h1, .step, .hint { text-align: start; min-height: 0; }
  .screen.capture h1 { font-size: 1.25rem; }
  .screen.capture .hint { font-size: 1rem; }
  .screen.capture button, .screen.capture select { min-height: 2.5rem; padding-block: .25rem; }
  .screen.capture .actions { grid-template-columns: repeat(2, minmax(0, 1fr)); margin: 0; }
}
`;
