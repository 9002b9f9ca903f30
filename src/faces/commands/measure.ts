import { Command } from 'commander';
import { runOperatorTask } from '../../cli/run-operator-task.ts';
import { wilson } from '../../engine/index.ts';

/** `confere faces measure`: how often registered people match each other now. */
export function measureFacesCommand(): Command {
  return new Command('measure')
    .description(
      'Measure how often different registered people match each other. A job does the same every night. It may raise the score threshold (FACE_THRESHOLD_RAISE).',
    )
    .option('--json', 'print one JSON document on standard output')
    .action(async ({ json }: { readonly json?: true }) => {
      const outcome = await runOperatorTask('faces/measure', {});
      if (json) return console.log(JSON.stringify(outcome, null, 2));
      const { measurement, rate, warnings, thresholdRaise } = outcome;
      if (measurement === undefined || rate === undefined) {
        return console.log('fewer than thirty people are registered: there is nothing to measure');
      }
      console.log(
        `${measurement.matches} of ${measurement.pairs} pairs of ${measurement.people} people match: ${figure(rate.share)} (${figure(rate.low)} to ${figure(rate.high)}) where ${measurement.promised} is promised`,
      );
      console.log(
        `${measurement.possibleDuplicates} pairs are left out: each may be one person under two CPFs`,
      );
      for (const { clientId, ...counts } of measurement.byClient) console.log(describe(clientId, counts));
      for (const { device, ...counts } of measurement.byDevice) console.log(describe(device, counts));
      for (const warning of warnings) console.log(`warning: ${warning}`);
      console.log(`added to the score threshold: ${thresholdRaise}`);
    });
}

/** `confere faces lower-threshold`: takes back what the measurement has added to the score threshold. */
export function lowerThresholdCommand(): Command {
  return new Command('lower-threshold')
    .description('Lower the addition of the nightly measurement to the score threshold.')
    .option('--to <score>', 'the new addition', '0')
    .option('--json', 'print one JSON document on standard output')
    .action(async (options: { readonly to: string; readonly json?: true }, command: Command) => {
      const to = Number(options.to);
      if (!(to >= 0 && to <= 1)) command.error('error: --to takes a number from 0 to 1');
      const result = await runOperatorTask('faces/lower-threshold', { to });
      if (options.json) return console.log(JSON.stringify(result, null, 2));
      console.log(`added to the score threshold: ${result.now}, before ${result.before}`);
    });
}

function describe(
  origin: string,
  { people, pairs, matches }: { readonly people: number; readonly pairs: number; readonly matches: number },
): string {
  const rate = wilson(matches, pairs);
  const interval = rate === undefined ? '' : ` (${figure(rate.low)} to ${figure(rate.high)})`;
  return `${origin}: ${matches} of ${pairs} pairs of ${people} people${interval}`;
}

function figure(share: number): string {
  return share === 0 ? '0' : share.toExponential(1);
}
