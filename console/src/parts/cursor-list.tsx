import { Button, Center, Group, Loader, Stack, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type MouseEvent, type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorNotice } from './error-notice.tsx';
import { useEntryState } from './use-entry-state.ts';

export type CursorPage<Item> = { readonly items: readonly Item[]; readonly nextCursor?: string | undefined };

export type CursorPages<Item> = {
  readonly items: readonly Item[];
  readonly isLoading: boolean;
  readonly error: Error | null;
  readonly page: number;
  readonly limit: number;
  readonly next: (() => void) | undefined;
  readonly previous: (() => void) | undefined;
  readonly reload: () => void;
};

/** The pages of a list, one at a time. Other criteria begin at the first page again; the way back leads where it was. */
export function useCursorPages<Item>({
  key,
  limit,
  isWanted = true,
  read,
}: {
  readonly key: readonly unknown[];
  readonly limit: number;
  readonly isWanted?: boolean;
  readonly read: (page: { cursor?: string; limit: number }, signal: AbortSignal) => Promise<CursorPage<Item>>;
}): CursorPages<Item> {
  const criteria = JSON.stringify(key);
  const [position, setPosition] = useEntryState<{ criteria: string; cursors: readonly string[] }>(
    `pages of ${key[0]}`,
    { criteria, cursors: [] },
  );
  const cursors = position.criteria === criteria ? position.cursors : [];
  const cursor = cursors.at(-1);
  const { data, error, isPending, isPlaceholderData, refetch } = useQuery<CursorPage<Item>>({
    queryKey: [...key, limit, cursor],
    enabled: isWanted,
    // While the next page comes the last one stands; entries of other criteria would be taken for those asked for.
    placeholderData: (before, query) =>
      JSON.stringify(query?.queryKey.slice(0, key.length)) === criteria ? before : undefined,
    queryFn: ({ signal }) => read({ limit, ...(cursor === undefined ? {} : { cursor }) }, signal),
  });
  const following = data?.nextCursor;
  const turn = (to: readonly string[]) => {
    if (!isPlaceholderData) setPosition({ criteria, cursors: to });
  };
  return {
    items: data?.items ?? [],
    isLoading: isWanted && isPending,
    error,
    page: cursors.length + 1,
    limit,
    next: following === undefined ? undefined : () => turn([...cursors, following]),
    previous: cursors.length === 0 ? undefined : () => turn(cursors.slice(0, -1)),
    reload: () => void refetch(),
  };
}

/** A table of one page, with what leads to the next. */
export function CursorTable<Item>({
  pages,
  label,
  columns,
  keyOf,
  empty,
  currentKey,
  onOpen,
}: {
  readonly pages: CursorPages<Item>;
  readonly label: string;
  readonly columns: readonly {
    readonly key: string;
    readonly title: ReactNode;
    readonly cell: (item: Item) => ReactNode;
  }[];
  readonly keyOf: (item: Item) => string;
  readonly empty: string;
  readonly currentKey?: string | undefined;
  /** Opens an item when its row is clicked; a link in the row does it for the keyboard. */
  readonly onOpen?: (item: Item) => void;
}) {
  const { t } = useTranslation();
  const body = useRef<HTMLTableSectionElement>(null);
  const opened = useRef(currentKey);
  // The marked row stays in view while keys move the mark; the page is where it was when it opens.
  useEffect(() => {
    if (opened.current === currentKey) return;
    if (opened.current !== undefined)
      body.current?.querySelector('[data-current]')?.scrollIntoView({ block: 'nearest' });
    opened.current = currentKey;
  }, [currentKey]);
  if (pages.error !== null) return <ErrorNotice error={pages.error} onRetry={pages.reload} />;
  if (pages.isLoading) {
    return (
      <Center mih="20vh">
        <Loader aria-label={t('common.loading')} />
      </Center>
    );
  }
  return (
    <Stack gap="xs">
      <Table.ScrollContainer
        minWidth={0}
        className="raised"
        scrollAreaProps={{ viewportProps: { tabIndex: 0, role: 'region', 'aria-label': label } }}
      >
        <Table highlightOnHover={onOpen !== undefined} verticalSpacing="xs" aria-label={label}>
          <Table.Thead>
            <Table.Tr>
              {columns.map(({ key, title }) => (
                <Table.Th key={key}>{title}</Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody ref={body}>
            {pages.items.map((item) => (
              <Table.Tr
                key={keyOf(item)}
                data-current={currentKey === keyOf(item) || undefined}
                {...(onOpen === undefined
                  ? {}
                  : {
                      // A link, a button or a box in the row does what it says, and no more.
                      onClick: ({ target }: MouseEvent) =>
                        (target as Element).closest('a, button, input, label') ?? onOpen(item),
                      style: { cursor: 'pointer' },
                    })}
              >
                {columns.map(({ key, title, cell }) => (
                  <Table.Td key={key} data-label={typeof title === 'string' ? title : undefined}>
                    <div>{cell(item)}</div>
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
            {pages.items.length === 0 && (
              <Table.Tr>
                <Table.Td colSpan={columns.length}>
                  <Text c="dimmed">{empty}</Text>
                </Table.Td>
              </Table.Tr>
            )}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      <Group justify="space-between">
        <Text size="sm" c="dimmed">
          {t('common.pageLimit', { page: pages.page, limit: pages.limit })}
        </Text>
        <Group gap="xs">
          <Button
            size="xs"
            variant="default"
            disabled={pages.previous === undefined}
            onClick={pages.previous}
          >
            {t('common.previous')}
          </Button>
          <Button size="xs" variant="default" disabled={pages.next === undefined} onClick={pages.next}>
            {t('common.next')}
          </Button>
        </Group>
      </Group>
    </Stack>
  );
}
