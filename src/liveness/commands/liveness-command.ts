import { Command } from 'commander';
import { evaluateLivenessCommand } from './evaluate.ts';

/** `confere liveness ...`: testing the judgement of movements. */
export function livenessCommand(): Command {
  return new Command('liveness')
    .description('Test how well people and attacks are told apart by their movements.')
    .addCommand(evaluateLivenessCommand());
}
