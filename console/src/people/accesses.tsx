import { useTranslation } from 'react-i18next';
import { answerOf, api } from '../api/client.ts';
import { EventTable } from '../audit/event-table.tsx';
import { useCursorPages } from '../parts/cursor-list.tsx';
import { Panel } from '../parts/panel.tsx';

/** Who read or changed what of a person, and why: every access, page by page, newest first. */
export function Accesses({ personId }: { readonly personId: string }) {
  const { t } = useTranslation();
  const pages = useCursorPages({
    key: ['accesses', personId],
    limit: 20,
    read: (page, signal) =>
      answerOf(api.GET('/v1/audit', { params: { query: { personId, ...page } }, signal })),
  });
  return (
    <Panel title={t('people.accesses')}>
      <EventTable pages={pages} label={t('people.accesses')} />
    </Panel>
  );
}
