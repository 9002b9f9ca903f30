import { defineModule } from '../module.ts';
import type { AuditActions } from '../platform/audit/index.ts';
import type { SealedTable } from '../platform/encryption/index.ts';
import type { OperatorTasks } from '../platform/operator-tasks/index.ts';
import {
  captureIdKind,
  faceIdKind,
  sealedAttempt,
  sealedFaceTemplate,
  sealedFingerprint,
} from './declarations.ts';
import { facesSettings } from './settings.ts';

const faceAuditActions = {
  'attempt.landmarks': {
    meaning: 'the landmarks in the photos of an attempt were looked for',
    target: 'attempt',
  },
  'attempt.list': { meaning: 'authentication attempts were listed', target: 'person' },
  'attempt.measure': { meaning: 'figures of attempts over time were read' },
  'attempt.read': { meaning: 'an authentication attempt was read', target: 'attempt' },
  'capture.create': { meaning: 'a photo was sent ahead of its authentication', target: 'capture' },
  'face.authenticate': { meaning: 'a photo was compared with the registered face', target: 'attempt' },
  'face.delete': { meaning: 'the reference photos of a person were removed', target: 'person' },
  'face.lock': {
    meaning: 'a person was locked after failed matches, until the moment in `detail`',
    target: 'attempt',
  },
  'face.read': { meaning: 'the reference photos of a person were listed', target: 'person' },
  'face.register': { meaning: 'a reference photo was registered', target: 'person' },
  'face.registrations': {
    meaning: 'the registrations of the face of a person were listed',
    target: 'person',
  },
  'operator.faces/judge-pairs': { meaning: "photos were compared as the deployment's own people make it" },
  'operator.faces/lower-threshold': {
    meaning: 'the raised threshold of matches went back to the promised one',
  },
  'operator.faces/measure': { meaning: 'the false match rate among the registered people was measured' },
  'operator.faces/raise-threshold': {
    meaning: "the threshold of matches was raised to what an operator's photos need",
  },
  'operator.faces/reembed': { meaning: 'templates were made again with another model' },
} as const satisfies AuditActions;

declare module '../platform/audit/types.ts' {
  interface AuditActionTable extends Record<keyof typeof faceAuditActions, object> {}
}

/** The tables of this domain whose rows hold sealed keys. */
const facesSealedTables: readonly SealedTable[] = [sealedFaceTemplate, sealedFingerprint, sealedAttempt];

/** Registered faces, authentications, attempts. */
export const facesModule = defineModule({
  name: 'faces',
  auditActions: faceAuditActions,
  idKinds: [captureIdKind, faceIdKind],
  settings: facesSettings,
  sealedTables: facesSealedTables,
  commands: { faces: async () => (await import('./commands/faces-command.ts')).facesCommand() },
  open: async (context) => (await import('./open.ts')).openFaces(context),
  operatorTasks: async (context): Promise<OperatorTasks> =>
    (await import('./operator-tasks.ts')).faceTasks(context),
});
