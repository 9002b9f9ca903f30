export { type Cnpj, type GenerateCnpjOptions, generateCnpj, parseCnpj } from './cnpj.ts';
export { type Cpf, generateCpf, maskCpf, parseCpf } from './cpf.ts';
export { maskCpfInName } from './mask-cpf-in-name.ts';
