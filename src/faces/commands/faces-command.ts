import { Command } from 'commander';
import { calibrateFacesCommand } from './calibrate.ts';
import { compareFacesCommand } from './compare.ts';
import { evaluateFacesCommand } from './evaluate.ts';
import { lowerThresholdCommand, measureFacesCommand } from './measure.ts';
import { reembedFacesCommand } from './reembed.ts';

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
