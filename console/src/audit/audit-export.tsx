import { Button, Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { serviceUrl } from '../api/client.ts';
import { HeldBack } from '../parts/held-back.tsx';
import { Panel } from '../parts/panel.tsx';

/** Downloads of the log by the filter of the page: the browser keeps the file while it arrives. */
export function AuditExport({
  filter,
  hasCpf,
}: {
  readonly filter: Readonly<Record<string, string>>;
  /** A CPF must not stand in the address of a download. */
  readonly hasCpf: boolean;
}) {
  const { t } = useTranslation();
  const addressOf = (format: string) =>
    `${serviceUrl}/v1/audit/export?${new URLSearchParams({ ...filter, format })}`;
  const isWhole = !hasCpf && Object.keys(filter).length === 0;
  return (
    <Panel title={t('audit.export')}>
      <Text size="sm">{t(isWhole ? 'audit.exportWhole' : 'audit.exportPart')}</Text>
      <Group gap="sm">
        <HeldBack missing={hasCpf ? t('audit.exportNeedsId') : undefined}>
          {(held) => (
            <>
              <Button component="a" href={addressOf('ndjson')} download {...held}>
                {t('audit.ndjson')}
              </Button>
              <Button component="a" variant="default" href={addressOf('csv')} download {...held}>
                {t('audit.csv')}
              </Button>
            </>
          )}
        </HeldBack>
      </Group>
      <Text size="sm" c="dimmed">
        {t('audit.exportHint')} <code>confere audit verify FILE --keys jwks.json</code>
      </Text>
    </Panel>
  );
}
