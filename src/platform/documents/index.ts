export { type Cnpj, type GenerateCnpjOptions, generateCnpj, getCnpjRoot, parseCnpj } from './cnpj.ts';
export { type Cpf, generateCpf, maskCpf, parseCpf } from './cpf.ts';
