import type { FaceEngine } from '../../src/engine/index.ts';

/** The stand-in engine with a newer recognition model beside its own. A template of it has the other bits. */
export function addNewerModel(base: FaceEngine): FaceEngine {
  return {
    ...base,
    templateModels: () => ['newer@1', 'stand-in@1'],
    describe: (model) => ({ ...base.describe(), templateModel: model ?? 'newer@1' }),
    async analyse(bytes, { templateModels = ['newer@1'] } = {}) {
      const analysis = await base.analyse(bytes);
      const [own, ...otherTemplates] = templateModels.map((templateModel) => ({
        templateModel,
        template:
          templateModel === 'newer@1' ? analysis.template.map((byte) => 255 - byte) : analysis.template,
      }));
      return { ...analysis, ...own!, otherTemplates };
    },
  };
}
