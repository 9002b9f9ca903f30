/**
 * Cuts a release into a folder: the installable package, the source, the list of what is in it (CycloneDX), the notes,
 * and checksums of all of them. Of the same commit, source and list are the same bytes. `node bin/cut-release.ts FOLDER [--draft]`: a
 * draft may have uncommitted changes and no section of its version in CHANGELOG.md; it takes the console and the capture
 * page as they were built, since others may be reading them.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';

const root = fileURLToPath(new URL('..', import.meta.url));
const { values, positionals } = parseArgs({
  options: { draft: { type: 'boolean', default: false } },
  allowPositionals: true,
});

/** A component of the list, as far as it is changed here. */
type Component = {
  readonly name: string;
  readonly version?: string;
  readonly properties?: readonly { readonly name: string; readonly value: string }[];
};

const [out] = positionals;
if (out === undefined) fail('say into which folder: node bin/cut-release.ts FOLDER [--draft]');
const folder = resolve(out);
const { name, version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const base = `${name}-${version}`;

const changes = run('git', ['status', '--porcelain']).toString().trim();
if (changes !== '' && !values.draft) fail(`there are uncommitted changes:\n${changes}`);
const notes = readNotes();
if (notes === undefined && !values.draft) fail(`CHANGELOG.md has no section ${version}`);

mkdirSync(folder, { recursive: true });
if (readdirSync(folder).length > 0) fail(`${folder} is not empty`);
if (values.draft) run('npm', ['run', 'prepack']);
run('npm', ['pack', '--pack-destination', folder, ...(values.draft ? ['--ignore-scripts'] : [])]);
const source = run('git', ['archive', '--format=tar', `--prefix=${base}/`, 'HEAD']);
writeFileSync(join(folder, `${base}-source.tar.gz`), gzipSync(source, { level: 9 }));
writeFileSync(join(folder, `${base}.cdx.json`), `${JSON.stringify(listComponents(), undefined, 2)}\n`);
if (notes !== undefined) writeFileSync(join(folder, `${base}-notes.md`), notes);
const sums = readdirSync(folder)
  .sort()
  .map(
    (file) =>
      `${createHash('sha256')
        .update(readFileSync(join(folder, file)))
        .digest('hex')}  ${file}\n`,
  );
writeFileSync(join(folder, 'SHA256SUMS'), sums.join(''));
console.log(`${sums.join('')}in ${folder}; check with: sha256sum --check SHA256SUMS`);

/** The section of this version; undefined without one. */
function readNotes(): string | undefined {
  const sections = readFileSync(join(root, 'CHANGELOG.md'), 'utf8').split(/^(?=## )/m);
  return sections.find(
    (section) => section.startsWith(`## ${version}\n`) || section.startsWith(`## ${version} `),
  );
}

/**
 * What an installation consists of: the packages of the lock file that are not for development, as npm lists them, and
 * the face networks that lie inside the package. Nothing in it depends on the machine or the hour.
 */
function listComponents(): object {
  const listed = JSON.parse(
    run('npm', ['sbom', '--sbom-format=cyclonedx', '--sbom-type=application', '--omit=dev']).toString(),
  );
  const commit = run('git', ['rev-parse', 'HEAD']).toString().trim();
  const { metadata } = listed;
  return {
    ...listed,
    serialNumber: `urn:uuid:${toUuid(`${commit} ${version}`)}`,
    metadata: {
      ...metadata,
      timestamp: new Date(run('git', ['log', '-1', '--format=%cI']).toString().trim()).toISOString(),
      // npm takes the name of the folder.
      component: { ...withoutPaths(metadata.component), name },
    },
    components: [
      ...listed.components.map(withoutPaths),
      ...listLeftOut(listed.components),
      ...listNetworks(),
    ],
  };
}

/** The component without where it lies on this machine. */
function withoutPaths(component: Component): Component {
  const properties = component.properties?.filter(
    (property) => !property.name.startsWith('cdx:npm:package:path'),
  );
  return properties === undefined ? component : { ...component, properties };
}

/** Packages that the lock file has and npm leaves out of its list: of some that two workspaces name, it lists none. */
function listLeftOut(components: readonly Component[]): readonly object[] {
  const names = new Set(components.map((component) => component.name));
  const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  return Object.keys(dependencies)
    .filter((dependency) => !names.has(dependency))
    .map((dependency) => {
      const { version: exact, license: id, integrity } = packages[`node_modules/${dependency}`];
      const content = Buffer.from(integrity.replace(/^sha512-/, ''), 'base64').toString('hex');
      return {
        'bom-ref': `${dependency}@${exact}`,
        type: 'library',
        name: dependency,
        version: exact,
        purl: `pkg:npm/${dependency.replace('@', '%40')}@${exact}`,
        hashes: [{ alg: 'SHA-512', content }],
        licenses: [{ license: { id } }],
      };
    });
}

/** The networks that the package holds, by their hashes. */
function listNetworks(): readonly object[] {
  const networks = join(root, 'dist/packages/networks');
  return readdirSync(networks, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.onnx'))
    .sort()
    .map((file) => ({
      'bom-ref': file,
      type: 'machine-learning-model',
      name: file,
      hashes: [
        {
          alg: 'SHA-256',
          content: createHash('sha256')
            .update(readFileSync(join(networks, file)))
            .digest('hex'),
        },
      ],
    }));
}

/** A UUID of version 8 made of a text. */
function toUuid(text: string): string {
  const digits = createHash('sha256').update(text).digest('hex');
  return [
    digits.slice(0, 8),
    digits.slice(8, 12),
    `8${digits.slice(13, 16)}`,
    `8${digits.slice(17, 20)}`,
    digits.slice(20, 32),
  ].join('-');
}

function run(command: string, args: readonly string[]): Buffer {
  return execFileSync(command, args, {
    cwd: root,
    maxBuffer: 1_000_000_000,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

function fail(problem: string): never {
  console.error(problem);
  process.exit(1);
}
