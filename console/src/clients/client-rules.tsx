import { Button, Select, Stack, Textarea } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { answerOf, api } from '../api/client.ts';
import type { components } from '../api/schema.ts';
import { ErrorNotice } from '../parts/error-notice.tsx';

type Client = components['schemas']['Client'];
type Demand = 'operator' | 'passive' | 'challenge';
const demands = ['operator', 'passive', 'challenge'] as const;
const uses = ['authentication', 'registration'] as const;
const lists = ['captureOrigins', 'redirectUrls'] as const;

const linesOf = (text: unknown) =>
  String(text)
    .split(/\s+/)
    .filter((line) => line !== '');

/** The rules of one client: the liveness it demands, who embeds its sessions, where they lead back to. */
export function ClientRules({
  client,
  onChanged,
}: {
  readonly client: Client;
  readonly onChanged: () => void;
}) {
  const { t } = useTranslation();
  const [{ livenessRequired, ...opened }] = useState(client);
  const before: Readonly<Record<(typeof uses)[number], Demand>> = {
    authentication: livenessRequired.authentication ?? 'operator',
    registration: livenessRequired.registration ?? 'operator',
  };
  const [wanted, setWanted] = useState(before);
  const change = useMutation({
    mutationFn: (body: components['schemas']['ClientRulesRequest']) =>
      answerOf(api.PATCH('/v1/clients/{clientId}', { params: { path: { clientId: client.id } }, body })),
    onSuccess: onChanged,
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    // Only what was changed here: somebody else may have changed the others meanwhile.
    const changedDemands = uses
      .filter((use) => wanted[use] !== before[use])
      .map((use) => [use, wanted[use] === 'operator' ? null : wanted[use]]);
    const changedLists = lists
      .map((name) => [name, linesOf(form.get(name))] as const)
      .filter(([name, lines]) => lines.join('\n') !== opened[name].join('\n'));
    change.mutate({
      livenessRequired: Object.fromEntries(changedDemands),
      ...Object.fromEntries(changedLists),
    });
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        {uses.map((use) => (
          <Select
            key={use}
            label={t(`clients.demand.${use}`)}
            value={wanted[use]}
            allowDeselect={false}
            onChange={(value) =>
              setWanted({ ...wanted, [use]: demands.find((each) => each === value) ?? 'operator' })
            }
            data={demands.map((value) => ({ value, label: t(`clients.demand.${value}`) }))}
          />
        ))}
        {lists.map((name) => (
          <Textarea
            key={name}
            name={name}
            label={t(`clients.${name}`)}
            description={t(`clients.${name}Hint`)}
            defaultValue={opened[name].join('\n')}
            autosize
            minRows={2}
          />
        ))}
        {change.error !== null && <ErrorNotice error={change.error} />}
        <Button type="submit" loading={change.isPending}>
          {t('clients.saveRules')}
        </Button>
      </Stack>
    </form>
  );
}
