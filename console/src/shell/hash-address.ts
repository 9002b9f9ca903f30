import { useSyncExternalStore } from 'react';

/** The part of the address behind the #: a path, and after a question mark the filters of the screen. */
const readHash = () => `/${location.hash.replace(/^#?\/?/, '')}`;

function subscribe(onChange: () => void): () => void {
  addEventListener('hashchange', onChange);
  return () => removeEventListener('hashchange', onChange);
}

function navigate(to: string, { replace = false }: { readonly replace?: boolean } = {}): void {
  const before = location.href;
  history[replace ? 'replaceState' : 'pushState'](null, '', `#/${to.replace(/^#?\/?/, '')}`);
  dispatchEvent(new HashChangeEvent('hashchange', { oldURL: before, newURL: location.href }));
}

/** The way to a screen that an answer will name, unless whoever waits for it opens another one meanwhile. */
export function startWay(): (to: string) => void {
  const from = location.hash;
  return (to) => {
    if (location.hash === from) navigate(to);
  };
}

const wayKey = 'confere-way';

/** Keeps the address while another site signs somebody in: it comes back without. */
export function keepWay(): void {
  sessionStorage.setItem(wayKey, location.hash);
}

/** Opens the screen that was asked for before another site signed somebody in. */
export function goBackToWay(): void {
  const way = sessionStorage.getItem(wayKey);
  sessionStorage.removeItem(wayKey);
  if (way !== null && location.hash === '') navigate(way, { replace: true });
}

/** The location of the router: the path alone, so that filters change no screen. */
export function useHashPath(): [string, typeof navigate] {
  const hash = useSyncExternalStore(subscribe, readHash);
  return [hash.split('?')[0] ?? '/', navigate];
}

useHashPath.hrefs = (href: string) => `#${href}`;

/** The filters of a screen in its address: back, a reload and a link keep them. Nothing personal belongs there. */
export function useFilters(): [
  Readonly<Record<string, string>>,
  (filters: Readonly<Record<string, string>>) => void,
] {
  const hash = useSyncExternalStore(subscribe, readHash);
  const [path = '/', query = ''] = hash.split('?');
  return [
    Object.fromEntries(new URLSearchParams(query)),
    (filters) => {
      const text = new URLSearchParams({ ...filters }).toString();
      navigate(text === '' ? path : `${path}?${text}`);
    },
  ];
}
