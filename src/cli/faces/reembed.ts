import { Command } from 'commander';
import type { ReembedProgress, ReembedResult } from '../../faces/index.ts';
import { loadConfig, readEnvironment } from '../../platform/config/index.ts';
import { createProgressBar } from '../progress-bar.ts';
import { runOperatorTask } from '../run-operator-task.ts';

type Options = { readonly parallel?: string; readonly json?: true };

/** `confere faces reembed`: templates of all registered photos by the model in use. */
export function reembedFacesCommand(): Command {
  return new Command('reembed')
    .description(
      'Make the templates of registered faces anew from their stored photos, by the model in use. Cut off anywhere, it goes on when run again; until then each face is compared by its old model.',
    )
    .option('--parallel <n>', 'photos at a time; by default one for each of FACE_WORKERS')
    .option('--json', 'print one JSON document on standard output')
    .action(async (options: Options, command: Command) => {
      const parallel = Number(options.parallel ?? loadConfig(readEnvironment()).faces.workers);
      if (!Number.isInteger(parallel) || parallel < 1)
        command.error('error: --parallel takes a whole number');
      const bar = createProgressBar(process.stderr, 'faces');
      const result = (await runOperatorTask(
        'faces/reembed',
        { parallel },
        { onProgress: (progress) => bar.show(progress as ReembedProgress) },
      ).finally(() => bar.end())) as ReembedResult;
      if (options.json) return console.log(JSON.stringify(result, null, 2));
      console.log(`${result.reembedded} faces have templates of ${result.templateModel} now`);
      for (const [code, count] of Object.entries(result.refused)) {
        console.log(`${count} keep their old ones: ${code}`);
      }
    });
}
