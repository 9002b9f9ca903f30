import Type from 'typebox';
import type { TaskContext } from '../module.ts';
import { createCpfIndex } from '../people/index.ts';
import { loadNamedKey } from '../platform/encryption/index.ts';
import { defineOperatorTask } from '../platform/operator-tasks/index.ts';
import type { RetentionForecast } from './apply-retention.ts';
import {
  endHold,
  type HoldsDeps,
  listStandingHolds,
  mostStandingHolds,
  representHold,
  setHold,
} from './holds.ts';
import { privacyModule } from './module.ts';

declare module '../platform/operator-tasks/types.ts' {
  interface OperatorTaskTable extends ReturnType<typeof privacyTasks> {}
}

const by = { kind: 'operator', id: undefined } as const;

/** The operator's tasks: to see what retention will erase, and to set, show and end holds. */
export function privacyTasks({ storage, clock, use }: TaskContext) {
  const { db } = storage.database;
  const { cipher } = storage;
  const open = async (): Promise<HoldsDeps> => {
    const cpfIndex = createCpfIndex(await loadNamedKey(db, cipher, 'cpf-index'));
    return { db, cipher, cpfIndex, clock };
  };
  return {
    'retention/show': defineOperatorTask(
      Type.Object({ days: Type.Optional(Type.Integer({ minimum: 1, maximum: 36_500 })) }),
      async ({ days }): Promise<readonly RetentionForecast[]> =>
        await (await use(privacyModule)).previewRetention(days),
    ),

    'holds/set': defineOperatorTask(
      Type.Object({
        personId: Type.String(),
        reason: Type.String({ minLength: 3, maxLength: 500 }),
        until: Type.Optional(Type.String({ format: 'date-time' })),
      }),
      async ({ personId, reason, until }) => {
        const end = until === undefined ? undefined : new Date(until);
        return representHold(await setHold(await open(), personId, { reason, until: end, by }), clock.now());
      },
    ),

    'holds/list': defineOperatorTask(Type.Object({}), async () => {
      const found = await listStandingHolds(await open(), { before: undefined, limit: mostStandingHolds });
      return found.map((hold) => representHold(hold, clock.now()));
    }),

    'holds/end': defineOperatorTask(Type.Object({ holdId: Type.String() }), async ({ holdId }) =>
      representHold(await endHold(await open(), holdId, { personId: undefined, by }), clock.now()),
    ),
  };
}
