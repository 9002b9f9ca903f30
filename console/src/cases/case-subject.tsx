import { Anchor, Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { showCnpj } from '../companies/show-cnpj.ts';
import { Fact, Facts } from '../parts/facts.tsx';
import { MaskedCpf } from '../parts/masked.tsx';
import { Moment } from '../parts/moment.tsx';
import { Panel } from '../parts/panel.tsx';
import { ShortId } from '../parts/short-id.tsx';
import type { Case, CaseFile } from './types.ts';

/** The person or company of a case by name, linked to the profile; by id where nobody knows a name. */
export function SubjectLink({ subject }: Pick<Case, 'subject'>) {
  const { name, personId, companyId = '' } = subject;
  return (
    <Anchor
      component={Link}
      href={personId === undefined ? `/companies/${companyId}` : `/people/${personId}`}
    >
      {name ?? <ShortId id={personId ?? companyId} />}
    </Anchor>
  );
}

/** Who a case is about: the newest registered photo, the name, the number. */
export function CaseSubject({
  found: { id, subject, assignee, openedAt, snoozedUntil },
}: {
  readonly found: CaseFile;
}) {
  const { t } = useTranslation();
  const { personId, cpf, cnpj, name, imageUrl } = subject;
  return (
    <Panel title={t('cases.about')}>
      <Group align="start" gap="lg">
        {imageUrl !== undefined && (
          <img
            className="portrait"
            src={imageUrl}
            alt={t('people.photoOf', { name: name ?? t('people.one') })}
            referrerPolicy="no-referrer"
          />
        )}
        <Facts>
          <Fact name={t(personId === undefined ? 'companies.one' : 'people.one')}>
            <Text fw={600}>
              <SubjectLink subject={subject} />
            </Text>
          </Fact>
          <Fact name={t('people.cpf')}>{cpf && <MaskedCpf cpf={cpf} personId={personId} />}</Fact>
          <Fact name={t('companies.number')}>{cnpj && <span className="number">{showCnpj(cnpj)}</span>}</Fact>
          <Fact name={t('cases.assignee')}>
            {assignee === undefined ? t('cases.nobody') : (assignee.name ?? <ShortId id={assignee.id} />)}
          </Fact>
          <Fact name={t('cases.opened')}>
            <Moment at={openedAt} />
          </Fact>
          <Fact name={t('cases.snoozedUntil')}>{snoozedUntil && <Moment at={snoozedUntil} />}</Fact>
          <Fact name={t('cases.id')}>
            <ShortId id={id} />
          </Fact>
        </Facts>
      </Group>
    </Panel>
  );
}
