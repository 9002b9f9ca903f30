import { useTranslation } from 'react-i18next';
import { answerOf, api } from '../api/client.ts';
import { Purpose } from '../audit/purpose.tsx';
import { useAction } from '../audit/use-action.ts';
import { CursorTable, useCursorPages } from '../parts/cursor-list.tsx';
import { Moment } from '../parts/moment.tsx';
import { Panel } from '../parts/panel.tsx';
import { ShortId } from '../parts/short-id.tsx';
import { useLabel } from '../parts/use-label.ts';

/** Who read or changed what of a person, and why: every access, page by page, newest first. */
export function Accesses({ personId }: { readonly personId: string }) {
  const { t } = useTranslation();
  const label = useLabel();
  const actionOf = useAction();
  const pages = useCursorPages({
    key: ['accesses', personId],
    limit: 20,
    read: (page, signal) =>
      answerOf(api.GET('/v1/audit', { params: { query: { personId, ...page } }, signal })),
  });
  return (
    <Panel title={t('people.accesses')}>
      <CursorTable
        pages={pages}
        label={t('people.accesses')}
        empty={t('audit.none')}
        keyOf={({ chain, sequence }) => `${chain} ${sequence}`}
        columns={[
          { key: 'at', title: t('common.when'), cell: ({ at }) => <Moment at={at} /> },
          {
            key: 'actor',
            title: t('audit.actor'),
            cell: ({ actor }) => (
              <>
                {label('audit.kinds', actor.kind)} {actor.id !== undefined && <ShortId id={actor.id} />}
              </>
            ),
          },
          { key: 'action', title: t('audit.action'), cell: ({ action }) => actionOf(action) },
          { key: 'purpose', title: t('audit.purpose'), cell: ({ purpose }) => <Purpose purpose={purpose} /> },
          {
            key: 'outcome',
            title: t('audit.outcome'),
            cell: ({ outcome }) => label('audit.outcomes', outcome),
          },
        ]}
      />
    </Panel>
  );
}
