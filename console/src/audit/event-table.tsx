import { Badge, Code } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { components } from '../api/schema.ts';
import { useErrorWords } from '../error-words/use-error-words.ts';
import { type CursorPages, CursorTable } from '../parts/cursor-list.tsx';
import { Moment } from '../parts/moment.tsx';
import { useLabel } from '../parts/use-label.ts';
import { useTemplateNames } from '../templates/use-template-names.ts';
import { ActorName, useActorNames } from './actor-name.tsx';
import { Purpose } from './purpose.tsx';
import { Target } from './target.tsx';
import { useAction } from './use-action.ts';

type AuditEvent = components['schemas']['AuditEvent'];

/** Audit events, page by page. `isWhole` adds what they were about and where they came from. */
export function EventTable({
  pages,
  label: name,
  isWhole = false,
}: {
  readonly pages: CursorPages<AuditEvent>;
  readonly label: string;
  readonly isWhole?: boolean;
}) {
  const { t } = useTranslation();
  const label = useLabel();
  const actionOf = useAction();
  const names = useActorNames();
  const templateOf = useTemplateNames();
  const wordsOf = useErrorWords();
  const outcomeOf = (outcome: string) =>
    label('audit.outcomes', outcome, wordsOf(outcome)?.meaning ?? t('audit.failed'));
  const target = {
    key: 'target',
    title: t('audit.target'),
    cell: ({ target }: AuditEvent) =>
      target !== undefined && <Target id={target} name={names.get(target) ?? templateOf(target)} />,
  };
  const source = {
    key: 'source',
    title: t('audit.source'),
    cell: ({ source }: AuditEvent) => source !== undefined && <Code>{source}</Code>,
  };
  return (
    <CursorTable
      pages={pages}
      label={name}
      empty={t('audit.none')}
      keyOf={({ chain, sequence, at }) => `${chain} ${sequence} ${at}`}
      columns={[
        { key: 'at', title: t('common.when'), cell: ({ at }) => <Moment at={at} /> },
        {
          key: 'actor',
          title: t('audit.actor'),
          cell: ({ actor }) => <ActorName actor={actor} names={names} />,
        },
        {
          key: 'action',
          title: t('audit.action'),
          cell: ({ action, isProven }) => (
            <>
              {actionOf(action)} {!isProven && <Badge color="red">{t('audit.unproven')}</Badge>}
            </>
          ),
        },
        ...(isWhole ? [target] : []),
        { key: 'purpose', title: t('audit.purpose'), cell: ({ purpose }) => <Purpose purpose={purpose} /> },
        {
          key: 'outcome',
          title: t('audit.outcome'),
          cell: ({ outcome }) => outcomeOf(outcome),
        },
        ...(isWhole ? [source] : []),
      ]}
    />
  );
}
