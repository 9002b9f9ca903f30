import { Button, Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { serviceUrl } from '../api/client.ts';
import { Panel } from '../parts/panel.tsx';

/** Downloads of the log by the filter of the page: the browser keeps the file while it arrives. */
export function AuditExport({ filter }: { readonly filter: Readonly<Record<string, string>> }) {
  const { t } = useTranslation();
  const addressOf = (format: string) =>
    `${serviceUrl}/v1/audit/export?${new URLSearchParams({ ...filter, format })}`;
  const isWhole = Object.keys(filter).length === 0;
  return (
    <Panel title={t('audit.export')}>
      <Text size="sm">{t(isWhole ? 'audit.exportWhole' : 'audit.exportPart')}</Text>
      <Group gap="sm">
        <Button component="a" href={addressOf('ndjson')} download>
          {t('audit.ndjson')}
        </Button>
        <Button component="a" variant="default" href={addressOf('csv')} download>
          {t('audit.csv')}
        </Button>
      </Group>
      <Text size="sm" c="dimmed">
        {t('audit.exportHint')} <code>confere audit verify FILE --keys jwks.json</code>
      </Text>
    </Panel>
  );
}
