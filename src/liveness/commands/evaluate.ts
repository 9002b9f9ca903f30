import { writeFile } from 'node:fs/promises';
import { Command, Option } from 'commander';
import { CliError } from '../../cli/errors.ts';
import { createProgressBar } from '../../cli/progress-bar.ts';
import { openConfiguredEngine } from '../../engine/index.ts';
import { describeEvaluation } from '../evaluation/describe-evaluation.ts';
import { drawAuditorPage } from '../evaluation/draw-auditor-page.ts';
import { evaluateSequences } from '../evaluation/evaluate-sequences.ts';
import { readLabelledSequences } from '../evaluation/read-labelled-sequences.ts';

type Options = { readonly steps: 'shown'; readonly json?: true; readonly page?: string };

/** `confere liveness evaluate DIR`: how often recorded people are refused and recorded attacks pass. */
export function evaluateLivenessCommand(): Command {
  return new Command('evaluate')
    .description('Measure the liveness decision on recorded sequences of people and attacks.')
    .argument(
      '<dir>',
      'folder with labels.csv (sequence,label,species) and a folder of frames for each sequence',
    )
    .addOption(
      new Option('--steps <which>', 'movements that count as requested: those that a sequence shows')
        .choices(['shown'])
        .default('shown'),
    )
    .option('--page <file.html>', 'write a page for an auditor')
    .option('--json', 'print one JSON document on standard output')
    .action(async (dir: string, options: Options) => {
      const sequences = await readLabelledSequences(dir);
      await using opened = await openConfiguredEngine('lenient');
      const bar = createProgressBar(process.stderr, 'sequences');
      const evaluation = await evaluateSequences(
        {
          engine: opened.engine,
          onProgress: (done, total, subject) => bar.show({ done, total, subject }),
        },
        sequences,
      ).finally(() => bar.end());
      if (options.page !== undefined) await write(options.page, drawAuditorPage(evaluation, new Date()));
      if (options.json) console.log(JSON.stringify(evaluation, null, 2));
      else console.log(describeEvaluation(evaluation).join('\n'));
    });
}

async function write(path: string, content: string): Promise<void> {
  await writeFile(path, content).catch((cause: unknown) => {
    throw new CliError('file_unwritable', { detail: path, cause });
  });
}
