import { ConfereCapture } from './element.ts';
import { recallSession } from './keep-session.ts';
import { isFramed } from './tell-embedder.ts';

const link = location.href;
const asked = new URLSearchParams(location.search).get('s');
const named = new URLSearchParams(location.hash.slice(1)).get('s');

const element = new ConfereCapture();
element.setAttribute('link', link);
element.setAttribute('page', '');
// The server let those pages frame this one that may embed the session of the query. Another session's may not. Without
// a code, the address is one that was shown before: this tab may have its session under way.
const begins = named ?? recallSession(undefined)?.link.id ?? asked;
if (isFramed() && asked !== begins) element.setAttribute('misplaced', '');
const place = document.querySelector('#place') as HTMLElement;
place.textContent = '';
place.append(element);
// A second link opened in the same tab is another session.
addEventListener('hashchange', () => location.reload());
