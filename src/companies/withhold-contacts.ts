import type { HistoryEntry } from '../profiles/index.ts';

/** Fields of the basic data that reach a person when the company is one. */
const contactFields = ['companyEmail', 'phoneNumber'] as const;

/** The natures of `isPersonalNature` as a stored profile has them. */
const personalNature = /"legalNature":"(?:213-5|4\d\d-\d)/;

/** True if a stored profile is of a human being, by the legal nature in its text. */
export function isPersonalCompany(document: string): boolean {
  return personalNature.test(document);
}

/** The answer without the e-mail addresses and phone numbers of a human being; any other company's stays as it is. */
export function withholdContacts(document: string): string {
  if (!isPersonalCompany(document)) return document;
  const profile = JSON.parse(document) as {
    basicData?: Record<string, unknown>;
    sources?: { pjData?: { data: Record<string, unknown> } };
  };
  for (const field of contactFields) delete profile.basicData?.[field];
  delete profile.sources?.pjData?.data.contacts;
  return JSON.stringify(profile);
}

/** A history without what such fields were and are; that they changed stays told. */
export function withholdContactChanges(entries: readonly HistoryEntry[]): readonly HistoryEntry[] {
  const paths: readonly string[] = contactFields.map((field) => `basicData.${field}`);
  return entries.map((entry) => ({
    ...entry,
    changes: entry.changes.map((change) => (paths.includes(change.path) ? { path: change.path } : change)),
  }));
}
