import { realpath } from 'node:fs/promises';
import { resolve } from 'node:path';
import { Command } from 'commander';
import type { Application } from '../../module.ts';
import { renderEnvExample } from '../../platform/config/index.ts';
import { refusePassingProgram, writeSettings } from '../write-settings.ts';

type Options = { readonly user: string; readonly listen: string; readonly json?: true };

export function initCommand({ settingsGroups }: Application): Command {
  return new Command('init')
    .description('Write a settings file, a master key and a systemd unit into a folder. Replaces no file.')
    .argument('[folder]', 'created if it does not exist', '.')
    .option('--user <name>', 'user that the service runs as', 'confere')
    .option('--listen <address>', 'as LISTEN', '127.0.0.1:8080')
    .option('--json', 'print one JSON document on standard output')
    .action(async (folder: string, { user, listen, json }: Options) => {
      const program = resolve(process.argv[1] ?? '');
      refusePassingProgram([process.execPath, program, await realpath(program)]);
      const written = await writeSettings({
        folder: resolve(folder),
        user,
        listen,
        node: process.execPath,
        program,
        allSettings: renderEnvExample(settingsGroups),
      });
      if (json) {
        console.log(JSON.stringify(written, null, 2));
        return;
      }
      console.log(`settings    ${written.settings}
master key  ${written.masterKey}
unit        ${written.unit}

Keep a copy of the master key elsewhere: without it the data are lost.
Next: cd ${resolve(folder)}, then "confere doctor", then "confere serve".
With systemd: give the folder to the user ${user}, copy the unit to /etc/systemd/system, and run
"systemctl enable --now confere".`);
    });
}
