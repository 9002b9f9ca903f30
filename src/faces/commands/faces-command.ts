import { Command } from 'commander';
import { createProgressBar } from '../../cli/progress-bar.ts';
import { runOperatorTask } from '../../cli/run-operator-task.ts';
import { engineSettings } from '../../engine/settings.ts';
import { loadConfig, readEnvironment } from '../../platform/config/index.ts';
import type { ReembedProgress } from '../reembed-faces.ts';
import { calibrateFacesCommand } from './calibrate.ts';
import { compareFacesCommand } from './compare.ts';
import { evaluateFacesCommand } from './evaluate.ts';
import { lowerThresholdCommand, measureFacesCommand } from './measure.ts';

/** `confere faces ...`: trying out the face engine. */
export function facesCommand(): Command {
  return new Command('faces')
    .description('Measure the face engine, compare two photos, or renew the templates of registered faces.')
    .addCommand(evaluateFacesCommand())
    .addCommand(compareFacesCommand())
    .addCommand(reembedFacesCommand())
    .addCommand(calibrateFacesCommand())
    .addCommand(measureFacesCommand())
    .addCommand(lowerThresholdCommand());
}

type Options = { readonly parallel?: string; readonly json?: true };

/** `confere faces reembed`: templates of all registered photos by the model in use. */
function reembedFacesCommand(): Command {
  return new Command('reembed')
    .description(
      'Renew the templates of registered faces from their stored photos, with the current model. Until then, each face is compared with its old model. Run it again to resume.',
    )
    .option('--parallel <n>', 'photos at a time; default: FACE_WORKERS')
    .option('--json', 'print one JSON document on standard output')
    .action(async (options: Options, command: Command) => {
      const parallel = Number(
        options.parallel ?? loadConfig(readEnvironment(), engineSettings).engine.workers,
      );
      if (!Number.isInteger(parallel) || parallel < 1)
        command.error('error: --parallel takes a whole number');
      const bar = createProgressBar(process.stderr, 'faces');
      const result = await runOperatorTask(
        'faces/reembed',
        { parallel },
        { onProgress: (progress) => bar.show(progress as ReembedProgress) },
      ).finally(() => bar.end());
      if (options.json) return console.log(JSON.stringify(result, null, 2));
      console.log(`${result.reembedded} faces have templates of ${result.templateModel} now`);
      for (const [code, count] of Object.entries(result.refused)) {
        console.log(`${count} keep their old ones: ${code}`);
      }
    });
}
