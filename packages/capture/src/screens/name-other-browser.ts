import type { Obstacle } from '../find-obstacle.ts';
import { make } from '../make.ts';
import type { Stage } from '../stage.ts';

/** Gives the unused link to whoever needs another browser for it. Answers when the person goes on all the same. */
export async function nameOtherBrowser(stage: Stage, obstacle: Obstacle, link: string): Promise<void> {
  const texts = stage.texts;
  const { title, text } = texts.obstacles[obstacle];
  const copied = make('p', { class: 'muted', role: 'status' });
  await stage.ask({
    title,
    content: [make('p', {}, text), make('p', { class: 'link' }, link), copied],
    choices: [
      ...(navigator.clipboard === undefined
        ? []
        : [{ name: 'copy', label: texts.copyLink, look: 'main' } as const]),
      ...(obstacle === 'old' ? [] : [{ name: 'go', label: texts.goOnWithoutCamera }]),
    ],
    isKept: (name) => {
      if (name === 'copy') {
        navigator.clipboard.writeText(link).then(
          () => {
            copied.textContent = texts.linkCopied;
          },
          () => undefined,
        );
      }
      return name === 'copy';
    },
  });
}
