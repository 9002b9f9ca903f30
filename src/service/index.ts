export { showProcess } from './show-process.ts';
