import { Code, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../api/api-error.ts';
import { answerOf, api } from '../api/client.ts';
import { Loaded } from '../parts/loaded.tsx';
import { Moment } from '../parts/moment.tsx';
import { Panel } from '../parts/panel.tsx';
import { useLabel } from '../parts/use-label.ts';
import type { CaseFile } from './types.ts';

type Answers = Readonly<
  Record<string, { readonly data?: unknown; readonly lastConsultation: { date: string } }>
>;

/** Each source's newest answer about the subject of a case, with its date. The reading is audited for the case. */
export function Answers({ found: { id, subject } }: { readonly found: CaseFile }) {
  const { t } = useTranslation();
  const label = useLabel();
  const answers = useQuery({
    queryKey: ['answers', id],
    queryFn: async ({ signal }): Promise<Answers> => {
      const headers = { 'x-purpose': `case ${id}` };
      const { personId, companyId = '' } = subject;
      const read =
        personId === undefined
          ? answerOf(
              api.GET('/v1/companies/{companyId}', { params: { path: { companyId } }, headers, signal }),
            )
          : answerOf(api.GET('/v1/people/{personId}', { params: { path: { personId } }, headers, signal }));
      const profile = await (read as Promise<{ sources?: unknown }>).catch(
        (error: unknown): { sources?: unknown } => {
          if (error instanceof ApiError && error.status === 404) return {};
          throw error;
        },
      );
      return (profile.sources ?? {}) as Answers;
    },
  });
  return (
    <Panel title={t('people.sources')}>
      <Loaded query={answers}>
        {(sources) =>
          Object.keys(sources).length === 0 ? (
            <Text c="dimmed">{t('people.noSources')}</Text>
          ) : (
            Object.entries(sources).map(([name, { data, lastConsultation }]) => (
              <details key={name}>
                <summary>
                  {label('sources.names', name)} · <Moment at={lastConsultation.date} />
                </summary>
                <Code block mt="xs">
                  {JSON.stringify(data, null, 2)}
                </Code>
              </details>
            ))
          )
        }
      </Loaded>
    </Panel>
  );
}
