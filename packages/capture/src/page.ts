import { ConfereCapture } from './element.ts';
import { isFramed } from './tell-embedder.ts';

// Read once and removed at once: the code must stay neither in the history nor in what somebody copies.
const link = location.href;
const asked = new URLSearchParams(location.search).get('s');
const named = new URLSearchParams(location.hash.slice(1)).get('s');
history.replaceState(null, '', location.pathname);

const element = new ConfereCapture();
element.setAttribute('link', link);
element.setAttribute('page', '');
// The server let those pages frame this one that may embed the session of the query. Another session's may not.
if (isFramed() && asked !== named) element.setAttribute('misplaced', '');
document.querySelector('#place')?.append(element);
// A second link opened in the same tab is another session.
addEventListener('hashchange', () => location.reload());
