import { alignPoints, type Point, type View } from './geometry.ts';
import { eyeCentres, type Landmarks, landmark } from './locate-landmarks.ts';

/** Eyes, nose tip and mouth corners in the 112-pixel picture that face networks are commonly aligned to. */
const fivePoints: readonly Point[] = [
  { x: 38.2946, y: 51.6963 },
  { x: 73.5318, y: 51.5014 },
  { x: 56.0252, y: 71.7366 },
  { x: 41.5493, y: 92.3655 },
  { x: 70.7299, y: 92.2041 },
];

/** The view in which the face stands as in the common five-point template, `size` pixels wide. */
export function alignedView(landmarks: Pick<Landmarks, 'points'>, size: number, zoom = 1): View {
  const eyes = eyeCentres(landmarks);
  const photo = [
    eyes.right,
    eyes.left,
    landmark(landmarks, 4),
    landmark(landmarks, 61),
    landmark(landmarks, 291),
  ];
  const middle = (size - 1) / 2;
  const scale = (size / 112) * zoom;
  const wanted = fivePoints.map(({ x, y }) => ({
    x: (x - 55.5) * scale + middle,
    y: (y - 55.5) * scale + middle,
  }));
  return alignPoints(photo, wanted);
}
