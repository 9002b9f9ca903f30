import { randomBytes } from 'node:crypto';
import { mkdir, open } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import { SetupError } from './errors.ts';

type WriteSettingsOptions = {
  /** Absolute path of the folder that holds everything; the service starts in it. */
  readonly folder: string;
  /** The user that the service runs as. */
  readonly user: string;
  readonly listen: string;
  /** Path of Node, and of the program that starts the command line. */
  readonly node: string;
  readonly program: string;
  /** Every setting with its meaning, commented out. */
  readonly allSettings: string;
};

type WrittenSettings = {
  readonly settings: string;
  readonly masterKey: string;
  readonly unit: string;
  readonly dataDir: string;
};

/**
 * Writes a settings file (mode 0600), a new master key (0600, in a folder of 0700), the data folder (0700) and a
 * systemd unit. Throws `setup_file_exists`, before it writes anything, when one of the files is there.
 */
export async function writeSettings(options: WriteSettingsOptions): Promise<WrittenSettings> {
  const { folder, listen } = options;
  const written: WrittenSettings = {
    settings: join(folder, '.env'),
    masterKey: join(folder, 'keys', 'master.key'),
    unit: join(folder, 'confere.service'),
    dataDir: join(folder, 'data'),
  };
  const own = `# Written by confere init. All other settings follow, with their defaults.
DATA_DIR=${written.dataDir}
LISTEN=${listen}
MASTER_KEY=file:${written.masterKey}

`;
  const files = [
    { path: written.masterKey, mode: 0o600, text: `${randomBytes(32).toString('base64')}\n` },
    { path: written.settings, mode: 0o600, text: own + options.allSettings },
    { path: written.unit, mode: 0o644, text: renderUnit(options, written) },
  ];
  for (const { path } of files) await refuseExisting(path);
  await mkdir(folder, { recursive: true });
  for (const path of [dirname(written.masterKey), written.dataDir]) {
    await mkdir(path, { recursive: true, mode: 0o700 });
  }
  for (const { path, mode, text } of files) {
    await using file = await open(path, 'wx', mode).catch((cause) => refuse(path, cause));
    await file.writeFile(text);
    await file.sync();
  }
  return written;
}

async function refuseExisting(path: string): Promise<void> {
  const file = await open(path, 'r').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined;
    return refuse(path, error);
  });
  await file?.close();
  if (file !== undefined) refuse(path);
}

function refuse(path: string, cause?: unknown): never {
  throw new SetupError('setup_file_exists', { detail: path, cause });
}

/** A systemd unit that runs the service as a user of its own, which may write to the data folder only. */
function renderUnit(
  { folder, user, node, program }: WriteSettingsOptions,
  { dataDir }: WrittenSettings,
): string {
  return `[Unit]
Description=Confere, identity and profile verification
After=network-online.target
Wants=network-online.target

[Service]
Type=exec
User=${user}
WorkingDirectory=${folder}
ExecStart="${node}" "${program}" serve
ExecReload=/bin/kill -HUP $MAINPID
Restart=on-failure
RestartSec=5
TimeoutStopSec=60
UMask=0077
NoNewPrivileges=yes
PrivateTmp=yes
PrivateDevices=yes
ProtectSystem=strict
ProtectHome=read-only
ProtectKernelTunables=yes
ProtectControlGroups=yes
RestrictSUIDSGID=yes
ReadWritePaths="${dataDir}"

[Install]
WantedBy=multi-user.target
`;
}

/** Folders that npx, `pnpm dlx`, `yarn dlx` and bunx run packages from, by how a part of their path begins. */
const passing = /^(_npx$|dlx(-|$)|bunx-)/;

/**
 * Throws `setup_program_not_installed` when a path that a unit would name is below a folder of a package runner, which
 * goes away.
 */
export function refusePassingProgram(paths: readonly string[]): void {
  const found = paths.find((path) => path.split(sep).some((part) => passing.test(part)));
  if (found !== undefined) throw new SetupError('setup_program_not_installed', { detail: found });
}
