import { group, integer, number, text } from '../variables.ts';

export const registry = group('Registry of companies', {
  shareUrl: text<string>('base-url', {
    variable: 'REGISTRY_SHARE_URL',
    default: 'https://arquivos.receitafederal.gov.br/public.php/dav/files/YggdBLfdninEJX9',
    description:
      'WebDAV address of the share with the CNPJ open data, in which the months are folders. Only `confere registry download` asks it.',
  }),
  downloadStreams: integer({
    variable: 'REGISTRY_DOWNLOAD_STREAMS',
    default: 4,
    minimum: 1,
    maximum: 16,
    description:
      'Archives downloaded at the same time. Halved, down to one, each time that the share refuses or breaks off.',
  }),
  downloadStallTimeoutMs: integer({
    variable: 'REGISTRY_DOWNLOAD_STALL_TIMEOUT_MS',
    default: 30_000,
    minimum: 100,
    maximum: 600_000,
    description:
      'A download that brings less than 16 KiB in this time, in milliseconds, is cut and taken up again.',
  }),
  downloadAttempts: integer({
    variable: 'REGISTRY_DOWNLOAD_ATTEMPTS',
    default: 10,
    minimum: 1,
    maximum: 1_000,
    description:
      'Attempts one after another that brought less than 1 MiB each, after which an archive is given up.',
  }),
  quarantineRowsPerFile: integer({
    variable: 'REGISTRY_QUARANTINE_ROWS_PER_FILE',
    default: 10_000,
    minimum: 0,
    maximum: 10_000_000,
    description:
      'Rows put aside by an import that are kept to be looked at, for each file, with their first 1,000 bytes. All are counted.',
  }),
  maxRowCountDifference: number({
    variable: 'REGISTRY_MAX_ROW_COUNT_DIFFERENCE',
    default: 0.1,
    minimum: 0,
    maximum: 1,
    description: 'By how much of its rows a table of an imported month may differ from the month in service.',
  }),
  maxQuarantined: number({
    variable: 'REGISTRY_MAX_QUARANTINED',
    default: 0.001,
    minimum: 0,
    maximum: 1,
    description: 'Share of rows that an imported month may put aside, duplicates apart.',
  }),
  maxDuplicates: number({
    variable: 'REGISTRY_MAX_DUPLICATES',
    default: 0.01,
    minimum: 0,
    maximum: 1,
    description: 'Share of rows of an imported month that may have a number seen before.',
  }),
  maxReplacedCharacters: number({
    variable: 'REGISTRY_MAX_REPLACED_CHARACTERS',
    default: 0.001,
    minimum: 0,
    maximum: 1,
    description: 'Share of rows of an imported month that may hold a byte that means nothing.',
  }),
  maxShortPartnerDocuments: number({
    variable: 'REGISTRY_MAX_SHORT_PARTNER_DOCUMENTS',
    default: 0.01,
    minimum: 0,
    maximum: 1,
    description: 'Share of partners that are companies that may lack a document of fourteen characters.',
  }),
  maxOrphanCodes: number({
    variable: 'REGISTRY_MAX_ORPHAN_CODES',
    default: 0.01,
    minimum: 0,
    maximum: 1,
    description: 'Share of uses of codes that the lists of the month may lack, for each kind of code.',
  }),
});

export const companySearch = group('Search of companies', {
  maxResults: integer({
    variable: 'COMPANY_SEARCH_MAX_RESULTS',
    default: 100,
    minimum: 1,
    maximum: 1_000,
    description: 'Companies that one page of a search may ask for with `limit`.',
  }),
  timeoutMs: integer({
    variable: 'COMPANY_SEARCH_TIMEOUT_MS',
    default: 5_000,
    minimum: 100,
    maximum: 30_000,
    description:
      'How long one statement of a search may take, in milliseconds, before it is ended with `database_timeout`. PostgreSQL only.',
  }),
});
