import { useEffect, useRef } from 'react';

/** Fields that take letters; a checkbox that has the focus takes none. */
const typedInto = 'input:not([type=checkbox], [type=radio]), textarea, select, [role=dialog]';

/** Acts on single keys, as long as nobody types a text and no dialog is open. */
export function useKeys(actions: Readonly<Record<string, (() => void) | undefined>>): void {
  const latest = useRef(actions);
  useEffect(() => {
    latest.current = actions;
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      const target = event.target as HTMLElement;
      if (target.isContentEditable || target.closest(typedInto) !== null) return;
      if (document.querySelector('[role=dialog]') !== null) return;
      const act = latest.current[event.key];
      if (act === undefined) return;
      event.preventDefault();
      act();
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}
