import type { ModuleContext, OpenModule } from '../module.ts';
import { loadNamedKey } from '../platform/encryption/index.ts';
import { contribute } from '../platform/extension-points.ts';
import { exportPoint } from '../platform/personal-data.ts';
import { subjectFactsPoint } from '../platform/subjects.ts';
import {
  createNameIndex,
  dataAgePoint,
  nameIndexKey,
  partnerPeoplePoint,
  sourcesPoint,
} from '../profiles/index.ts';
import { createPeopleSources } from './create-people-sources.ts';
import { forgetReplacedPeople } from './data-sets/roll-back-people.ts';
import { createPeopleDescriber } from './get-person.ts';
import { createCpfIndex, createListIndex, createPartnerIndex } from './keyed-indexes.ts';
import { createPartnerPeople } from './lock-partner-person.ts';
import { exportParts } from './personal-parts.ts';
import {
  getCpfRoute,
  getPersonHistoryRoute,
  getPersonRoute,
  searchPeopleRoute,
} from './routes/read-people.ts';
import type { peopleSettings } from './settings.ts';
import { listSourceStates } from './source-states.ts';

export async function openPeople(context: ModuleContext<typeof peopleSettings>) {
  const { database, db, cipher, clock, log, settings } = context;
  const ageLimits = new Map(settings.people.maxAgeDays.map(([name, days]) => [name, Number(days)]));
  const cpfIndex = createCpfIndex(await loadNamedKey(db, cipher, 'cpf-index'));
  const listIndex = createListIndex(await loadNamedKey(db, cipher, 'list-index'));
  const partnerIndex = createPartnerIndex(await loadNamedKey(db, cipher, 'partner-index'));
  const { sources, providers, isDataOld, purgeAnswers, warmUp } = context.adopt(
    await createPeopleSources({
      db,
      cipher,
      clock,
      cpfIndex,
      listIndex,
      graceYears: settings.people.pepGraceYears,
      providersFile: settings.people.providersFile,
      fetchAllow: settings.people.fetchAllow,
      limiter: context.limiter,
      ageLimits,
      onProblem: (problem) => log.warn(problem, 'a provider did not answer'),
    }),
    (it) => it.close(),
  );
  const people = { db, cipher, cpfIndex };
  const describePeople = createPeopleDescriber(people);
  const nameIndex = createNameIndex(await loadNamedKey(db, cipher, nameIndexKey));
  const listStates = () => listSourceStates(db, clock.now(), ageLimits, providers);
  context.metrics.addGauges({
    about: {
      confere_source_age_days: {
        help: 'Age of the data of a source; missing for what was not imported.',
        labels: ['source'],
      },
      confere_source_is_old: {
        help: '1 for a source whose data are older than they may be.',
        labels: ['source'],
      },
    },
    async read() {
      return (await listStates()).flatMap(({ name, ageDays, health }) => {
        if (ageDays === undefined) return [];
        const labels = { source: name };
        return [
          { name: 'confere_source_age_days' as const, labels, value: ageDays },
          { name: 'confere_source_is_old' as const, labels, value: health === 'old' ? 1 : 0 },
        ];
      });
    },
  });
  return {
    parts: { cpfIndex, listIndex, listStates, fetchAllow: settings.people.fetchAllow },
    routes: [
      {
        on: ['customer'],
        add(app) {
          getPersonRoute(app, people);
          getCpfRoute(app, people);
          getPersonHistoryRoute(app, people);
          searchPeopleRoute(app, { db, nameIndex, describePeople });
        },
      },
    ],
    registerJobs(jobs) {
      jobs.schedule('purge-provider-answers', '47 * * * *', () => purgeAnswers());
      jobs.schedule('forget-replaced-people', '23 * * * *', () => forgetReplacedPeople({ database, clock }));
    },
    start: () => void warmUp().catch(context.onBackgroundError),
    contributions: [
      contribute(sourcesPoint, ...sources),
      contribute(dataAgePoint, isDataOld),
      contribute(subjectFactsPoint, describePeople),
      contribute(exportPoint, ...exportParts(people)),
      contribute(partnerPeoplePoint, createPartnerPeople({ cipher, cpfIndex, partnerIndex })),
    ],
  } satisfies OpenModule<unknown>;
}
