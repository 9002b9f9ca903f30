export { applyRetention } from './apply-retention.ts';
export { type ErasePersonDeps, erasePerson } from './erase-person.ts';
