import { Table } from '@mantine/core';
import type { ReactNode } from 'react';
import { Panel } from '../parts/panel.tsx';

/** A panel with figures in rows. */
export function FigureTable({
  title,
  columns,
  rows,
}: {
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: readonly { readonly key: string; readonly cells: readonly ReactNode[] }[];
}) {
  return (
    <Panel title={title}>
      <Table.ScrollContainer minWidth={0}>
        <Table aria-label={title}>
          <Table.Thead>
            <Table.Tr>
              {columns.map((column) => (
                <Table.Th key={column}>{column}</Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map(({ key, cells }) => (
              <Table.Tr key={key}>
                {columns.map((column, at) => (
                  <Table.Td key={column} data-label={column}>
                    <div>{cells[at]}</div>
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Panel>
  );
}
