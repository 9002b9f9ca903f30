import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { parse, parseAllDocuments } from 'yaml';
import { loadAppConfig } from '../../src/app.ts';

const folder = fileURLToPath(new URL('../../deploy/kubernetes', import.meta.url));
const withoutKubectl = !['/usr/bin/kubectl', '/usr/local/bin/kubectl'].some((path) => existsSync(path));

type Manifest = {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly labels?: Readonly<Record<string, string>> };
  // biome-ignore lint/suspicious/noExplicitAny: manifests of every kind; the schemas of Kubernetes say what is in them
  readonly spec?: any;
  readonly data?: Readonly<Record<string, string>>;
};

/** Throws when a manifest does not fit the schema of its kind in Kubernetes' own API. */
async function validate(manifest: Manifest): Promise<void> {
  const { apiVersion, kind } = manifest;
  const models = await import(`kubernetes-models/${apiVersion}`);
  const Model = models[kind] as new (data: object) => { validate(): void };
  new Model(manifest).validate();
}

describe('the manifests for Kubernetes', { skip: withoutKubectl && 'kubectl is not installed' }, () => {
  const rendered = withoutKubectl ? '' : execFileSync('kubectl', ['kustomize', folder], { encoding: 'utf8' });
  const manifests = parseAllDocuments(rendered).map((document) => document.toJS() as Manifest);
  const ofKind = (kind: string) => manifests.filter((one) => one.kind === kind);
  const podOf = ({ spec }: Manifest) => spec.template.spec;
  const workloads = [...ofKind('Deployment'), ...ofKind('Job')];

  it('name the image of this version', () => {
    const { version } = JSON.parse(readFileSync(join(folder, '../../package.json'), 'utf8'));
    for (const { spec } of workloads) {
      for (const { image } of spec.template.spec.containers) {
        assert.equal(image, `registry.example/confere:${version}`);
      }
    }
  });

  it("fit the schemas of Kubernetes' API", async () => {
    assert.ok(manifests.length >= 18);
    for (const manifest of manifests) await validate(manifest);
  });

  it('that are wrong are noticed', async () => {
    const [deployment] = ofKind('Deployment');
    const wrong = structuredClone(deployment) as Manifest;
    podOf(wrong).containers[0].image = 5;
    await assert.rejects(validate(wrong));
  });

  it('let no pod be root, gain privileges or write outside its folders', () => {
    for (const workload of workloads) {
      const { securityContext, automountServiceAccountToken, containers } = podOf(workload);
      assert.equal(securityContext.runAsNonRoot, true, workload.metadata.name);
      assert.equal(securityContext.seccompProfile.type, 'RuntimeDefault');
      assert.equal(automountServiceAccountToken, false);
      for (const { securityContext: own } of containers) {
        assert.equal(own.readOnlyRootFilesystem, true);
        assert.equal(own.allowPrivilegeEscalation, false);
        assert.deepEqual(own.capabilities.drop, ['ALL']);
      }
    }
  });

  it('give every deployment probes, spread, a budget for disruptions and more time than the service takes', () => {
    for (const { metadata, spec } of ofKind('Deployment')) {
      const { containers, topologySpreadConstraints, terminationGracePeriodSeconds } = spec.template.spec;
      const [container] = containers;
      for (const probe of ['startupProbe', 'readinessProbe', 'livenessProbe']) {
        assert.ok(container[probe], `${metadata.name} ${probe}`);
      }
      assert.equal(topologySpreadConstraints.length, 2);
      const drainSeconds = Number(ofKind('ConfigMap')[0]?.data?.DRAIN_SECONDS);
      assert.ok(drainSeconds > 0);
      const { shutdownTimeoutMs } = loadAppConfig({}).server;
      assert.ok((terminationGracePeriodSeconds - drainSeconds) * 1_000 > shutdownTimeoutMs);
      const budget = ofKind('PodDisruptionBudget').find((one) => one.metadata.name === metadata.name);
      assert.deepEqual(budget?.spec.selector.matchLabels, spec.selector.matchLabels);
    }
  });

  it('have settings that the service takes, for each role', () => {
    const [settings] = ofKind('ConfigMap');
    for (const deployment of ofKind('Deployment')) {
      const own = podOf(deployment).containers[0].env as { name: string; value?: string }[];
      const env: Record<string, string> = { ...settings?.data };
      for (const { name, value } of own) env[name] = value ?? 'postgres://confere@postgres/confere';
      if ('REDIS_URL' in env) env.REDIS_URL = 'redis://redis:6379';
      const folders = podOf(deployment).containers[0].volumeMounts.map(
        ({ mountPath }: { mountPath: string }) => mountPath,
      );
      for (const [name, value] of Object.entries(env)) {
        const path = /^file:(.*)\/[^/]+$/.exec(value)?.[1];
        assert.ok(path === undefined || folders.includes(path), `${deployment.metadata.name} ${name}`);
      }
      // The files are on no disk here.
      for (const name of ['MASTER_KEY', 'FACES_SECRET', 'S3_SECRET_ACCESS_KEY']) {
        const given = env[name];
        if (given?.startsWith('file:'))
          env[name] = name === 'MASTER_KEY' ? `${'A'.repeat(43)}=` : 'x'.repeat(40);
      }
      const config = loadAppConfig(env);
      assert.equal(config.server.metricsListen?.port, 9464);
    }
  });

  it('keep the database and the master key from the face services', () => {
    const faces = ofKind('Deployment').find(({ metadata }) => metadata.name === 'confere-faces')!;
    const text = JSON.stringify(faces);
    assert.doesNotMatch(text, /confere-secrets|DATABASE_URL|REDIS_URL|reaches-database/);
    const env = podOf(faces).containers[0].env as { name: string; value: string }[];
    assert.equal(env.find(({ name }) => name === 'MASTER_KEY')?.value, '');
  });

  it('name ports and secrets that are there', () => {
    const secrets = new Set(['confere-secrets', 'confere-faces']);
    for (const workload of workloads) {
      const { containers, volumes } = podOf(workload);
      const mounted = new Set(volumes.map(({ name }: { name: string }) => name));
      for (const { volumeMounts, env = [] } of containers) {
        for (const { name } of volumeMounts)
          assert.ok(mounted.has(name), `${workload.metadata.name} ${name}`);
        for (const { valueFrom } of env) {
          if (valueFrom) assert.ok(secrets.has(valueFrom.secretKeyRef.name));
        }
      }
      for (const { secret } of volumes) if (secret) assert.ok(secrets.has(secret.secretName));
    }
    for (const { metadata, spec } of ofKind('Service')) {
      const deployment = ofKind('Deployment').find((one) => one.metadata.name === metadata.name)!;
      const ports = podOf(deployment).containers[0].ports.map(({ name }: { name: string }) => name);
      for (const { targetPort } of spec.ports) assert.ok(ports.includes(targetPort));
      assert.deepEqual(spec.selector, deployment.spec.selector.matchLabels);
    }
  });
});

it('the guide that the manifests name is there', () => {
  const text = readFileSync(join(folder, 'kustomization.yaml'), 'utf8');
  const [guide = ''] = /docs\/\S+\.md/.exec(text) ?? [];
  assert.ok(existsSync(join(folder, '../..', guide)), guide);
});

describe('the component that shares the duplicate search', {
  skip: withoutKubectl && 'kubectl is not installed',
}, () => {
  let manifests: readonly Manifest[];
  let overlay: string;

  before(() => {
    overlay = mkdtempSync(join(realpathSync(tmpdir()), 'confere-overlay-'));
    const base = relative(overlay, folder);
    writeFileSync(
      join(overlay, 'kustomization.yaml'),
      JSON.stringify({ resources: [base], components: [`${base}/duplicates`] }),
    );
    const rendered = execFileSync('kubectl', ['kustomize', overlay], { encoding: 'utf8' });
    manifests = parseAllDocuments(rendered).map((document) => document.toJS() as Manifest);
  });
  after(() => rmSync(overlay, { recursive: true }));

  const find = (kind: string, name: string) =>
    manifests.find((one) => one.kind === kind && one.metadata.name === name)!;
  const podOf = ({ spec }: Manifest) => spec.template.spec;

  it("fits the schemas of Kubernetes' API", async () => {
    for (const manifest of manifests) await validate(manifest);
  });

  it('is one process at the address that web and jobs ask', () => {
    const { spec } = find('Deployment', 'confere-duplicates');
    assert.equal(spec.replicas, 1);
    const [container] = spec.template.spec.containers;
    const [settings] = manifests.filter(({ kind }) => kind === 'ConfigMap');
    const [port] = find('Service', 'confere-duplicates').spec.ports;
    for (const name of ['confere-web', 'confere-jobs']) {
      const env = podOf(find('Deployment', name)).containers[0].env as { name: string; value: string }[];
      const { value } = env.find((one) => one.name === 'DUPLICATES_URL')!;
      assert.equal(value, `http://confere-duplicates:${port.port}`);
    }
    const env: Record<string, string> = { ...settings?.data };
    for (const { name, value } of container.env as { name: string; value?: string }[]) {
      env[name] = value ?? 'postgres://confere@postgres/confere';
    }
    env.MASTER_KEY = `${'A'.repeat(43)}=`;
    env.DUPLICATES_SECRET = 'x'.repeat(40);
    assert.equal(loadAppConfig(env).server.listen.port, port.port);
  });

  it('mounts the secret where the settings look for it, and lets only web and jobs in', () => {
    const workloads = [
      find('Deployment', 'confere-duplicates'),
      find('Deployment', 'confere-web'),
      find('Deployment', 'confere-jobs'),
    ];
    for (const workload of workloads) {
      const { containers, volumes } = podOf(workload);
      const [{ env, volumeMounts }] = containers;
      const { value } = env.find(({ name }: { name: string }) => name === 'DUPLICATES_SECRET');
      const mount = volumeMounts.find(({ name }: { name: string }) => name === 'duplicates-secret');
      assert.equal(value, `file:${mount.mountPath}/duplicates-secret`);
      const volume = volumes.find(({ name }: { name: string }) => name === 'duplicates-secret');
      assert.equal(volume.secret.secretName, 'confere-duplicates');
    }
    const labels = (manifest: Manifest) => manifest.spec.template.metadata.labels;
    assert.equal(labels(workloads[1]!)['confere/reaches-duplicates'], 'true');
    assert.equal(labels(workloads[2]!)['confere/reaches-duplicates'], 'true');
    assert.doesNotMatch(JSON.stringify(find('Deployment', 'confere-faces')), /DUPLICATE|duplicates/);
    const pod = podOf(workloads[0]!);
    assert.equal(pod.securityContext.runAsNonRoot, true);
    assert.equal(pod.containers[0].securityContext.readOnlyRootFilesystem, true);
  });
});

it('the component for KEDA scales a deployment that is there', () => {
  const [scaled, authentication] = parseAllDocuments(
    readFileSync(`${folder}/keda/scale-jobs.yaml`, 'utf8'),
  ).map((document) => document.toJS() as Manifest);
  assert.equal(scaled?.spec.scaleTargetRef.name, 'confere-jobs');
  assert.match(readFileSync(`${folder}/jobs.yaml`, 'utf8'), /name: confere-jobs/);
  const [trigger] = scaled?.spec.triggers ?? [];
  assert.equal(trigger.authenticationRef.name, authentication?.metadata.name);
});

describe('the components for backups and for the Prometheus Operator', {
  skip: withoutKubectl && 'kubectl is not installed',
}, () => {
  let manifests: readonly Manifest[];
  let overlay: string;
  const digest = `sha256:${'0'.repeat(64)}`;

  before(() => {
    overlay = mkdtempSync(join(realpathSync(tmpdir()), 'confere-overlay-'));
    const base = relative(overlay, folder);
    writeFileSync(
      join(overlay, 'kustomization.yaml'),
      JSON.stringify({
        resources: [base],
        components: ['backup', 'monitoring', 'duplicates'].map((name) => `${base}/${name}`),
        images: [{ name: 'registry.example/confere', newName: 'registry.example.com/confere', digest }],
      }),
    );
    const rendered = execFileSync('kubectl', ['kustomize', overlay], { encoding: 'utf8' });
    manifests = parseAllDocuments(rendered).map((document) => document.toJS() as Manifest);
  });
  after(() => rmSync(overlay, { recursive: true }));

  const find = (kind: string) => manifests.find((one) => one.kind === kind)!;

  it('make a backup each night, one at a time, into a volume that is there', async () => {
    const [job, claim] = [find('CronJob'), find('PersistentVolumeClaim')];
    await validate(job);
    await validate(claim);
    assert.equal(job.spec.concurrencyPolicy, 'Forbid');
    const pod = job.spec.jobTemplate.spec.template.spec;
    const [{ args, env, volumeMounts, image }] = pod.containers;
    assert.equal(image, `registry.example.com/confere@${digest}`);
    assert.deepEqual(args.slice(0, 2), ['backup', 'create']);
    assert.ok(env.some(({ name }: { name: string }) => name === 'POD_NAME'));
    const mount = volumeMounts.find(({ mountPath }: { mountPath: string }) => args[2].startsWith(mountPath));
    const volume = pod.volumes.find(({ name }: { name: string }) => name === mount.name);
    assert.equal(volume.persistentVolumeClaim.claimName, claim.metadata.name);
    assert.equal(pod.securityContext.runAsNonRoot, true);
  });

  it('find the metrics of every pod, under the job that the alerts know, and have every alert', () => {
    const monitor = find('PodMonitor');
    const [endpoint] = monitor.spec.podMetricsEndpoints;
    for (const { spec, metadata } of manifests.filter(({ kind }) => kind === 'Deployment')) {
      const labels = spec.template.metadata.labels;
      for (const [name, value] of Object.entries(monitor.spec.selector.matchLabels)) {
        assert.equal(labels[name], value, metadata.name);
      }
      const ports = spec.template.spec.containers[0].ports.map(({ name }: { name: string }) => name);
      assert.ok(ports.includes(endpoint.port));
      assert.equal(
        spec.template.spec.containers[0].image,
        `registry.example.com/confere@${digest}`,
        metadata.name,
      );
    }
    assert.ok(
      endpoint.relabelings.some(({ replacement }: { replacement?: string }) => replacement === 'confere'),
    );
    const alerts = readFileSync(join(folder, '../monitoring/alerts.yaml'), 'utf8');
    // kubectl breaks the lines of expressions in other places.
    const withoutBreaks = (groups: unknown) => JSON.parse(JSON.stringify(groups).replace(/(\\n|\s)+/g, ' '));
    assert.deepEqual(withoutBreaks(find('PrometheusRule').spec.groups), withoutBreaks(parse(alerts).groups));
  });
});
