import { Type } from '@fastify/type-provider-typebox';

/** The quality figures of a face, as registration answers them. */
export const FaceQualitySchema = Type.Object({
  faceWidthPx: Type.Number({ description: 'Width of the face in pixels of the upright photo.' }),
  eyeDistancePx: Type.Number({ description: 'Distance of the eye centres in pixels.' }),
  faceWidthShare: Type.Number({ description: "Share of the photo's width, 0 to 1." }),
  sharpness: Type.Number({ description: 'Larger is sharper.' }),
  brightness: Type.Number({ description: 'Mean grey, 0 to 255.' }),
  contrast: Type.Number({ description: 'Standard deviation of the grey, 0 to 127.' }),
  detectionScore: Type.Number({ description: "Detector's confidence, 0 to 1." }),
});
