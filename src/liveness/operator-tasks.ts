import Type from 'typebox';
import type { TaskContext } from '../module.ts';
import { defineOperatorTask, type OperatorTasks } from '../platform/operator-tasks/index.ts';
import { livenessModule } from './module.ts';
import type { LivenessTest } from './types.ts';

declare module '../platform/operator-tasks/types.ts' {
  interface OperatorTaskTable extends ReturnType<typeof livenessTasks> {}
}

/** Nothing that a list of commas would break, and no line of a name. */
const Word = Type.String({ pattern: '^[\\p{L}\\p{N}][\\p{L}\\p{N} ._-]{0,59}$' });
/** A code for a person, not a name. */
const Code = Type.String({ pattern: '^[A-Za-z0-9_-]{1,20}$' });

export function livenessTasks({ use }: Pick<TaskContext, 'use'>) {
  return {
    'liveness/record': defineOperatorTask(
      Type.Object({
        folder: Type.String(),
        label: Type.Union([Type.Literal('live'), Type.Literal('attack')]),
        species: Type.Optional(Word),
        instrument: Type.Optional(Word),
        subject: Type.Optional(Code),
        light: Type.Optional(Word),
        challenge: Type.Optional(Type.Union([Type.Literal('turns'), Type.Literal('turns_and_light')])),
      }),
      async ({ folder, challenge, ...test }, { signal, report }) => {
        const { testSessions } = await use(livenessModule);
        return await testSessions.record(
          { folder, test: test as LivenessTest, challenge },
          {
            signal,
            onLink: (captureUrl, expiresAt) => report({ captureUrl, expiresAt: expiresAt.toISOString() }),
          },
        );
      },
    ),
  } satisfies OperatorTasks;
}
