export { type Cnpj, type GenerateCnpjOptions, generateCnpj, parseCnpj } from './cnpj.ts';
export { type Cpf, generateCpf, maskCpf, maskCpfInName, parseCpf } from './cpf.ts';
