export { applyRetention, type RetentionDays } from './apply-retention.ts';
export { type ErasePersonDeps, type Erasure, type ErasureRequest, erasePerson } from './erase-person.ts';
export { type ExportPersonDeps, exportPerson, type PersonExport } from './export-person.ts';
