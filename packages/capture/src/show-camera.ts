import type { Camera } from './camera.ts';
import { draw, make } from './make.ts';
import type { StepKind } from './session-client.ts';

/** The camera's picture under an oval, with an arrow for the movement that is asked for. */
export type CameraView = {
  readonly element: HTMLElement;
  setFit(isGood: boolean): void;
  /** Left and right are the person's own; in a mirror they are also those of the screen. */
  setArrow(kind: StepKind | undefined): void;
};

const oval = 'M50 14C68 14 76 29 76 47C76 68 64 86 50 86C36 86 24 68 24 47C24 29 32 14 50 14Z';

export function showCamera(camera: Camera, name: string): CameraView {
  const frame = draw(100, [
    // Wider than the square that it is drawn in, since the picture may be.
    { class: 'shade', d: `M-100-100h300v300h-300z${oval}` },
    { class: 'oval', d: oval },
    { class: 'arrow left', d: 'M18 40L9 50L18 60' },
    { class: 'arrow right', d: 'M82 40L91 50L82 60' },
    { class: 'arrow up', d: 'M40 10L50 2L60 10' },
  ]);
  const element = make('div', { class: 'view', role: 'img', 'aria-label': name }, camera.video, frame);
  element.classList.toggle('mirrored', camera.isMirrored);
  return {
    element,
    setFit(isGood) {
      element.dataset.fit = isGood ? 'good' : 'bad';
    },
    setArrow(kind) {
      const swapped = { left: 'right', right: 'left', up: 'up', center: '', light: '' } as const;
      element.dataset.arrow = kind === undefined ? '' : camera.isMirrored ? kind : swapped[kind];
    },
  };
}
