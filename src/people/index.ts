export { type CpfIndex, createCpfIndex } from './cpf-index.ts';
export { lockPerson } from './people-store.ts';
