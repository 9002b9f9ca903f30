import {
  Anchor,
  Button,
  Code,
  FileInput,
  Group,
  Image,
  SimpleGrid,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { answerOf, api, serviceUrl } from '../api/client.ts';
import { Outcome } from '../attempts/outcome.tsx';
import { ErrorNotice } from '../parts/error-notice.tsx';
import { Fact, Facts } from '../parts/facts.tsx';
import { HeldBack } from '../parts/held-back.tsx';
import { Page } from '../parts/page.tsx';
import { Panel } from '../parts/panel.tsx';
import { useFraction } from '../parts/use-fraction.ts';
import { useLabel } from '../parts/use-label.ts';

/** Time between two questions for the state of a session. */
const repeatMs = 2_000;

/** A photo to send for a CPF. Its answer is shown while this CPF stands in the field. */
type Request = { readonly cpf: string; readonly file: File };

/** Registers a face, authenticates with another photo and runs a liveness session, with the same requests as curl beside. */
export function Trial() {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const cpf = typed.replaceAll(/\D/g, '');
  return (
    <Page title={t('shell.sections.trial')}>
      <TextInput
        label={t('common.cpf')}
        description={t('trial.cpfHint')}
        w={260}
        value={typed}
        autoComplete="off"
        inputMode="numeric"
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      <Registration cpf={cpf} />
      <Authentication cpf={cpf} />
      <Liveness cpf={cpf} />
    </Page>
  );
}

function Registration({ cpf }: { readonly cpf: string }) {
  const { t } = useTranslation();
  const [photo, setPhoto] = useState<File | null>(null);
  const register = useMutation({
    mutationFn: async ({ cpf, file }: Request) =>
      answerOf(
        api.PUT('/v1/people/{cpf}/face', {
          params: { path: { cpf } },
          body: { imageUrl: await toDataUrl(file) },
        }),
      ),
  });
  const isOfThis = register.variables?.cpf === cpf;
  return (
    <Panel title={t('trial.register')}>
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        <Stack>
          <PhotoInput label={t('trial.photo')} photo={photo} onPhoto={setPhoto} />
          <Group>
            <HeldBack
              missing={
                cpf === '' ? t('trial.cpfMissing') : photo === null ? t('trial.photoMissing') : undefined
              }
            >
              {(held) => (
                <Button
                  loading={register.isPending}
                  onClick={() => photo !== null && register.mutate({ cpf, file: photo })}
                  {...held}
                >
                  {t('trial.register')}
                </Button>
              )}
            </HeldBack>
          </Group>
          {isOfThis && register.error !== null && <ErrorNotice error={register.error} />}
          {isOfThis && register.data !== undefined && (
            <Text role="status">{t('trial.registered', { count: register.data.references })}</Text>
          )}
        </Stack>
        <Curl
          lines={[
            `curl -X PUT ${serviceUrl}/v1/people/${cpf || 'CPF'}/face`,
            "-H 'Authorization: Bearer TOKEN'",
            `-H 'Content-Type: ${photo?.type || 'image/jpeg'}'`,
            `--data-binary @${photo?.name ?? 'photo.jpg'}`,
          ]}
        />
      </SimpleGrid>
    </Panel>
  );
}

function Authentication({ cpf }: { readonly cpf: string }) {
  const { t } = useTranslation();
  const showFraction = useFraction();
  const [photo, setPhoto] = useState<File | null>(null);
  const authenticate = useMutation({
    mutationFn: async ({ cpf, file }: Request) => {
      const body = { peopleId: cpf, imageUrl: await toDataUrl(file) };
      return await answerOf(api.POST('/v1/face-authentications', { body }));
    },
  });
  const isOfThis = authenticate.variables?.cpf === cpf;
  const attempt = isOfThis ? authenticate.data : undefined;
  return (
    <Panel title={t('trial.authenticate')}>
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        <Stack>
          <PhotoInput label={t('trial.otherPhoto')} photo={photo} onPhoto={setPhoto} />
          <Group>
            <HeldBack
              missing={
                cpf === '' ? t('trial.cpfMissing') : photo === null ? t('trial.photoMissing') : undefined
              }
            >
              {(held) => (
                <Button
                  loading={authenticate.isPending}
                  onClick={() => photo !== null && authenticate.mutate({ cpf, file: photo })}
                  {...held}
                >
                  {t('trial.authenticate')}
                </Button>
              )}
            </HeldBack>
          </Group>
          {isOfThis && authenticate.error !== null && <ErrorNotice error={authenticate.error} />}
          {attempt !== undefined && (
            <Stack gap="xs" role="status">
              <Group>
                <Outcome attempt={attempt} />
              </Group>
              <Facts>
                <Fact name={t('attempts.similarity')}>{showFraction(attempt.faceMatch?.similarity)}</Fact>
                <Fact name={t('attempts.liveness')}>{showFraction(attempt.liveness?.probability)}</Fact>
              </Facts>
            </Stack>
          )}
        </Stack>
        <Curl
          lines={[
            `curl -X POST ${serviceUrl}/v1/face-authentications`,
            "-H 'Authorization: Bearer TOKEN'",
            "-H 'Content-Type: application/json'",
            `-d '{"peopleId":"${cpf || 'CPF'}","imageUrl":"data:image/jpeg;base64,..."}'`,
          ]}
        />
      </SimpleGrid>
    </Panel>
  );
}

/** A session is shown in a tab of its own; its state is asked for until it has ended. */
function Liveness({ cpf }: { readonly cpf: string }) {
  const { t, i18n } = useTranslation();
  const label = useLabel();
  const begin = useMutation({
    mutationFn: async (cpf: string) => {
      const locale = i18n.language === 'en' ? 'en' : 'pt-BR';
      const body = { purpose: 'authenticate', challenge: 'turns', locale, peopleId: cpf } as const;
      return await answerOf(api.POST('/v1/liveness-sessions', { body }));
    },
  });
  const isOfThis = begin.variables === cpf;
  const made = isOfThis ? begin.data : undefined;
  const session = useQuery({
    queryKey: ['trial-session', made?.id],
    enabled: made !== undefined,
    queryFn: async ({ signal }) => {
      const params = { path: { sessionId: made?.id ?? '' } };
      return await answerOf(api.GET('/v1/liveness-sessions/{sessionId}', { params, signal }));
    },
    refetchInterval: ({ state }) => (state.data?.endedAt === undefined ? repeatMs : false),
  });
  return (
    <Panel title={t('trial.liveness')}>
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        <Stack>
          <Group>
            <HeldBack missing={cpf === '' ? t('trial.cpfMissing') : undefined}>
              {(held) => (
                <Button loading={begin.isPending} onClick={() => begin.mutate(cpf)} {...held}>
                  {t('trial.beginLiveness')}
                </Button>
              )}
            </HeldBack>
            {made !== undefined && (
              <Anchor href={made.captureUrl} target="_blank" rel="noreferrer">
                {t('trial.openCapture')}
              </Anchor>
            )}
          </Group>
          {made !== undefined && session.data !== undefined && (
            <Text role="status">{label('attempts.sessionStates', session.data.state)}</Text>
          )}
          {isOfThis && begin.error !== null && <ErrorNotice error={begin.error} />}
          {made !== undefined && session.error !== null && <ErrorNotice error={session.error} />}
        </Stack>
        <Curl
          lines={[
            `curl -X POST ${serviceUrl}/v1/liveness-sessions`,
            "-H 'Authorization: Bearer TOKEN'",
            "-H 'Content-Type: application/json'",
            `-d '{"purpose":"authenticate","peopleId":"${cpf || 'CPF'}"}'`,
          ]}
        />
      </SimpleGrid>
    </Panel>
  );
}

function PhotoInput({
  label,
  photo,
  onPhoto,
}: {
  readonly label: string;
  readonly photo: File | null;
  readonly onPhoto: (photo: File | null) => void;
}) {
  const { t } = useTranslation();
  const [preview, setPreview] = useState<string>();
  const choose = async (file: File | null) => {
    onPhoto(file);
    setPreview(file === null ? undefined : await toDataUrl(file));
  };
  return (
    <Group align="end" wrap="nowrap">
      <FileInput
        label={label}
        placeholder={t('trial.choose')}
        accept="image/jpeg,image/png,image/webp,image/avif"
        value={photo}
        onChange={(file) => void choose(file)}
        w={260}
      />
      {preview !== undefined && <Image src={preview} alt={label} w={64} h={64} radius="md" fit="cover" />}
    </Group>
  );
}

function Curl({ lines }: { readonly lines: readonly string[] }) {
  return <Code block>{lines.join(' \\\n  ')}</Code>;
}

function toDataUrl(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
}
