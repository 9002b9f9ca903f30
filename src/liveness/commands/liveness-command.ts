import { Command } from 'commander';
import { evaluateLivenessCommand } from './evaluate.ts';
import { recordLivenessCommand } from './record.ts';

/** `confere liveness ...`: testing the judgement of movements. */
export function livenessCommand(): Command {
  return new Command('liveness')
    .description('Measure the liveness decision on recorded sequences.')
    .addCommand(recordLivenessCommand())
    .addCommand(evaluateLivenessCommand());
}
