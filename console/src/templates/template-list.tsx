import { Anchor, Badge, Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { answerOf, api } from '../api/client.ts';
import { CursorTable, useCursorPages } from '../parts/cursor-list.tsx';
import { Moment } from '../parts/moment.tsx';
import { Page } from '../parts/page.tsx';
import { useLabel } from '../parts/use-label.ts';
import { useSession } from '../session/session.ts';

/** Query templates. */
export function TemplateList() {
  const { t } = useTranslation();
  const label = useLabel();
  const { may } = useSession();
  const pages = useCursorPages({
    key: ['templates'],
    limit: 50,
    read: (query, signal) => answerOf(api.GET('/v1/query-templates', { params: { query }, signal })),
  });
  return (
    <Page
      title={t('shell.sections.templates')}
      actions={
        may('templates:write') && (
          <Button component={Link} href="/templates/new">
            {t('templates.new')}
          </Button>
        )
      }
    >
      <CursorTable
        pages={pages}
        label={t('shell.sections.templates')}
        empty={t('templates.none')}
        keyOf={({ id }) => id}
        columns={[
          {
            key: 'name',
            title: t('templates.name'),
            cell: ({ id, name, isDefault }) => (
              <>
                <Anchor component={Link} href={`/templates/${id}`}>
                  {name === undefined ? id : label('templates.shippedNames', name)}
                </Anchor>
                {isDefault && (
                  <Badge size="sm" variant="light" tt="none" ml="xs">
                    {t('templates.isDefault')}
                  </Badge>
                )}
              </>
            ),
          },
          { key: 'subject', title: t('templates.subject'), cell: ({ subject }) => t(`templates.${subject}`) },
          { key: 'version', title: t('templates.version'), cell: ({ version }) => version },
          { key: 'rules', title: t('templates.rules'), cell: ({ rules }) => rules.length },
          { key: 'at', title: t('templates.changed'), cell: ({ updatedAt }) => <Moment at={updatedAt} /> },
        ]}
      />
    </Page>
  );
}
