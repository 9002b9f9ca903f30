import { Button, Checkbox, Group, Stack, Table, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { allOf, answerOf, api } from '../api/client.ts';
import { ErrorNotice } from '../parts/error-notice.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { Moment } from '../parts/moment.tsx';
import { Panel } from '../parts/panel.tsx';
import type { SourceName } from './source.tsx';

/** Starts a download, or an import of a file below the folder for imports. */
export function StartImport({
  source,
  isDownloadable,
  readsFolder,
}: {
  readonly source: SourceName;
  readonly isDownloadable: boolean;
  readonly readsFolder: boolean;
}) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [isChoosing, setIsChoosing] = useState(false);
  const [isForced, setIsForced] = useState(false);
  const [mappingPath, setMappingPath] = useState<string>();
  const [dataDate, setDataDate] = useState('');
  const isDataSet = source === 'data_sets';
  const start = useMutation({
    mutationFn: (body: { action: 'import' | 'download'; path?: string }) =>
      answerOf(
        api.POST('/v1/imports', {
          body: {
            source,
            ...body,
            ...(isForced && { isForced }),
            ...(mappingPath !== undefined && { mappingPath }),
            ...(dataDate !== '' && { listDate: dataDate }),
          },
        }),
      ),
    onSuccess: () => setIsChoosing(false),
    onSettled: () => queries.invalidateQueries({ queryKey: ['imports', source] }),
  });
  return (
    <Panel title={t('sources.start')}>
      <Text size="sm" c="dimmed">
        {t(isDataSet ? 'sources.dataSetHint' : readsFolder ? 'sources.folderHint' : 'sources.fileHint')}
      </Text>
      <Group>
        <Button aria-expanded={isChoosing} onClick={() => setIsChoosing(!isChoosing)}>
          {t('sources.choose')}
        </Button>
        {isDownloadable && (
          <Button
            variant="default"
            loading={start.isPending}
            onClick={() => start.mutate({ action: 'download' })}
          >
            {t('sources.download')}
          </Button>
        )}
        {!isDataSet && (
          <Checkbox
            label={t('sources.force')}
            checked={isForced}
            onChange={(event) => setIsForced(event.currentTarget.checked)}
          />
        )}
      </Group>
      {isDataSet && (
        <Group align="end">
          <TextInput
            type="date"
            label={t('sources.dayOfData')}
            value={dataDate}
            onChange={(event) => setDataDate(event.currentTarget.value)}
          />
          {mappingPath !== undefined && (
            <>
              <Text size="sm">
                {t('sources.mapping')}: <span className="number">{mappingPath}</span>
              </Text>
              <Button size="xs" variant="default" onClick={() => setMappingPath(undefined)}>
                {t('sources.noMapping')}
              </Button>
            </>
          )}
        </Group>
      )}
      {start.error !== null && <ErrorNotice error={start.error} />}
      {isChoosing && (
        <Files
          readsFolder={readsFolder}
          isStarting={start.isPending}
          onChosen={(path) => start.mutate({ action: 'import', path })}
          {...(isDataSet && { onMapping: setMappingPath })}
        />
      )}
    </Panel>
  );
}

function Files({
  readsFolder,
  isStarting,
  onChosen,
  onMapping,
}: {
  readonly readsFolder: boolean;
  readonly isStarting: boolean;
  readonly onChosen: (path: string) => void;
  /** Of a data set: takes a JSON file as the one that names the columns. */
  readonly onMapping?: (path: string) => void;
}) {
  const { t, i18n } = useTranslation();
  const [folder, setFolder] = useState('');
  const number = new Intl.NumberFormat(i18n.language, { maximumFractionDigits: 1 });
  const files = useQuery({
    queryKey: ['import-files', folder],
    queryFn: ({ signal }) =>
      allOf((page) =>
        api.GET('/v1/import-files', {
          params: { query: folder === '' ? page : { ...page, path: folder } },
          signal,
        }),
      ),
  });
  return (
    <Stack gap="xs">
      <Group gap="xs">
        <Text className="number">{`IMPORT_DIR/${folder}`}</Text>
        {folder !== '' && (
          <Button
            size="compact-xs"
            variant="default"
            onClick={() => setFolder(folder.split('/').slice(0, -1).join('/'))}
          >
            {t('sources.up')}
          </Button>
        )}
      </Group>
      <Loaded query={files}>
        {({ items }) => (
          <>
            {items.length === 0 && <Text c="dimmed">{t('sources.noFiles')}</Text>}
            {items.length > 0 && (
              <Table aria-label={t('sources.files')}>
                <Table.Thead>
                  <Table.Tr>
                    <Table.Th>{t('sources.file')}</Table.Th>
                    <Table.Th>{t('sources.size')}</Table.Th>
                    <Table.Th>{t('sources.changed')}</Table.Th>
                    <Table.Th>{t('sources.action')}</Table.Th>
                  </Table.Tr>
                </Table.Thead>
                <Table.Tbody>
                  {items.map(({ path, name, isFolder, sizeBytes, modifiedAt }) => (
                    <Table.Tr key={path}>
                      <Table.Td data-label={t('sources.file')}>
                        <span className="number">{isFolder ? `${name}/` : name}</span>
                      </Table.Td>
                      <Table.Td data-label={t('sources.size')}>
                        {isFolder ? '—' : `${number.format(sizeBytes / 1000)} kB`}
                      </Table.Td>
                      <Table.Td data-label={t('sources.changed')}>
                        <Moment at={modifiedAt} />
                      </Table.Td>
                      <Table.Td data-label={t('sources.action')}>
                        <Group gap="xs">
                          {isFolder && (
                            <Button
                              size="xs"
                              variant="default"
                              aria-label={t('sources.openOf', { name })}
                              onClick={() => setFolder(path)}
                            >
                              {t('sources.open')}
                            </Button>
                          )}
                          {onMapping !== undefined && !isFolder && name.endsWith('.json') && (
                            <Button
                              size="xs"
                              variant="default"
                              aria-label={t('sources.asMappingOf', { name })}
                              onClick={() => onMapping(path)}
                            >
                              {t('sources.asMapping')}
                            </Button>
                          )}
                          {isFolder === readsFolder && (
                            <Button
                              size="xs"
                              loading={isStarting}
                              aria-label={t('sources.importOf', { name })}
                              onClick={() => onChosen(path)}
                            >
                              {t('sources.import')}
                            </Button>
                          )}
                        </Group>
                      </Table.Td>
                    </Table.Tr>
                  ))}
                </Table.Tbody>
              </Table>
            )}
          </>
        )}
      </Loaded>
    </Stack>
  );
}
