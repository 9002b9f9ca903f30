import { realpath } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { argument, defineCommand, option } from '../../cli/define-command.ts';
import type { Application } from '../../module.ts';
import { renderEnvExample } from '../../platform/config/index.ts';
import { refusePassingProgram, writeSettings } from '../write-settings.ts';

export function initCommand({ settingsGroups }: Application): Command {
  return defineCommand('init', {
    description: 'Write a settings file, a master key and a systemd unit into a folder. Replaces no file.',
    takes: {
      folder: argument('[folder]', 'created if it does not exist', { default: '.' }),
      user: option('--user <name>', 'user that the service runs as', { default: 'confere' }),
      listen: option('--listen <address>', 'as LISTEN', { default: '127.0.0.1:8080' }),
    },
    async run({ folder, user, listen }) {
      const program = resolve(process.argv[1] ?? '');
      refusePassingProgram([process.execPath, program, await realpath(program)]);
      return await writeSettings({
        folder: resolve(folder),
        user,
        listen,
        node: process.execPath,
        program,
        allSettings: renderEnvExample(settingsGroups),
      });
    },
    describe: (written, { folder, user }) => `settings    ${written.settings}
master key  ${written.masterKey}
unit        ${written.unit}

Keep a copy of the master key elsewhere: without it the data are lost.
Next: cd "${resolve(folder)}", then "confere doctor", then "confere serve".
With systemd: give the folder to the user ${user}, copy the unit to /etc/systemd/system, and run
"systemctl enable --now confere".`,
  });
}
