import { Badge, Stack, Table } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { allOf, api } from '../api/client.ts';
import type { components } from '../api/schema.ts';
import { Loaded } from '../parts/loaded.tsx';
import { MaskedCpf } from '../parts/masked.tsx';
import { Moment } from '../parts/moment.tsx';
import { Panel } from '../parts/panel.tsx';
import { PhotoPair } from '../parts/photo-pair.tsx';
import { ProfileLink } from '../parts/profile-link.tsx';
import { Scale } from '../parts/scale.tsx';
import type { CaseFile } from './types.ts';

type LookAlike = components['schemas']['CaseDuplicate'];

/** The person of the case beside each who may be the same: photos zoomed together, likeness, data of both. */
export function Duplicates({ found: { id } }: { readonly found: CaseFile }) {
  const { t } = useTranslation();
  const duplicates = useQuery({
    queryKey: ['duplicates', id],
    queryFn: ({ signal }) =>
      allOf((query) =>
        api.GET('/v1/cases/{caseId}/duplicates', { params: { path: { caseId: id }, query }, signal }),
      ),
  });
  return (
    <Loaded query={duplicates}>
      {({ items: [own, ...others] }) =>
        own === undefined
          ? null
          : others.map((other) => (
              <Panel key={other.personId} title={t('cases.duplicate')}>
                <Pair own={own} other={other} />
              </Panel>
            ))
      }
    </Loaded>
  );
}

function Pair({ own, other }: { readonly own: LookAlike; readonly other: LookAlike }) {
  const { t } = useTranslation();
  return (
    <Stack>
      <PhotoPair
        photos={[
          { title: t('cases.thisPerson'), url: own.photos[0]?.imageUrl },
          { title: t('cases.otherPerson'), url: other.photos[0]?.imageUrl },
        ]}
      />
      {other.similarity !== undefined && (
        <Scale
          name={t('attempts.similarity')}
          value={other.similarity}
          limit={0.5}
          isReached={other.similarity >= 0.5}
        />
      )}
      <Comparison own={own} other={other} />
    </Stack>
  );
}

/** The known facts about both people, with a word about whether it is equal. */
function Comparison({ own, other }: { readonly own: LookAlike; readonly other: LookAlike }) {
  const { t } = useTranslation();
  type Row = {
    readonly name: string;
    readonly show: (one: LookAlike) => ReactNode;
    readonly key: (one: LookAlike) => string | undefined;
  };
  const rows: readonly Row[] = [
    {
      name: t('people.name'),
      show: ({ name, personId }) => <ProfileLink id={personId} name={name} />,
      key: ({ name }) => name && fold(name),
    },
    {
      name: t('people.cpf'),
      show: ({ cpf, personId }) => cpf && <MaskedCpf cpf={cpf} personId={personId} />,
      // Two people never have one CPF; what is shown of theirs may be the same.
      key: ({ cpf, personId }) => cpf && personId,
    },
    {
      name: t('people.birthDate'),
      show: ({ birthDate }) => birthDate && <Moment at={birthDate} isDay />,
      key: ({ birthDate }) => birthDate,
    },
    {
      name: t('people.mother'),
      show: ({ motherName }) => motherName,
      key: ({ motherName }) => motherName && fold(motherName),
    },
    {
      name: t('cases.registeredAt'),
      show: ({ photos }) => photos[0] && <Moment at={photos[0].registeredAt} />,
      key: () => undefined,
    },
    { name: t('cases.photosKept'), show: ({ photos }) => photos.length, key: () => undefined },
  ];
  const columns = [t('cases.thisPerson'), t('cases.otherPerson')] as const;
  return (
    <Table aria-label={t('cases.comparison')} className="comparison">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('cases.fact')}</Table.Th>
          <Table.Th>{columns[0]}</Table.Th>
          <Table.Th>{columns[1]}</Table.Th>
          <Table.Th>{t('cases.compared')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map(({ name, show, key }) => {
          const [one, another] = [key(own), key(other)];
          const isEqual = one === another;
          return (
            <Table.Tr key={name}>
              <Table.Th scope="row">{name}</Table.Th>
              <Table.Td data-label={columns[0]}>{show(own) || t('cases.unknownFact')}</Table.Td>
              <Table.Td data-label={columns[1]}>{show(other) || t('cases.unknownFact')}</Table.Td>
              <Table.Td data-label={t('cases.compared')}>
                {one !== undefined && another !== undefined && (
                  <Badge variant="light" tt="none" radius="sm" color={isEqual ? 'orange' : 'gray'}>
                    {t(isEqual ? 'cases.equal' : 'cases.different')}
                  </Badge>
                )}
              </Table.Td>
            </Table.Tr>
          );
        })}
      </Table.Tbody>
    </Table>
  );
}

/** A name without case, accents and doubled spaces. */
function fold(name: string): string {
  return name
    .normalize('NFD')
    .replaceAll(/\p{Mark}/gu, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .toUpperCase();
}
