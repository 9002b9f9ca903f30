import { createElement, type ReactElement, useEffect, useRef } from 'react';
import type { CaptureEventDetail, ConfereCapture as Element } from './element.ts';

type Listener = (detail: CaptureEventDetail) => void;

export type ConfereCaptureProps = {
  /** `captureUrl` of a liveness session. */
  readonly link: string;
  /** `pt-BR` or `en`; that of the session unless given. */
  readonly language?: 'pt-BR' | 'en';
  readonly className?: string;
  readonly onStarted?: Listener;
  readonly onStep?: Listener;
  readonly onFinished?: Listener;
  readonly onFailed?: Listener;
  readonly onCancelled?: Listener;
};

/**
 * `<confere-capture>` for React 18 and later. Another `link` starts another session. A server renders the empty element; the
 * browser loads its code once it stands in the page.
 */
export function ConfereCapture({
  link,
  language,
  className,
  ...listeners
}: ConfereCaptureProps): ReactElement {
  const element = useRef<Element>(null);
  const latest = useRef(listeners);
  latest.current = listeners;
  useEffect(() => void import('./element.ts'), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another link makes another element
  useEffect(() => {
    const target = element.current;
    if (target === null) return;
    const ended = new AbortController();
    const names = {
      started: 'onStarted',
      step: 'onStep',
      finished: 'onFinished',
      failed: 'onFailed',
      cancelled: 'onCancelled',
    } as const;
    for (const [name, prop] of Object.entries(names)) {
      target.addEventListener(
        name,
        (event) => latest.current[prop]?.((event as CustomEvent<CaptureEventDetail>).detail),
        { signal: ended.signal },
      );
    }
    return () => ended.abort();
  }, [link]);
  return createElement('confere-capture', {
    key: link,
    ref: element,
    link,
    lang: language,
    language,
    class: className,
  });
}
