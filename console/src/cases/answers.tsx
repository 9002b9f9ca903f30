import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../api/api-error.ts';
import { answerOf, api } from '../api/client.ts';
import { Loaded } from '../parts/loaded.tsx';
import { Panel } from '../parts/panel.tsx';
import { SourceAnswers, type SourceAnswers as SourceAnswersOf } from '../parts/source-answers.tsx';
import type { CaseFile } from './types.ts';

/** Each source's newest answer about the subject of a case, with its date. The reading is audited for the case. */
export function Answers({ found: { id, subject } }: { readonly found: CaseFile }) {
  const { t } = useTranslation();
  const answers = useQuery({
    queryKey: ['answers', id],
    queryFn: async ({ signal }): Promise<SourceAnswersOf> => {
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
      return (profile.sources ?? {}) as SourceAnswersOf;
    },
  });
  return (
    <Panel title={t('people.sources')}>
      <Loaded query={answers}>{(sources) => <SourceAnswers sources={sources} />}</Loaded>
    </Panel>
  );
}
