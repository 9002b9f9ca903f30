import { Badge, Button, Checkbox, Group, Stack, Table, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { answerOf, api } from '../api/client.ts';
import type { components } from '../api/schema.ts';
import { ErrorNotice } from '../parts/error-notice.tsx';
import { Fact, Facts } from '../parts/facts.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { Moment } from '../parts/moment.tsx';
import { Page } from '../parts/page.tsx';
import { Panel } from '../parts/panel.tsx';
import { useLabel } from '../parts/use-label.ts';
import { useSession } from '../session/session.ts';
import { caseKinds, outcomes } from './types.ts';

type Settings = components['schemas']['CaseSettings'];
type Rules = Settings['fourEyes'];
type Chosen = ReadonlySet<string>;

/** The reasons that open cases, and which decisions need a second person. Changing that needs one, too. */
export function CaseSettings() {
  const { t } = useTranslation();
  const label = useLabel();
  const { may } = useSession();
  const settings = useQuery({
    queryKey: ['case-settings'],
    queryFn: ({ signal }) => answerOf(api.GET('/v1/case-settings', { signal })),
  });
  return (
    <Page title={t('cases.rules')}>
      <Loaded query={settings}>
        {(data) => (
          <Stack>
            <Panel title={t('cases.opening')}>
              <Facts>
                <Fact name={t('cases.openFor')}>
                  {data.openFor.map((kind) => label('cases.kinds', kind)).join(', ') || t('cases.nobody')}
                </Fact>
                <Fact name={t('cases.dueHours')}>{t('cases.hours', { count: data.dueHours })}</Fact>
              </Facts>
              <Text size="sm" c="dimmed">
                {t('cases.openingHint')}
              </Text>
            </Panel>
            <Panel title={t('cases.fourEyes')}>
              <Text size="sm">{t('cases.fourEyesRules')}</Text>
              <Grid rules={data.fourEyes} label={t('cases.fourEyes')} />
            </Panel>
            {data.waiting !== undefined && <Waiting key={data.waiting.id} waiting={data.waiting} />}
            {may('admin') && <Proposal key={JSON.stringify(data.fourEyes)} rules={data.fourEyes} />}
          </Stack>
        )}
      </Loaded>
    </Page>
  );
}

/** A change that nobody has confirmed or refused. */
function Waiting({ waiting }: { readonly waiting: NonNullable<Settings['waiting']> }) {
  const { t } = useTranslation();
  const { account, may } = useSession();
  const queries = useQueryClient();
  const refresh = () => queries.invalidateQueries({ queryKey: ['case-settings'] });
  const confirm = useMutation({
    mutationFn: (isConfirmed: boolean) =>
      answerOf(
        api.POST('/v1/case-settings/changes/{changeId}/confirmation', {
          params: { path: { changeId: waiting.id } },
          body: { isConfirmed },
        }),
      ),
    onSuccess: refresh,
  });
  const isOwn = waiting.proposedBy.id === account.id;
  return (
    <Panel title={t('cases.ruleChange')}>
      <Group gap="sm">
        <Badge variant="light" tt="none" radius="sm" color="yellow">
          {t('cases.decisionStates.proposed')}
        </Badge>
        <Text size="sm">
          {waiting.proposedBy.name ?? waiting.proposedBy.id} · <Moment at={waiting.proposedAt} />
        </Text>
      </Group>
      <Grid rules={waiting.fourEyes} label={t('cases.ruleChange')} />
      {isOwn && <Text size="sm">{t('cases.waitsForOther')}</Text>}
      {!isOwn && may('cases:decide') && may('audit:read') && (
        <Group gap="xs">
          <Button loading={confirm.isPending} onClick={() => confirm.mutate(true)}>
            {t('cases.confirm')}
          </Button>
          <Button variant="default" loading={confirm.isPending} onClick={() => confirm.mutate(false)}>
            {t('cases.refuse')}
          </Button>
        </Group>
      )}
      {confirm.error !== null && <ErrorNotice error={confirm.error} onRetry={() => void refresh()} />}
    </Panel>
  );
}

/** The form for other rules: a box for each kind of case and decision. */
function Proposal({ rules }: { readonly rules: Rules }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [chosen, setChosen] = useState<Chosen>(() => toChosen(rules));
  const propose = useMutation({
    mutationFn: () => answerOf(api.PUT('/v1/case-settings', { body: { fourEyes: toRules(chosen) } })),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['case-settings'] }),
  });
  const toggle = (key: string) => {
    const next = new Set(chosen);
    if (!next.delete(key)) next.add(key);
    setChosen(next);
  };
  return (
    <Panel title={t('cases.proposeRules')}>
      <Text size="sm">{t('cases.proposeHint')}</Text>
      <Grid rules={rules} chosen={chosen} onToggle={toggle} label={t('cases.proposeRules')} />
      <Group>
        <Button loading={propose.isPending} onClick={() => propose.mutate()}>
          {t('cases.propose')}
        </Button>
      </Group>
      {propose.isSuccess && <Text role="status">{t('cases.waitsForOther')}</Text>}
      {propose.error !== null && <ErrorNotice error={propose.error} />}
    </Panel>
  );
}

function Grid({
  rules,
  chosen = toChosen(rules),
  onToggle,
  label,
}: {
  readonly rules: Rules;
  readonly chosen?: Chosen;
  readonly onToggle?: (key: string) => void;
  readonly label: string;
}) {
  const { t } = useTranslation();
  return (
    <Table.ScrollContainer minWidth={0}>
      <Table aria-label={label}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('cases.kind')}</Table.Th>
            {outcomes.map((outcome) => (
              <Table.Th key={outcome}>{t(`cases.outcomes.${outcome}`)}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {caseKinds.map((kind) => (
            <Table.Tr key={kind}>
              <Table.Th scope="row">{t(`cases.kinds.${kind}`)}</Table.Th>
              {outcomes.map((outcome) => {
                const key = `${kind} ${outcome}`;
                const name = `${t(`cases.kinds.${kind}`)}: ${t(`cases.outcomes.${outcome}`)}`;
                return (
                  <Table.Td key={outcome}>
                    <Group gap="xs" wrap="nowrap">
                      {onToggle === undefined ? (
                        t(chosen.has(key) ? 'cases.twoPeople' : 'cases.onePerson')
                      ) : (
                        <Checkbox
                          aria-label={name}
                          checked={chosen.has(key)}
                          onChange={() => onToggle(key)}
                        />
                      )}
                      <span className="narrow-only" aria-hidden>
                        {t(`cases.outcomes.${outcome}`)}
                      </span>
                    </Group>
                  </Table.Td>
                );
              })}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

function toChosen(rules: Rules): Chosen {
  return new Set(
    rules.flatMap((rule) => rule.kinds.flatMap((kind) => rule.outcomes.map((one) => `${kind} ${one}`))),
  );
}

/** One rule for each kind of decision that needs two people somewhere. */
function toRules(chosen: Chosen): Rules {
  return outcomes.flatMap((outcome) => {
    const kinds = caseKinds.filter((kind) => chosen.has(`${kind} ${outcome}`));
    return kinds.length === 0 ? [] : [{ outcomes: [outcome], kinds }];
  });
}
