import type { LivenessDeps } from './liveness-deps.ts';
import { type LivenessCounts, measureSessions } from './measure-sessions.ts';

const dayMs = 86_400_000;
/** Days before yesterday that yesterday and today are compared with. */
const earlierDays = 28;
/** Cameras and versions with figures of their own: those with the most sessions. */
const mostNames = 20;

export const statisticsGauges = {
  confere_liveness_tries: {
    help: 'Liveness sessions that showed a step and ended, by outcome: yesterday and today, and the 28 days before.',
    labels: ['window', 'outcome'],
  },
  confere_liveness_people: {
    help: 'First tries of people: all, those that passed, and those of which one of three passed.',
    labels: ['window', 'passed'],
  },
  confere_liveness_tries_of: {
    help: 'Liveness sessions of yesterday and today by camera and by app version, the 20 with the most of each.',
    labels: ['by', 'name', 'outcome'],
  },
} as const;

type Value = {
  readonly name: keyof typeof statisticsGauges;
  readonly labels: Record<string, string>;
  readonly value: number;
};

/** The figures of two periods, so that an alert can compare them. */
export async function readStatisticsGauges({
  db,
  clock,
}: Pick<LivenessDeps, 'db' | 'clock'>): Promise<readonly Value[]> {
  const dayOf = (days: number) => new Date(clock.now().getTime() - days * dayMs).toISOString().slice(0, 10);
  const recent = await measureSessions(db, { first: dayOf(1), last: dayOf(0) });
  const earlier = await measureSessions(db, { first: dayOf(1 + earlierDays), last: dayOf(2) });
  return [
    ...valuesOf('recent', recent),
    ...valuesOf('earlier', earlier),
    ...recent.cameras
      .slice(0, mostNames)
      .flatMap(({ camera, ...counts }) => triesOf('camera', camera, counts)),
    ...recent.appVersions
      .slice(0, mostNames)
      .flatMap(({ appVersion, ...counts }) => triesOf('app_version', appVersion, counts)),
  ];
}

function valuesOf(window: string, counts: LivenessCounts): readonly Value[] {
  const tries = Object.entries(outcomesOf(counts)).map(([outcome, value]) => ({
    name: 'confere_liveness_tries' as const,
    labels: { window, outcome },
    value,
  }));
  const { people, passedAtFirst, passedWithinThree } = counts;
  const passed = { all: people, at_first: passedAtFirst, within_three: passedWithinThree };
  return [
    ...tries,
    ...Object.entries(passed).map(([which, value]) => ({
      name: 'confere_liveness_people' as const,
      labels: { window, passed: which },
      value,
    })),
  ];
}

function triesOf(by: string, name: string, counts: LivenessCounts): readonly Value[] {
  return Object.entries(outcomesOf(counts)).map(([outcome, value]) => ({
    name: 'confere_liveness_tries_of',
    labels: { by, name, outcome },
    value,
  }));
}

function outcomesOf({ passed, failed, expired, abandoned, notPerformed }: LivenessCounts) {
  return { passed, failed, expired, abandoned, not_performed: notPerformed };
}
