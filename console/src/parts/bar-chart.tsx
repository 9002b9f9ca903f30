import { Box, Group, Table, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';

export type Bar = {
  readonly name: string;
  readonly value: number;
  /** A second bar beside the first one: of the earlier period. */
  readonly before?: number;
};

const height = 120;
const barWidth = 20;

/** Bars over names, with the same figures as a table for whoever wants them read out. */
export function BarChart({
  title,
  bars,
  series,
  show,
}: {
  readonly title: string;
  readonly bars: readonly Bar[];
  /** The names of both kinds of bars; the second one only where bars have `before`. */
  readonly series: readonly [string, string?];
  readonly show: (value: number) => string;
}) {
  const { t } = useTranslation();
  const most = Math.max(...bars.flatMap(({ value, before = 0 }) => [value, before]), Number.EPSILON);
  const hasBefore = series[1] !== undefined;
  const tall = (value: number) => Math.round((value / most) * height * 10) / 10;
  return (
    <Box>
      {hasBefore && (
        <Group gap="md" mb={4}>
          {series.map((name, index) => (
            <Group key={name} gap={6}>
              <Box w={12} h={12} bg={index === 0 ? 'green.7' : 'gray.5'} />
              <Text size="sm">{name}</Text>
            </Group>
          ))}
        </Group>
      )}
      <Text size="xs" c="dimmed">
        {show(most === Number.EPSILON ? 0 : most)}
      </Text>
      <svg
        role="img"
        aria-label={title}
        viewBox={`0 0 ${Math.max(1, bars.length) * barWidth} ${height + 2}`}
        width="100%"
        height={height + 2}
        preserveAspectRatio="none"
      >
        {bars.map(({ name, value, before = 0 }, index) => (
          <g key={name} transform={`translate(${index * barWidth} 0)`}>
            <title>{`${name}: ${show(value)}`}</title>
            {hasBefore && (
              <rect
                x={2}
                width={8}
                y={height - tall(before)}
                height={tall(before)}
                fill="var(--mantine-color-gray-5)"
              />
            )}
            <rect
              x={hasBefore ? 10 : 3}
              width={hasBefore ? 8 : 14}
              y={height - tall(value)}
              height={tall(value)}
              fill="var(--mantine-color-green-7)"
            />
          </g>
        ))}
        <rect x={0} y={height} width="100%" height={1} fill="var(--mantine-color-gray-6)" />
      </svg>
      <Group justify="space-between">
        <Text size="xs">{bars[0]?.name}</Text>
        <Text size="xs">{bars.length > 1 ? bars.at(-1)?.name : ''}</Text>
      </Group>
      <details>
        <summary>{t('figures.asTable')}</summary>
        <Table aria-label={title} verticalSpacing={2}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('figures.group')}</Table.Th>
              {series.map((name) => (
                <Table.Th key={name}>{name}</Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {bars.map(({ name, value, before }) => (
              <Table.Tr key={name}>
                <Table.Td>{name}</Table.Td>
                <Table.Td className="number">{show(value)}</Table.Td>
                {hasBefore && <Table.Td className="number">{show(before ?? 0)}</Table.Td>}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </details>
    </Box>
  );
}
