import { totalmem } from 'node:os';
import type { Command } from 'commander';
import { defineCommand } from '../../cli/define-command.ts';
import { listNetworkFiles } from '../../engine/index.ts';
import type { Application, CoreConfig } from '../../module.ts';
import { ConfigError, findMisspelt, readEnvironment } from '../../platform/config/index.ts';
import { findRunningProcess } from '../../platform/data-folder/index.ts';
import { createLogger } from '../../platform/log.ts';
import { printable } from '../../platform/printable.ts';
import {
  checkClock,
  checkDisk,
  checkListener,
  checkMemory,
  checkNetworksPresent,
  checkNode,
  checkPublicAddress,
} from '../check-machine.ts';
import { checkBucket, checkDatabase, checkDataFolder, checkMasterKey, checkRedis } from '../check-storage.ts';
import { type Finding, problem, warning, well } from '../finding.ts';

const marks = { well: 'ok  ', warning: 'note', problem: 'FAIL' } as const;

export function doctorCommand(application: Application): Command {
  return defineCommand('doctor', {
    description:
      'Check this machine before the first start. Prints one line for each check, with a remedy. Changes nothing.',
    async run() {
      const findings = await examine(application);
      const isWell = findings.every(({ state }) => state !== 'problem');
      if (!isWell) process.exitCode = 1;
      return { isWell, findings };
    },
    describe: ({ findings }) =>
      findings.map(({ name, state, found, remedy }) =>
        printable(`${marks[state]}  ${name}: ${found}${remedy === undefined ? '' : `. ${remedy}`}`),
      ),
  });
}

async function examine({ loadConfig, settingsGroups }: Application): Promise<readonly Finding[]> {
  const memory = process.constrainedMemory();
  const total = memory > 0 ? Math.min(memory, totalmem()) : totalmem();
  const env = readEnvironment();
  const machine: readonly Finding[] = [
    checkNode(process.version),
    checkMemory(total),
    checkClock(new Date()),
    ...findMisspelt(env, settingsGroups).map(({ given, meant }) =>
      warning(given, 'no setting has this name', `${meant} may be meant.`),
    ),
  ];
  let config: CoreConfig;
  try {
    config = loadConfig(env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const problems = error.problems ?? [{ path: 'settings', message: error.message }];
    const remedy = 'Correct the setting in .env or in the environment.';
    return [
      ...machine,
      ...problems.map(({ path, message }) => problem(path, message.replace(/\.$/, ''), remedy)),
    ];
  }
  const { server, storage } = config;
  const running = await findRunningProcess(storage.dataDir).catch(() => undefined);
  const isRunning = running !== undefined;
  return [
    ...machine,
    well('settings', 'all can be read'),
    await checkDisk(storage.dataDir),
    await checkDataFolder(storage.dataDir),
    ...(await checkMasterKey(config)),
    ...(await checkDatabase(config, createLogger({ level: 'silent' }))),
    ...(await checkBucket(config)),
    ...(await checkRedis(config)),
    await checkNetworksPresent(listNetworkFiles()),
    await checkListener('LISTEN', server.listen, isRunning),
    ...(server.mobileListen === undefined
      ? []
      : [await checkListener('MOBILE_LISTEN', server.mobileListen, isRunning)]),
    await checkPublicAddress('BASE_URL', server.baseUrl),
  ];
}
