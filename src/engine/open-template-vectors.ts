import type { ConfigOf } from '../platform/config/index.ts';
import type { FaceEngine } from './face-engine.ts';
import { loadEnginePacks } from './packs/load-engine-packs.ts';
import { packsDirectoryOf } from './packs/packs-folder.ts';
import { getRecognition, listRecognitions } from './recognition.ts';
import type { engineSettings } from './settings.ts';

/**
 * The models of the configuration and the vectors of their templates, without any network: for a process that searches
 * templates and sees no photo. Told of packs that cannot be used through `onProblem`.
 */
export async function openTemplateVectors(options: {
  readonly settings: ConfigOf<typeof engineSettings>['engine'];
  readonly dataDir: string;
  readonly onProblem: (problem: string) => void;
}): Promise<Pick<FaceEngine, 'templateModels' | 'searchVector'>> {
  const { settings, dataDir, onProblem } = options;
  const { falseMatchRate } = settings;
  const directory = packsDirectoryOf(dataDir, settings.modelsDir);
  const packs = await loadEnginePacks({ directory, falseMatchRate, onProblem });
  const recognitions = listRecognitions(packs, falseMatchRate);
  return {
    templateModels: () => recognitions.map(({ templateModel }) => templateModel),
    searchVector: (template, templateModel) =>
      getRecognition(recognitions, templateModel).searchVector(template),
  };
}
