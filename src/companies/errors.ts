import { AppError, type AppErrorOptions, type ErrorCatalogue } from '../platform/errors.ts';

/** Every code that companies answer with, those of the registry and of profiles apart. */
export const companyErrorCatalogue = {
  company_id_invalid: {
    kind: 'invalid',
    title: 'The identifier is neither a CNPJ nor the id of a company',
    fix: 'Use a CNPJ of 14 characters with valid check digits, without dots, slash and hyphen, and with capital letters. Or use an id that begins with com_.',
  },
} satisfies ErrorCatalogue;

/** An error of this domain, with one of the codes above. */
export class CompanyError extends AppError {
  constructor(code: keyof typeof companyErrorCatalogue, options?: AppErrorOptions) {
    super(code, companyErrorCatalogue[code], options);
  }
}
