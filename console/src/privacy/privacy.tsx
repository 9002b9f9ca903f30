import { Alert, Button, Checkbox, Code, Group, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { answerOf, api } from '../api/client.ts';
import { ConfirmButton } from '../parts/confirm-button.tsx';
import { ErrorNotice } from '../parts/error-notice.tsx';
import { Fact, Facts } from '../parts/facts.tsx';
import { HeldBack } from '../parts/held-back.tsx';
import { Page } from '../parts/page.tsx';
import { Panel } from '../parts/panel.tsx';
import { readPersonId } from '../parts/read-person-id.ts';
import { saveFile } from '../parts/save-file.ts';
import { useLabel } from '../parts/use-label.ts';
import { PersonCard } from '../people/person-card.tsx';
import { useSession } from '../session/session.ts';
import { useFilters } from '../shell/hash-address.ts';
import { HoldsOfPerson, StandingHolds } from './holds.tsx';

/** Everything of a person as a file, and the erasure of a person with its receipt. */
export function Privacy() {
  const { t } = useTranslation();
  const label = useLabel();
  const { may } = useSession();
  const queries = useQueryClient();
  const [{ person: linked = '' }] = useFilters();
  const [typed, setTyped] = useState(linked);
  const [isCertain, setCertain] = useState(false);
  const personId = readPersonId(typed);
  const path = { params: { path: { personId } } };
  const exporting = useMutation({
    mutationFn: () => answerOf(api.GET('/v1/people/{personId}/export', path)),
    onSuccess: (data) => saveFile('confere-export.json', 'application/json', JSON.stringify(data, null, 2)),
  });
  const erasing = useMutation({
    mutationFn: () => answerOf(api.DELETE('/v1/people/{personId}', path)),
    onSuccess: () => {
      setCertain(false);
      queries.removeQueries({ type: 'inactive' });
      void queries.invalidateQueries();
    },
  });
  const [chosen, setChosen] = useState(linked);
  const failure = exporting.error ?? erasing.error;
  return (
    <Page title={t('shell.sections.privacy')}>
      <Panel title={t('privacy.person')}>
        <TextInput
          label={t('people.cpfOrId')}
          w={340}
          maw="100%"
          value={typed}
          autoComplete="off"
          // Another person would take the receipt off the page, which nobody gets again.
          readOnly={erasing.isPending}
          onChange={({ currentTarget }) => {
            setTyped(currentTarget.value);
            setCertain(false);
            setChosen('');
            exporting.reset();
            erasing.reset();
          }}
        />
        {personId !== '' && chosen !== personId && (
          <Group>
            <Button variant="default" onClick={() => setChosen(personId)}>
              {t('privacy.choose')}
            </Button>
          </Group>
        )}
        {chosen !== '' && chosen === personId && may('people:read') && <PersonCard personId={chosen} />}
        {may('people:export') && (
          <Stack gap="xs" align="start">
            <Text size="sm">{t('privacy.exportHint')}</Text>
            <HeldBack missing={personId === '' ? t('privacy.personMissing') : undefined}>
              {(held) => (
                <Button
                  variant="default"
                  loading={exporting.isPending}
                  onClick={() => exporting.mutate()}
                  {...held}
                >
                  {t('privacy.export')}
                </Button>
              )}
            </HeldBack>
            {exporting.isSuccess && <Text role="status">{t('privacy.exported')}</Text>}
          </Stack>
        )}
        {may('people:erase') && (
          <Stack gap="xs" align="start">
            <Text size="sm">{t('privacy.eraseHint')}</Text>
            <Checkbox
              checked={isCertain}
              label={t('privacy.certain')}
              onChange={({ currentTarget }) => setCertain(currentTarget.checked)}
            />
            <HeldBack
              missing={
                personId === ''
                  ? t('privacy.personMissing')
                  : isCertain
                    ? undefined
                    : t('privacy.certaintyMissing')
              }
            >
              {(held) => (
                <ConfirmButton
                  color="red.8"
                  loading={erasing.isPending}
                  label={t('privacy.erase')}
                  question={t('privacy.eraseQuestion')}
                  onConfirm={() => erasing.mutate()}
                  {...held}
                >
                  {may('people:read') && <PersonCard personId={personId} />}
                  <Text size="sm">{t('privacy.goes')}</Text>
                  <Text size="sm">{t('privacy.stays')}</Text>
                </ConfirmButton>
              )}
            </HeldBack>
          </Stack>
        )}
        {failure !== null && <ErrorNotice error={failure} />}
      </Panel>
      {chosen !== '' && <HoldsOfPerson personId={chosen} />}
      <StandingHolds />
      {erasing.data !== undefined && (
        <Panel title={t('privacy.receipt')}>
          <Alert color="green" variant="light" role="status">
            {t('privacy.erased')}
          </Alert>
          <Facts>
            <Fact name={t('privacy.receiptId')}>
              <span className="number">{erasing.data.receiptId}</span>
            </Fact>
            {Object.entries(erasing.data.erased).map(([name, count]) => (
              <Fact key={name} name={label('privacy.erasedKinds', name)}>
                {count}
              </Fact>
            ))}
          </Facts>
          <Code block style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
            {erasing.data.receipt}
          </Code>
          <Group>
            <Button
              variant="default"
              onClick={() => saveFile('confere-receipt.jws', 'application/jose', erasing.data.receipt)}
            >
              {t('privacy.saveReceipt')}
            </Button>
          </Group>
        </Panel>
      )}
    </Page>
  );
}
