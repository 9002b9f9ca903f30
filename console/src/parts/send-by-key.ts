import type { KeyboardEvent } from 'react';

/** Ctrl Enter (on a Mac also Command Enter) sends the form around a field. */
export function sendByKey(event: KeyboardEvent<HTMLTextAreaElement>): void {
  if (event.key !== 'Enter' || (!event.ctrlKey && !event.metaKey)) return;
  event.preventDefault();
  event.currentTarget.form?.requestSubmit();
}
