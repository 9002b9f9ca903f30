import { cnpjOf, type TestCompany } from '../../support/registry-files.ts';

/** With everything that the registry can say of a company. */
export const openCompany: TestCompany = {
  root: '12ABC345',
  name: 'AÇÚCAR UNIÃO S/A',
  trade: 'DOÇARIA DO ZÉ',
  nature: '2054',
  activity: '1071600',
  branches: 1,
  company: { capital: '1061004829,23', size: '05', responsible_qualification: '16' },
  establishment: {
    secondary_activities: '6204000,9999999',
    phone_1_area: '11',
    phone_1: '33334444',
    phone_2_area: '11',
    phone_2: '988887777',
    fax_area: '11',
    fax: '33335555',
    email: 'CONTATO@EXAMPLE.COM',
    special_status: 'EM LIQUIDACAO',
    special_status_date: '20210203',
    complement: 'SALA 2',
    district: 'CENTRO',
  },
  partners: [
    { name: 'ANA LIMA', document: '***111222**', qualification: '49' },
    { name: 'BIA LIMA', document: '***333444**', qualification: '22' },
    {
      name: 'CAIO LIMA',
      document: '***555666**',
      qualification: '30',
      representative_document: '***333444**',
      representative_name: 'BIA LIMA',
      representative_qualification: '15',
    },
    { kind: '1', name: 'HOLDING SA', document: cnpjOf('22333444'), qualification: '22' },
    { kind: '3', name: 'FOREIGN INC', document: '', qualification: '37', country: '249' },
  ],
  simples: { simples: 'N', simples_since: '20140101', simples_until: '20151231', mei: 'N' },
};
/** A human being, registered under a name that ends in a CPF. */
export const sole: TestCompany = {
  root: '11222333',
  name: 'MARIA DA SILVA 52998224725',
  trade: 'BOLOS DA MARIA',
  nature: '2135',
  establishment: {
    email: 'maria@example.com',
    phone_1_area: '21',
    phone_1: '999998888',
    opening_date: '41000101',
  },
  simples: {
    simples: 'S',
    simples_since: '20200115',
    simples_until: '00000000',
    mei: 'S',
    mei_since: '20200115',
  },
};
/** A partner of the first. */
export const holding: TestCompany = { root: '22333444', name: 'HOLDING SA', nature: '2054' };
