import type { CompanyRecord } from '../../src/registry/index.ts';

/** A record that says nothing, but what a test wants it to say. */
export function createRecord(values: Partial<CompanyRecord> = {}): CompanyRecord {
  const unknown = { date: undefined };
  return {
    generation: 1,
    dataMonth: '2026-04',
    cnpj: '12ABC34501DE35',
    isHeadOffice: undefined,
    officialName: undefined,
    tradeName: undefined,
    nature: undefined,
    size: undefined,
    capital: undefined,
    responsibleQualification: undefined,
    responsibleEntity: undefined,
    status: { code: '' },
    statusDate: unknown,
    statusReason: undefined,
    specialStatus: undefined,
    specialStatusDate: unknown,
    openingDate: unknown,
    mainActivity: undefined,
    secondaryActivities: [],
    address: {
      streetType: undefined,
      street: undefined,
      number: undefined,
      complement: undefined,
      district: undefined,
      postalCode: undefined,
      state: undefined,
      city: undefined,
      ibgeCityCode: undefined,
      foreignCity: undefined,
      country: undefined,
    },
    phones: [],
    fax: undefined,
    email: undefined,
    hasSimples: true,
    simples: undefined,
    partners: [],
    ...values,
  };
}
