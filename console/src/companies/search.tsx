import { Anchor, Group, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'wouter';
import { answerOf, api } from '../api/client.ts';
import { CursorTable, useCursorPages } from '../parts/cursor-list.tsx';
import { Moment } from '../parts/moment.tsx';
import { Page } from '../parts/page.tsx';
import { hideNames, useSearchedName } from '../parts/searched-name.ts';
import { useEntryState } from '../parts/use-entry-state.ts';
import { useSession } from '../session/session.ts';
import { readCnpj, showCnpj } from './show-cnpj.ts';

const typingPauseMs = 350;
/** The registry refuses shorter words. */
const shortestName = 2;

/** The registry of companies, searched while somebody types: by name, partner, state and city, or by CNPJ. */
export function CompanySearch() {
  const searched = useSearchedName();
  return <Search key={searched} searched={searched} />;
}

function Search({ searched }: { readonly searched: string }) {
  const { t } = useTranslation();
  const { may } = useSession();
  const [, go] = useLocation();
  const first = { name: searched, partner: '', uf: '', city: '' };
  const [typed, setTyped] = useEntryState(`companies ${searched}`, first);
  const [wanted] = useDebouncedValue(typed, typingPauseMs);
  const criteria = Object.fromEntries(
    Object.entries(wanted)
      .map(([name, value]) => [name, value.trim()] as const)
      .filter(([, value]) => value !== ''),
  );
  const cnpj = readCnpj(wanted.name);
  const isCnpj = cnpj !== undefined;
  const isEnough =
    !isCnpj && [wanted.name, wanted.partner].some((value) => value.trim().length >= shortestName);
  const pages = useCursorPages({
    key: ['companies', criteria],
    limit: 20,
    isWanted: isEnough,
    read: (page, signal) => {
      const { name, partner, ...query } = criteria;
      const header = hideNames({ ...(name && { name }), ...(partner && { partner }) });
      return answerOf(api.GET('/v1/companies', { params: { query: { ...query, ...page }, header }, signal }));
    },
  });
  const field = (name: keyof typeof typed, width: number) => (
    <TextInput
      key={name}
      label={t(`companies.${name}`)}
      w={width}
      maw="100%"
      value={typed[name]}
      autoComplete="off"
      maxLength={name === 'uf' ? 2 : 100}
      onChange={({ currentTarget }) =>
        setTyped({
          ...typed,
          [name]: name === 'uf' ? currentTarget.value.toUpperCase() : currentTarget.value,
        })
      }
    />
  );
  return (
    <Page title={t('shell.sections.companies')}>
      <Group align="end" gap="sm" role="search">
        {field('name', 320)}
        {field('partner', 260)}
        {field('uf', 80)}
        {field('city', 200)}
      </Group>
      {isCnpj && (
        <Anchor component={Link} href={`/companies/${cnpj}`}>
          {t('companies.open', { cnpj: showCnpj(cnpj) })}
        </Anchor>
      )}
      {!isEnough && !isCnpj && <Text c="dimmed">{t('companies.hint')}</Text>}
      {may('people:read') && searched !== '' && (
        <Text size="sm">
          <Anchor component={Link} href="/people">
            {t('companies.peopleOfName')}
          </Anchor>
        </Text>
      )}
      {isEnough && (
        <CursorTable
          pages={pages}
          label={t('companies.found')}
          empty={t('companies.none')}
          keyOf={({ cnpj: each }) => each}
          onOpen={({ cnpj: each }) => go(`/companies/${each}`)}
          columns={[
            {
              key: 'name',
              title: t('companies.name'),
              cell: (company) => (
                <>
                  <Anchor component={Link} href={`/companies/${company.cnpj}`}>
                    {company.officialName ?? showCnpj(company.cnpj)}
                  </Anchor>
                  {company.fantasyName !== undefined && (
                    <Text size="sm" c="dimmed">
                      {company.fantasyName}
                    </Text>
                  )}
                </>
              ),
            },
            {
              key: 'cnpj',
              title: 'CNPJ',
              cell: (company) => <span className="number">{showCnpj(company.cnpj)}</span>,
            },
            { key: 'status', title: t('companies.status'), cell: ({ status }) => status ?? '—' },
            {
              key: 'place',
              title: t('companies.city'),
              cell: ({ city, state }) => [city?.name, state].filter(Boolean).join(' · '),
            },
            {
              key: 'since',
              title: t('companies.opened'),
              cell: ({ openingDate }) => <Moment at={openingDate} isDay />,
            },
          ]}
        />
      )}
    </Page>
  );
}
