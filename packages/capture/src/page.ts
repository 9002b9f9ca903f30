import { ConfereCapture } from './element.ts';

// Read once and removed at once: the code must stay neither in the history nor in what somebody copies.
const link = location.href;
history.replaceState(null, '', location.pathname);

const element = new ConfereCapture();
element.setAttribute('link', link);
element.setAttribute('page', '');
document.querySelector('#place')?.append(element);
// A second link opened in the same tab is another session.
addEventListener('hashchange', () => location.reload());
