import type { Cpf } from '../platform/documents/index.ts';
import { defineExtensionPoint } from '../platform/extension-points.ts';
import type { LivenessReason } from './types.ts';

/** The end of a session that needs no camera: the reasons of a failure, none for one that passes, and its only frame. */
export type InventedEnd = { readonly reasons: readonly LivenessReason[]; readonly frame: Uint8Array };

/** Says of people whether their sessions end by themselves. A live service has nobody who does. */
export const inventedEndPoint = defineExtensionPoint<(cpf: Cpf) => InventedEnd | undefined>(
  'invented ends of liveness sessions',
);
