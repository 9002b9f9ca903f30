import { resolve } from 'node:path';
import type { Command } from 'commander';
import {
  argument,
  defineCommand,
  groupCommands,
  jsonDescription,
  option,
  requiredOption,
} from '../../cli/define-command.ts';
import { checkOutputs, writeOutput } from '../../cli/files.ts';
import { createProgressBar } from '../../cli/progress-bar.ts';
import { runOperatorTask } from '../../cli/run-operator-task.ts';
import { openConfiguredEngine } from '../../engine/index.ts';
import type { TaskOutput } from '../../platform/operator-tasks/index.ts';
import { describeEvaluation, drawAuditorPage } from '../evaluation/describe-evaluation.ts';
import { evaluateSequences } from '../evaluation/evaluate-sequences.ts';
import { readLabelledSequences } from '../evaluation/read-labelled-sequences.ts';
import { challenges } from '../types.ts';

export function livenessCommand(): Command {
  return groupCommands('liveness', 'Measure the liveness decision on recorded sequences.', [
    recordLivenessCommand(),
    defineCommand('evaluate', {
      description: 'Measure the liveness decision on recorded sequences of people and attacks.',
      takes: {
        dir: argument(
          '<dir>',
          'folder with labels.csv (sequence,label,species) and a folder of frames for each sequence',
        ),
        steps: option('--steps <which>', 'movements that count as requested: those that a sequence shows', {
          choices: ['shown'],
          default: 'shown',
        }),
        page: option('--page <file.html>', 'write a page for an auditor'),
      },
      async run({ dir, page }) {
        const sequences = await readLabelledSequences(dir);
        await checkOutputs([page]);
        await using opened = await openConfiguredEngine('lenient');
        using bar = createProgressBar(process.stderr, 'sequences');
        const onProgress = (done: number, total: number, subject: string) =>
          bar.show({ done, total, subject });
        const evaluation = await evaluateSequences({ engine: opened.engine, onProgress }, sequences);
        if (page !== undefined) await writeOutput(page, drawAuditorPage(evaluation, new Date()));
        return evaluation;
      },
      describe: describeEvaluation,
    }),
  ]);
}

const mostTries = 150;

function recordLivenessCommand(): Command {
  return defineCommand('record', {
    description:
      'Make liveness sessions marked as tests, wait until each was captured, and write its frames into a folder for evaluate. Needs a running service.',
    takes: {
      folder: argument('<dir>', 'folder for labels.csv and the frames; made when it is not there', {
        parse: resolve,
      }),
      label: requiredOption('--label <label>', 'what is shown', { choices: ['live', 'attack'] }),
      species: option('--species <name>', 'kind of the attack, such as "print on paper"; an attack needs it'),
      instrument: option(
        '--instrument <name>',
        'what the attack is made with, or the camera of a live person',
      ),
      subject: option('--subject <code>', 'code of the person, not a name'),
      light: option('--light <name>', 'light that it is recorded in, such as "office"'),
      challenge: option(
        '--challenge <name>',
        'turns_and_light: the screen also shows colours; needs LIVENESS_LIGHT',
        { choices: challenges, default: 'turns' },
      ),
      tries: option('--tries <number>', 'sessions, one after the other', { default: '1' }),
    },
    json: `${jsonDescription}; links go to standard error`,
    async run({ tries, ...input }, command) {
      const count = Number(tries);
      if (!Number.isInteger(count) || count < 1 || count > mostTries) {
        command.error(`error: --tries takes a whole number from 1 to ${mostTries}`);
      }
      if (input.label === 'attack' && input.species === undefined) {
        command.error('error: an attack needs its --species');
      }
      const say = command.getOptionValue('json') ? console.error : console.log;
      const sessions = [];
      for (let number = 1; number <= count; number++) {
        let link: unknown;
        const session = await runOperatorTask('liveness/record', input, {
          needsServer: true,
          onProgress: ({ captureUrl, expiresAt }) => {
            // A server that waits repeats what it said last.
            if (captureUrl !== link) say(`${number} of ${count}: open before ${expiresAt}\n  ${captureUrl}`);
            link = captureUrl;
          },
        });
        sessions.push(session);
        if (number < count) say(describeRecorded(session));
      }
      return { sessions };
    },
    // Of the others it was said when they ended.
    describe: ({ sessions }) => describeRecorded(sessions.at(-1)!),
  });
}

function describeRecorded({ name, state, reasons, frames }: TaskOutput<'liveness/record'>): string {
  if (name === undefined) return `  ${state}: nothing written`;
  const why = reasons.length === 0 ? '' : ` (${reasons.join(', ')})`;
  return `  ${state}${why}: ${frames} frames in ${name}`;
}
