/**
 * What an installation of the sources builds, on two processors at once: the networks, the client, the capture page
 * and the console in this process, and what a first start needs in another (`prepare-first-start.ts`). It removes what
 * packages brought for other systems.
 */
import { spawn } from 'node:child_process';
import { join } from 'node:path';

console.log(
  `Confere runs on Node.js ${process.version}, which npm installed; npm itself may run on another.`,
);
const program = join(import.meta.dirname, 'prepare-first-start.ts');
const firstStart = spawn(process.execPath, [program], { stdio: 'inherit' });
const ended = new Promise<number>((resolve, reject) => {
  firstStart.once('error', reject);
  firstStart.once('exit', (code) => resolve(code ?? 1));
});
try {
  await import('./remove-foreign-builds.ts');
  await import('../packages/networks/build.ts');
  await import('../packages/client/prepare.ts');
  await import('../packages/capture/prepare.ts');
  await import('../console/prepare.ts');
  process.exitCode = await ended;
} catch (error) {
  firstStart.kill();
  throw error;
}
