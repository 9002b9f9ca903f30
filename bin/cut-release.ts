/**
 * Cuts a release into a folder: the installable package, those of the client and of the capture element, the
 * documentation as a site for `/docs/`, the source, the list of what is in it (CycloneDX), the notes, and checksums of
 * all of them. Then it tags the commit. Of the same commit, source and list are the same bytes.
 *
 * `node bin/cut-release.ts FOLDER [--draft] [--image ENGINE [--base IMAGE]]`: a draft may have uncommitted changes and no
 * section of its version in CHANGELOG.md, and tags nothing. `--image` adds the container image, built by docker, podman or
 * buildah, on the base of `--base` where the usual one cannot be had.
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
  options: {
    draft: { type: 'boolean', default: false },
    image: { type: 'string' },
    base: { type: 'string' },
  },
  allowPositionals: true,
});

/** A component of the list, as far as it is changed here. */
type Component = {
  readonly 'bom-ref': string;
  readonly properties?: readonly { readonly name: string; readonly value: string }[];
};

type Dependency = { readonly ref: string; readonly dependsOn: readonly string[] };

/** A package of the lock file. */
type Locked = {
  readonly dev?: boolean;
  readonly link?: boolean;
  readonly name?: string;
  readonly version: string;
};

const [out] = positionals;
if (out === undefined)
  fail('say into which folder: node bin/cut-release.ts FOLDER [--draft] [--image ENGINE [--base IMAGE]]');
if (values.image !== undefined && !['docker', 'podman', 'buildah'].includes(values.image)) {
  fail(`--image takes docker, podman or buildah, not ${values.image}`);
}
if (values.base !== undefined && values.image === undefined) fail('--base needs --image');
const folder = resolve(out);
const { name, version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const base = `${name}-${version}`;

// Before the minutes that the rest takes.
if (values.image !== undefined) run(values.image, ['--version']);

const changes = run('git', ['status', '--porcelain']).toString().trim();
if (changes !== '' && !values.draft) fail(`there are uncommitted changes:\n${changes}`);
const notes = readNotes();
if (notes === undefined && !values.draft) fail(`CHANGELOG.md has no section ${version}`);

mkdirSync(folder, { recursive: true });
if (readdirSync(folder).length > 0) fail(`${folder} is not empty`);
const tag = `v${version}`;
const commit = run('git', ['rev-parse', 'HEAD']).toString().trim();
// An annotated tag has the commit first; another kind has only its own.
const objects = run('git', ['tag', '--list', tag, '--format=%(*objectname) %(objectname)']).toString();
const [tagged] = objects.trim().split(' ');
if (!values.draft && tagged && tagged !== commit) fail(`${tag} is the tag of another commit, ${tagged}`);
// Without its scripts: `prepare` would build pages anew that others may be reading.
run('npm', ['run', 'prepack']);
run('npm', ['pack', '--ignore-scripts', '--pack-destination', folder]);
for (const workspace of ['packages/client', 'packages/capture'])
  run('npm', ['pack', '--workspace', workspace, '--pack-destination', folder]);
packSite(join(folder, `${base}-docs.tar.gz`));
const archive = ['-c', 'tar.umask=0002', 'archive', '--format=tar', `--prefix=${base}/`, 'HEAD'];
const source = run('git', archive);
writeFileSync(join(folder, `${base}-source.tar.gz`), gzipSync(source, { level: 9 }));
writeFileSync(join(folder, `${base}.cdx.json`), `${JSON.stringify(listComponents(), undefined, 2)}\n`);
if (notes !== undefined) writeFileSync(join(folder, `${base}-notes.md`), notes);
if (values.image !== undefined) buildImage(values.image, join(folder, `${base}-image.tar`));
const sums = readdirSync(folder)
  .sort()
  .map(
    (file) =>
      `${createHash('sha256')
        .update(readFileSync(join(folder, file)))
        .digest('hex')}  ${file}\n`,
  );
writeFileSync(join(folder, 'SHA256SUMS'), sums.join(''));
if (!values.draft && !tagged) run('git', ['tag', '--annotate', tag, '--message', `Confere ${version}`]);
console.log(`${sums.join('')}in ${folder}; check with: sha256sum --check SHA256SUMS`);
if (!values.draft) console.log(`${tag} is the tag of ${commit}; publish it with: git push origin ${tag}`);

/** The site of the package as an archive: its files in one order and of one time. */
function packSite(file: string): void {
  const time = run('git', ['log', '-1', '--format=@%ct']).toString().trim();
  const same = ['--sort=name', `--mtime=${time}`, '--owner=0', '--group=0', '--numeric-owner'];
  const site = run('tar', [
    '--create',
    ...same,
    '--mode=u=rwX,go=rX',
    '--directory',
    'dist/packages/docs/dist',
    '.',
  ]);
  writeFileSync(file, gzipSync(site, { level: 9 }));
}

/** The image as `docker load` and `podman load` take it. */
function buildImage(engine: string, file: string): void {
  const image = `confere:${version}`;
  const ignore =
    engine === 'docker' ? [] : ['--format', 'docker', '--ignorefile', 'deploy/Containerfile.dockerignore'];
  const base = values.base === undefined ? [] : ['--build-arg', `BASE=${values.base}`];
  run(engine, ['build', ...ignore, ...base, '--file', 'deploy/Containerfile', '--tag', image, '.']);
  if (engine === 'buildah') run(engine, ['push', image, `docker-archive:${file}:${image}`]);
  else run(engine, ['save', '--output', file, image]);
}

/** The section of this version; undefined without one. */
function readNotes(): string | undefined {
  const sections = readFileSync(join(root, 'CHANGELOG.md'), 'utf8').split(/^(?=## )/m);
  return sections.find(
    (section) => section.startsWith(`## ${version}\n`) || section.startsWith(`## ${version} `),
  );
}

/**
 * What an installation consists of: the packages of the lock file that are not for development, as npm lists them, what
 * their scripts installed, those inside the pages, and the face networks that lie inside the package. Nothing in it
 * depends on the hour.
 */
function listComponents(): object {
  // Without --omit=dev, which leaves out what something for development needs, too. Without the peers, of which some that
  // are for development do not fit.
  const options = ['--sbom-format=cyclonedx', '--sbom-type=application', '--legacy-peer-deps'];
  const { metadata, ...listed } = JSON.parse(run('npm', ['sbom', ...options]).toString());
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const refs = new Set<string>();
  for (const [path, { dev, link, name: named, version: exact }] of Object.entries<Locked>(packages)) {
    if (!dev && !link) refs.add(`${named ?? path.replace(/^.*node_modules\//, '')}@${exact}`);
  }
  for (const ref of listBundled()) refs.add(ref);
  const components: Component[] = listed.components;
  for (const { 'bom-ref': ref, properties } of components)
    if (properties?.some((property) => property.name === 'cdx:npm:package:extraneous')) refs.add(ref);
  const dependencies: Dependency[] = listed.dependencies;
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
      ...components.filter((component) => refs.has(component['bom-ref'])).map(withoutPaths),
      ...listNetworks(),
    ],
    dependencies: dependencies
      .filter(({ ref }) => refs.has(ref))
      .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((other) => refs.has(other)) })),
  };
}

/** The packages whose code is inside the pages, by the lists of licences beside these. */
function listBundled(): readonly string[] {
  return ['console', 'packages/capture', 'packages/docs'].flatMap((page) => {
    const list = readFileSync(join(root, 'dist', page, 'dist/licences.txt'), 'utf8');
    return [...list.matchAll(/^## (\S+) - (\S+)/gm)].map(([, packed, exact]) => `${packed}@${exact}`);
  });
}

/** The component without what is so on this machine only: where it lies, and what else needs it. */
function withoutPaths(component: Component): Component {
  const properties = component.properties?.filter(
    (property) => !/^cdx:npm:package:(path|development|extraneous)/.test(property.name),
  );
  return properties === undefined ? component : { ...component, properties };
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
  try {
    return execFileSync(command, args, {
      cwd: root,
      maxBuffer: 1_000_000_000,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    // The rest of the error is all that the command printed, in numbers.
    fail(error.message);
  }
}

function fail(problem: string): never {
  console.error(problem);
  process.exit(1);
}
