/** Why this browser cannot take the photos, as far as it shows before the code of the link is used. */
export type Obstacle = 'old' | 'no_camera';

export function findObstacle(): Obstacle | undefined {
  // The newest thing that the page cannot do without, of those that older browsers lack and still read the code.
  if (!CSS.supports('aspect-ratio', '1')) return 'old';
  return navigator.mediaDevices?.getUserMedia === undefined ? 'no_camera' : undefined;
}
