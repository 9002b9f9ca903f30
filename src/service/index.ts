export { findProcessesOfOtherKeys, showProcess } from './show-process.ts';
