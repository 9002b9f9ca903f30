import type { ListName } from '../list-entry.ts';

/** Where a list is published, and what its file is called here. */
export type ListAddress = {
  readonly url: string;
  readonly fileName: string;
  /** Larger files are refused. */
  readonly maxBytes: number;
};

const megabyte = 1_000_000;
const ofac = 'https://sanctionslistservice.ofac.treas.gov/api/PublicationPreview/exports';

/** The published addresses of the lists that can be fetched without a key or a captcha. */
export const listAddresses: Readonly<Partial<Record<ListName, ListAddress>>> = {
  un: {
    url: 'https://scsanctions.un.org/resources/xml/en/consolidated.xml',
    fileName: 'un.xml',
    maxBytes: 100 * megabyte,
  },
  'ofac-sdn': { url: `${ofac}/SDN.XML`, fileName: 'ofac-sdn.xml', maxBytes: 500 * megabyte },
  'ofac-consolidated': {
    url: `${ofac}/CONSOLIDATED.XML`,
    fileName: 'ofac-consolidated.xml',
    maxBytes: 200 * megabyte,
  },
  eu: {
    // The token is part of the public address.
    url: 'https://webgate.ec.europa.eu/fsd/fsf/public/files/xmlFullSanctionsList_1_1/content?token=dG9rZW4tMjAxNw',
    fileName: 'eu.xml',
    maxBytes: 300 * megabyte,
  },
  uk: {
    url: 'https://sanctionslist.fcdo.gov.uk/docs/UK-Sanctions-List.csv',
    fileName: 'uk.csv',
    maxBytes: 300 * megabyte,
  },
};
