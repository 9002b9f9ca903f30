export { type CompanyListItem, type CompanyPage, findCompanies } from './find-companies.ts';
export {
  type CompanyProfile,
  type GetCompanyDeps,
  type GetCompanyOptions,
  getCompany,
} from './get-company.ts';
export { type CompanyHistory, listCompanyHistory } from './list-company-history.ts';
export { type PjData, PjDataSchema } from './pj-data.ts';
export { type PjSimples, PjSimplesSchema } from './pj-simples.ts';
export { createRegistrySources } from './registry-sources.ts';
