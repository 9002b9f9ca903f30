import sharp from 'sharp';
import { escapeHtml } from '../platform/printable.ts';
import { areAllAsExpected, type Check } from './checks.ts';
import type { Comparison, DemoObservations, PerformedSession } from './observations.ts';

/** The look of the page, dark and light, from 320 pixels. */
const pageStyle = `
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

export type ShownFrame = { readonly kind: string; readonly bytes: Uint8Array };

/** Width and height of a photo in the page, twice what it is shown at. */
const photoPx = 360;

const framePx = 200;

const movements: Readonly<Record<string, string>> = {
  center: 'ahead',
  left: 'left',
  right: 'right',
  up: 'up',
};

/**
 * One HTML file with everything in it: every pair of photos with its scores and its verdict, the liveness sessions with
 * their frames, and the checks. It loads nothing.
 */
export async function renderPage(shown: {
  readonly registered: Uint8Array;
  /** The photos of the comparisons, in their order. */
  readonly received: readonly Uint8Array[];
  /** One frame of each step, of each session in its order. */
  readonly frames: readonly (readonly ShownFrame[])[];
  readonly observations: DemoObservations;
  readonly checks: readonly Check[];
  readonly livenessWorth: string;
}): Promise<string> {
  const { observations, checks, livenessWorth } = shown;
  const { comparisons, sessions } = observations;
  const registered = await toDataAddress(shown.registered, photoPx);
  const received = await Promise.all(shown.received.map((bytes) => toDataAddress(bytes, photoPx)));
  const frames = await Promise.all(
    shown.frames.map((each) =>
      Promise.all(
        each.map(async ({ kind, bytes }) => ({ kind, address: await toDataAddress(bytes, framePx) })),
      ),
    ),
  );
  const passed = checks.filter(({ isAsExpected }) => isAsExpected).length;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'">
<title>Confere: what the demonstration saw</title>
<style>${pageStyle}</style>
</head>
<body>
<main>
<h1>Confere: is the person in this photo the one registered for this CPF?</h1>
<p class="lead"><strong class="${areAllAsExpected(checks) ? 'good' : 'bad'}">${passed} of ${checks.length} checks as expected.</strong>
A service of its own answered real requests over HTTP. The CPF is made up, the photos come with a package.</p>
<section aria-labelledby="photos"><h2 id="photos">Photos against the registered face</h2>
<p>Left: the registered photo. Right: the photo received. A similarity from 0.5 is a match.</p>
<div class="cards">${comparisons.map((one, index) => renderComparison(one, registered, received[index] ?? '')).join('\n')}</div>
</section>
<section aria-labelledby="sessions"><h2 id="sessions">Liveness sessions</h2>
<p>The service asks for movements one by one and judges the frames. These frames are drawn. A drawn head that follows
the steps is an injected camera: it passes, and this shows the limit of the method.</p>
<div class="cards wide">${sessions.map((one, index) => renderSession(one, frames[index] ?? [])).join('\n')}</div>
</section>
<section aria-labelledby="worth"><h2 id="worth">What the liveness of one photo is worth</h2><p>${escapeHtml(livenessWorth)}</p></section>
<section aria-labelledby="checks"><h2 id="checks">Checks</h2>
<details${areAllAsExpected(checks) ? '' : ' open'}><summary>Show all ${checks.length}</summary>
<div class="scroll" tabindex="0" role="region" aria-label="All checks"><table><thead><tr><th scope="col">Check</th><th scope="col">Expected</th><th scope="col">Got</th><th scope="col">Result</th></tr></thead>
<tbody>${checks.map(renderCheck).join('\n')}</tbody></table></div></details>
</section>
</main>
</body>
</html>
`;
}

function renderComparison(comparison: Comparison, registered: string, received: string): string {
  const { photo, isSameWoman, isMatch, attempt } = comparison;
  const similarity = attempt?.faceMatch.similarity;
  const { probability, isAlive } = attempt?.liveness ?? {};
  const share = `${(100 * (similarity ?? 0)).toFixed(1)}%`;
  return `<article class="card ${isMatch === isSameWoman ? '' : 'unexpected'}">
<h3>${escapeHtml(capitalise(photo))}</h3>
<div class="pair"><img src="${registered}" alt="Registered photo" width="180" height="180"><img src="${received}" alt="Received photo: ${escapeHtml(photo)}" width="180" height="180"></div>
<div class="meter ${isMatch === true ? 'match' : ''}" aria-hidden="true"><span style="inline-size:${share}"></span><i></i></div>
<dl><div><dt>Similarity</dt><dd>${figure(similarity)}</dd></div><div><dt>Liveness</dt><dd>${figure(probability)}, ${isAlive === true ? 'alive' : 'not alive'}</dd></div></dl>
<p class="verdict ${isMatch === true ? 'good' : ''}">${isMatch === true ? 'Match' : 'No match'}${isMatch === isSameWoman ? '' : ' (not expected)'}</p>
</article>`;
}

function renderSession(
  session: PerformedSession,
  frames: readonly { readonly kind: string; readonly address: string }[],
): string {
  const { camera, state, reasons = [], verdict, use } = session;
  const isPassed = state === 'passed';
  const outcome =
    use.status === 200
      ? `The authentication with this session: ${use.isMatch === true ? 'match' : 'no match'}.`
      : `The authentication with this session was refused: <code>${escapeHtml(String(use.code))}</code>.`;
  return `<article class="card">
<h3>${escapeHtml(capitalise(camera))}</h3>
<ol class="frames">${frames
    .map(({ kind, address }) => {
      const movement = movements[kind] ?? kind;
      return `<li><img src="${address}" alt="Frame sent for: ${escapeHtml(movement)}" width="100" height="100"><span>${escapeHtml(movement)}</span></li>`;
    })
    .join('')}</ol>
<p class="verdict ${isPassed ? 'good' : 'bad'}">${isPassed ? 'Passed' : escapeHtml(capitalise(state.toLowerCase()))}</p>
<dl><div><dt>Probability</dt><dd>${figure(verdict?.probability)}</dd></div>${
    reasons.length === 0
      ? ''
      : `<div><dt>Reasons</dt><dd>${reasons.map((reason) => `<code>${escapeHtml(reason)}</code>`).join(' ')}</dd></div>`
  }</dl>
<p>${outcome}</p>
</article>`;
}

function renderCheck({ what, expected, got, isAsExpected }: Check): string {
  return `<tr class="${isAsExpected ? '' : 'differs'}"><th scope="row">${escapeHtml(what)}</th><td>${escapeHtml(expected)}</td><td>${escapeHtml(got)}</td><td>${isAsExpected ? 'ok' : 'differs'}</td></tr>`;
}

async function toDataAddress(photo: Uint8Array, sidePx: number): Promise<string> {
  const jpeg = await sharp(photo)
    .autoOrient()
    .resize(sidePx, sidePx, { fit: 'cover' })
    .jpeg({ quality: 80 })
    .toBuffer();
  return `data:image/jpeg;base64,${jpeg.toString('base64')}`;
}

function figure(value: number | undefined): string {
  return value?.toFixed(3) ?? 'none';
}

function capitalise(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
