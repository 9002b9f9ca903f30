import { type Static, Type } from '@fastify/type-provider-typebox';
import type { Device, PhotoSource } from '../../../faces/index.ts';
import { CpfSchema } from '../../schemas.ts';

const DeviceSchema = Type.Object({
  operatingSystem: Type.Optional(Type.String({ maxLength: 200 })),
  fingerprint: Type.Optional(Type.String({ maxLength: 1000 })),
  manufacturer: Type.Optional(Type.String({ maxLength: 200 })),
  model: Type.Optional(Type.String({ maxLength: 200 })),
});

/** Body of a face authentication, old address and new. Fields that are not named here are ignored. */
export const PhotoRequestSchema = Type.Object({
  peopleId: CpfSchema,
  imageUrl: Type.Optional(
    Type.String({
      description:
        'Photo to compare: an https: address, or a data: address with the photo inline. Without it the newest unused capture of the client for the CPF is taken.',
    }),
  ),
  device: Type.Optional(DeviceSchema),
});

/** Where the photo of a request is. */
export function photoSourceOf(body: Static<typeof PhotoRequestSchema>): PhotoSource | undefined {
  return body.imageUrl === undefined ? undefined : { kind: 'address', address: body.imageUrl };
}

/** What the phone said of itself, without the fields that have no name here. */
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
