import { type Static, Type } from '@fastify/type-provider-typebox';
import { CpfSchema } from '../../web/schemas.ts';
import type { Device, PhotoSource } from '../types.ts';

const DeviceSchema = Type.Object(
  {
    operatingSystem: Type.Optional(Type.String({ maxLength: 200 })),
    fingerprint: Type.Optional(Type.String({ maxLength: 1000 })),
    manufacturer: Type.Optional(Type.String({ maxLength: 200 })),
    model: Type.Optional(Type.String({ maxLength: 200 })),
  },
  { title: 'Device' },
);

/** Body of a face authentication, old address and new. Fields that are not named here are ignored. */
export const PhotoRequestSchema = Type.Object(
  {
    peopleId: CpfSchema,
    imageUrl: Type.Optional(
      Type.String({
        description:
          'Photo to compare: an https: address, or a data: address with the photo inline. Without it the newest unused capture of the client for the CPF is taken.',
      }),
    ),
    livenessSessionId: Type.Optional(
      Type.String({
        maxLength: 100,
        description:
          'A liveness session that passed, or holds a photo file where no challenge is required, in place of imageUrl. It can be used once, within ten minutes.',
      }),
    ),
    device: Type.Optional(DeviceSchema),
  },
  { title: 'FaceAuthenticationRequest' },
);

/** Where the photo of a request is. */
export function photoSourceOf({ imageUrl }: Static<typeof PhotoRequestSchema>): PhotoSource | undefined {
  return imageUrl === undefined ? undefined : { kind: 'address', address: imageUrl };
}

/** The phone's description of itself, without the fields that have no name here. */
export function deviceOf(body: Static<typeof PhotoRequestSchema>): Device | undefined {
  if (body.device === undefined) return undefined;
  const { operatingSystem, fingerprint, manufacturer, model } = body.device;
  return {
    ...(operatingSystem === undefined ? {} : { operatingSystem }),
    ...(fingerprint === undefined ? {} : { fingerprint }),
    ...(manufacturer === undefined ? {} : { manufacturer }),
    ...(model === undefined ? {} : { model }),
  };
}
