import { answerTasks } from '../../platform/processes.ts';
import { compileMapping, type MapAnswer, type MappingLimits } from './compile-mapping.ts';

type Task = {
  readonly mapping: string;
  readonly limits: MappingLimits;
  readonly body: string;
  readonly status: number;
};

const compiled = new Map<string, MapAnswer>();

answerTasks(async ({ mapping, limits, body, status }: Task) => {
  const key = JSON.stringify([mapping, limits]);
  const map = compiled.get(key) ?? compileMapping(mapping, limits);
  compiled.set(key, map);
  return await map(JSON.parse(body), status);
});
