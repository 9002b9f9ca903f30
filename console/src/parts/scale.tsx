import { Box, Group, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';

/** A fraction on a line from 0 to 1 with the limit that it had to reach. */
export function Scale({
  name,
  value,
  limit,
  isReached,
}: {
  readonly name: string;
  readonly value: number;
  readonly limit: number;
  readonly isReached: boolean;
}) {
  const { t, i18n } = useTranslation();
  const show = (fraction: number) =>
    new Intl.NumberFormat(i18n.language, { style: 'percent', maximumFractionDigits: 1 }).format(fraction);
  return (
    <Stack gap={4}>
      <Group justify="space-between" gap="xs">
        <Text fw={600}>{name}</Text>
        <Text className="number">
          {show(value)} · {t('attempts.limit')} {show(limit)}
        </Text>
      </Group>
      <Box
        className="scale"
        role="img"
        aria-label={t('attempts.scale', { name, value: show(value), limit: show(limit) })}
      >
        <Box
          className="reached"
          w={`${Math.max(0, Math.min(1, value)) * 100}%`}
          bg={isReached ? 'green.7' : 'red.7'}
        />
        <Box className="limit" left={`${limit * 100}%`} />
      </Box>
    </Stack>
  );
}
