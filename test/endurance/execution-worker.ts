import { openExecutions, type RunAddress } from './execution-parts.ts';

/** A process that works on executions until it is killed. The run's address is its only argument. */
const { jobs } = await openExecutions(JSON.parse(process.argv[2]!) as RunAddress, 8);
await jobs.start();
console.log('working');
