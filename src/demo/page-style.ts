/** The look of the page, dark and light, from 320 pixels. */
export const pageStyle = `
:root {
  color-scheme: light dark;
  --back: light-dark(#f2f5f4, #101614);
  --surface: light-dark(#ffffff, #1a2320);
  --text: light-dark(#14211d, #eef4f1);
  --muted: light-dark(#4a5a54, #b3c2bc);
  --border: light-dark(#c5cfcb, #44524d);
  --good: light-dark(#0b6e4f, #4cc79b);
  --bad: light-dark(#b3261e, #ff8a80);
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--back); color: var(--text); font: 1rem/1.5 system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif; }
main { max-inline-size: 72rem; margin: 0 auto; padding: clamp(1rem, 4vw, 2.5rem); display: grid; gap: 2rem; }
h1, h2, h3, p, dl, dd, ol { margin: 0; }
h1 { font-size: clamp(1.375rem, 4vw, 2rem); line-height: 1.2; text-wrap: balance; }
h2 { font-size: 1.25rem; }
h3 { font-size: 1rem; }
section { display: grid; gap: .75rem; min-inline-size: 0; }
section > p, .lead { max-inline-size: 46rem; color: var(--muted); }
.lead strong { display: block; font-size: 1.125rem; }
.good { color: var(--good); }
.bad { color: var(--bad); }
.cards { display: grid; gap: 1rem; grid-template-columns: repeat(auto-fill, minmax(min(100%, 16rem), 1fr)); }
.cards.wide { grid-template-columns: repeat(auto-fill, minmax(min(100%, 30rem), 1fr)); }
.card { display: grid; gap: .625rem; align-content: start; padding: 1rem; background: var(--surface); border: 1px solid var(--border); border-radius: .75rem; min-inline-size: 0; }
.card.unexpected { border: 2px solid var(--bad); }
.pair { display: grid; grid-template-columns: 1fr 1fr; gap: .375rem; }
img { display: block; inline-size: 100%; block-size: auto; aspect-ratio: 1; object-fit: cover; border-radius: .5rem; }
.meter { position: relative; block-size: .625rem; border-radius: 1rem; background: var(--border); overflow: hidden; }
.meter span { display: block; block-size: 100%; background: var(--muted); }
.meter.match span { background: var(--good); }
.meter i { position: absolute; inset-block: 0; inset-inline-start: 50%; inline-size: 2px; background: var(--text); }
dl { display: grid; gap: .125rem; }
dl div { display: flex; flex-wrap: wrap; gap: .25rem .5rem; }
dt { color: var(--muted); }
dd { font-variant-numeric: tabular-nums; }
.verdict { font-size: 1.125rem; font-weight: 700; }
.frames { list-style: none; padding: 0; display: grid; grid-template-columns: repeat(auto-fill, minmax(3.5rem, 1fr)); gap: .5rem; }
.frames li { display: grid; gap: .125rem; text-align: center; font-size: .875rem; color: var(--muted); }
code { font-size: .9375em; overflow-wrap: anywhere; }
summary { cursor: pointer; min-block-size: 2.75rem; padding-block: .625rem; inline-size: fit-content; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; inline-size: 100%; font-size: .9375rem; }
th, td { text-align: start; vertical-align: top; padding: .375rem .75rem .375rem 0; border-block-end: 1px solid var(--border); overflow-wrap: anywhere; }
tbody th { font-weight: 400; min-inline-size: 9rem; }
tr.differs { color: var(--bad); font-weight: 700; }
:focus-visible { outline: 3px solid var(--good); outline-offset: 2px; }
@media print { body { background: none; } .card { break-inside: avoid; } }
`;
