import { Alert, Button, CopyButton, Group, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';

/** A secret or a link that the service shows this one time. */
export function ShownOnce({
  title,
  hint,
  values,
}: {
  readonly title: string;
  readonly hint: string;
  readonly values: readonly (readonly [name: string, value: string])[];
}) {
  const { t } = useTranslation();
  return (
    <Alert color="yellow" variant="light" title={title} role="status">
      <Stack gap="xs">
        <Text size="sm">{hint}</Text>
        {values.map(([name, value]) => (
          <Group key={value} gap="xs" wrap="nowrap" align="start">
            <Stack gap={0} miw={0} flex={1}>
              <Text size="xs">{name}</Text>
              <Text className="number" size="sm">
                {value}
              </Text>
            </Stack>
            <CopyButton value={value}>
              {({ copied, copy }) => (
                <Button
                  size="compact-sm"
                  variant="default"
                  onClick={copy}
                  aria-label={`${t('common.copy')}: ${name}`}
                >
                  {copied ? t('common.copied') : t('common.copy')}
                </Button>
              )}
            </CopyButton>
          </Group>
        ))}
      </Stack>
    </Alert>
  );
}
