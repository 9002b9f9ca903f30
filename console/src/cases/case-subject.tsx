import { Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { showCnpj } from '../companies/show-cnpj.ts';
import { Fact, Facts } from '../parts/facts.tsx';
import { MaskedCpf } from '../parts/masked.tsx';
import { Moment } from '../parts/moment.tsx';
import { Panel } from '../parts/panel.tsx';
import { ProfileLink } from '../parts/profile-link.tsx';
import { CopyId, ShortId } from '../parts/short-id.tsx';
import type { CaseFile } from './types.ts';

/** Who a case is about: the newest registered photo, the name, the number. */
export function CaseSubject({
  found: { id, subject, assignee, openedAt, snoozedUntil },
}: {
  readonly found: CaseFile;
}) {
  const { t } = useTranslation();
  const { personId, companyId = '', cpf, cnpj, name, imageUrl } = subject;
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
              <ProfileLink id={personId ?? companyId} name={name} />
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
            <ShortId id={id} /> <CopyId id={id} title={t('cases.one')} />
          </Fact>
        </Facts>
      </Group>
    </Panel>
  );
}
