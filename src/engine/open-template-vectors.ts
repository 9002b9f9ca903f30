import type { ConfigOf } from '../platform/config/index.ts';
import type { FaceEngine } from './face-engine.ts';
import { listRecognitions } from './list-recognitions.ts';
import { loadEnginePacks, packsDirectoryOf } from './packs/index.ts';
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
    searchVector(template, templateModel = recognitions[0]?.templateModel) {
      const found = recognitions.find((one) => one.templateModel === templateModel);
      if (found === undefined) throw new TypeError(`Templates of ${templateModel} cannot be used here`);
      return found.searchVector(template);
    },
  };
}
