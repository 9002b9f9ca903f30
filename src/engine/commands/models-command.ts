import { Command } from 'commander';
import { addModelCommand } from './add.ts';
import { calibrateModelCommand } from './calibrate.ts';
import { convertModelsCommand } from './convert.ts';
import { listModelsCommand } from './list.ts';
import { pullModelCommand } from './pull.ts';
import { removeModelCommand } from './remove.ts';
import { showModelCommand } from './show.ts';
import { useModelCommand } from './use.ts';
import { verifyModelsCommand } from './verify.ts';

/** `confere models ...`: which networks find, recognise and judge faces. Works on the folder of packs, not on the database. */
export function modelsCommand(): Command {
  return new Command('models')
    .description('Install, check and remove model packs, and choose the networks in use.')
    .addCommand(listModelsCommand())
    .addCommand(showModelCommand())
    .addCommand(pullModelCommand())
    .addCommand(addModelCommand())
    .addCommand(verifyModelsCommand())
    .addCommand(convertModelsCommand())
    .addCommand(calibrateModelCommand())
    .addCommand(useModelCommand())
    .addCommand(removeModelCommand());
}
