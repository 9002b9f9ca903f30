import { Badge, Group, Stack, Switch, Table, Text, TextInput, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { allOf, api } from '../api/client.ts';
import type { components } from '../api/schema.ts';
import { Loaded } from '../parts/loaded.tsx';
import { Panel } from '../parts/panel.tsx';
import { Described, useDescriptions } from './described.tsx';

type Setting = components['schemas']['SettingInForce'];

/** The settings in force, by group. Of secrets it is shown only whether they are set. */
export function Settings() {
  const { t } = useTranslation();
  const describe = useDescriptions();
  const [showsAll, setShowsAll] = useState(false);
  const [search, setSearch] = useState('');
  const settings = useQuery({
    queryKey: ['settings'],
    queryFn: ({ signal }) => allOf((query) => api.GET('/v1/system/settings', { params: { query }, signal })),
  });
  const words = search.trim().toLowerCase();
  const isShown = ({ variable, description, isChanged }: Setting) =>
    (showsAll || isChanged || words !== '') &&
    `${variable} ${describe('settings', variable, description).text.replaceAll('`', '')}`
      .toLowerCase()
      .includes(words);
  return (
    <Panel title={t('system.settings')}>
      <Text size="sm" c="dimmed">
        {t('system.settingsHint')}
      </Text>
      <Group align="end">
        <TextInput
          label={t('system.findSetting')}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
        <Switch
          mb={8}
          label={t('system.allSettings')}
          checked={showsAll}
          onChange={(event) => setShowsAll(event.currentTarget.checked)}
        />
      </Group>
      <Loaded query={settings}>
        {({ items }) => {
          const groups = Map.groupBy(items.filter(isShown), ({ group }) => group);
          if (groups.size === 0) return <Text c="dimmed">{t('system.noSettings')}</Text>;
          return (
            <Stack>
              {[...groups].map(([group, ofGroup]) => (
                <Stack key={group} gap={4}>
                  <Title order={3} size="h5">
                    <Described {...describe('groups', group, group)} />
                  </Title>
                  <Table
                    aria-label={describe('groups', group, group).text}
                    verticalSpacing={4}
                    layout="fixed"
                  >
                    <Table.Thead>
                      <Table.Tr>
                        <Table.Th>{t('system.variable')}</Table.Th>
                        <Table.Th>{t('system.value')}</Table.Th>
                      </Table.Tr>
                    </Table.Thead>
                    <Table.Tbody>
                      {ofGroup.map((setting) => (
                        <Table.Tr key={setting.variable}>
                          <Table.Td>
                            <span className="number">{setting.variable}</span>
                            <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
                              <Described {...describe('settings', setting.variable, setting.description)} />
                            </Text>
                          </Table.Td>
                          <Table.Td>
                            <SettingValue setting={setting} />
                          </Table.Td>
                        </Table.Tr>
                      ))}
                    </Table.Tbody>
                  </Table>
                </Stack>
              ))}
            </Stack>
          );
        }}
      </Loaded>
    </Panel>
  );
}

function SettingValue({ setting: { isSecret, isSet, isChanged, value } }: { readonly setting: Setting }) {
  const { t } = useTranslation();
  return (
    <Group gap="xs">
      {value !== undefined && <span className="number">{value}</span>}
      {isSecret && isSet && (
        <Badge variant="light" tt="none" color="gray">
          {t('system.secretSet')}
        </Badge>
      )}
      {!isSet && (
        <Text span size="sm" c="dimmed">
          {t('system.notSet')}
        </Text>
      )}
      {isChanged && !isSecret && (
        <Badge variant="light" tt="none" color="blue">
          {t('system.changed')}
        </Badge>
      )}
    </Group>
  );
}
