import { Type } from '@fastify/type-provider-typebox';

const Component = Type.Integer({ minimum: 0, maximum: 100 });

/**
 * The quality figures of a face, as registration and attempts answer them. Those that are optional are missing from
 * photos that were analysed before the figure existed.
 */
export const FaceQualitySchema = Type.Object(
  {
    faceWidthPx: Type.Number({ description: 'Width of the face in pixels of the upright photo.' }),
    eyeDistancePx: Type.Number({ description: 'Distance of the eye centres in pixels.' }),
    faceWidthShare: Type.Number({ description: "Share of the photo's width, 0 to 1." }),
    faceInsideShare: Type.Optional(
      Type.Number({ description: 'Share of the face that lies in the photo, 0 to 1.' }),
    ),
    yawDegrees: Type.Optional(
      Type.Number({ description: 'Positive when the person looks to their own left.' }),
    ),
    pitchDegrees: Type.Optional(Type.Number({ description: 'Positive when the person looks up.' })),
    rollDegrees: Type.Optional(Type.Number({ description: 'Positive when the head is turned clockwise.' })),
    sharpness: Type.Number({ description: 'Larger is sharper.' }),
    brightness: Type.Number({ description: 'Mean grey, 0 to 255.' }),
    contrast: Type.Number({ description: 'Standard deviation of the grey, 0 to 127.' }),
    underexposedShare: Type.Optional(
      Type.Number({ description: 'Share of the face that is nearly black, 0 to 1.' }),
    ),
    overexposedShare: Type.Optional(
      Type.Number({ description: 'Share of the face that is nearly white, 0 to 1.' }),
    ),
    dynamicRangeBits: Type.Optional(Type.Number({ description: 'Entropy of the grey values, 0 to 8.' })),
    illuminationUniformity: Type.Optional(
      Type.Number({ description: 'Overlap of the brightness of both cheeks, 0 to 1.' }),
    ),
    eyeOpenness: Type.Optional(
      Type.Number({ description: 'Gap of the lids, in distances from the eyes to the chin.' }),
    ),
    mouthOpenness: Type.Optional(Type.Number({ description: 'Gap of the lips in the same unit.' })),
    eyesVisibility: Type.Optional(
      Type.Number({ description: 'Estimated visibility of the eyes, 0 (covered) to 1.' }),
    ),
    mouthVisibility: Type.Optional(Type.Number({ description: 'The same of the mouth.' })),
    detectionScore: Type.Number({ description: "Detector's confidence, 0 to 1." }),
    components: Type.Optional(
      Type.Object(
        {
          interEyeDistance: Component,
          cropOfFace: Component,
          headPoseYaw: Component,
          headPosePitch: Component,
          headPoseRoll: Component,
          sharpness: Component,
          luminanceMean: Component,
          dynamicRange: Component,
          underExposurePrevention: Component,
          overExposurePrevention: Component,
          illuminationUniformity: Component,
          eyesOpen: Component,
          eyesVisible: Component,
          mouthClosed: Component,
          mouthOcclusionPrevention: Component,
        },
        { description: 'The same by the names of ISO/IEC 29794-5, 0 (worst) to 100.' },
      ),
    ),
  },
  { title: 'FaceQuality' },
);
