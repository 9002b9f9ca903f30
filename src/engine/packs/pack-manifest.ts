import { createHash } from 'node:crypto';
import Type, { type Static } from 'typebox';
import { Value } from 'typebox/value';
import { describeFindings } from '../../platform/describe-findings.ts';
import { PackError } from './errors.ts';

export const manifestFileName = 'confere-pack.json';

const Triple = Type.Tuple([Type.Number(), Type.Number(), Type.Number()]);
const Closed = { additionalProperties: false } as const;

const PackFileSchema = Type.Object(
  {
    name: Type.String({ pattern: '^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$' }),
    sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }),
    url: Type.Optional(Type.String({ pattern: '^https://' })),
    /** Liveness: how many times the face's box the network looks at. */
    cropScale: Type.Optional(Type.Number({ minimum: 1, maximum: 10 })),
  },
  Closed,
);

export const CalibrationSchema = Type.Object(
  {
    learntOn: Type.String({ maxLength: 500 }),
    falseMatchRates: Type.Array(
      Type.Object(
        {
          falseMatchRate: Type.Number({ exclusiveMinimum: 0, maximum: 0.5 }),
          score: Type.Number({ minimum: -1, maximum: 1 }),
        },
        Closed,
      ),
      { minItems: 2, maxItems: 100 },
    ),
    logOddsPerScore: Type.Number({ exclusiveMinimum: 0 }),
    /** Mean likeness of a face to its nearest among so many other people, and of these to each other, by rising `people`. */
    expectedLikeness: Type.Optional(
      Type.Array(
        Type.Object(
          {
            people: Type.Integer({ minimum: 2, maximum: 100_000 }),
            likeness: Type.Number({ minimum: -1, maximum: 1 }),
            among: Type.Optional(Type.Number({ minimum: -1, maximum: 1 })),
          },
          Closed,
        ),
        { minItems: 2, maxItems: 100 },
      ),
    ),
    /** True when the table is of templates made of a face and its mirrored copy. */
    usesMirroredCopy: Type.Optional(Type.Boolean()),
  },
  Closed,
);

/** Which score gives which false match rate, and how steep the odds rise with the score. */
export type PackCalibration = Static<typeof CalibrationSchema>;

const common = {
  format: Type.Literal('confere-pack@1'),
  name: Type.String({ pattern: '^[a-z0-9][a-z0-9-]{0,63}$' }),
  version: Type.String({ pattern: '^[A-Za-z0-9][A-Za-z0-9._-]{0,31}$' }),
  licence: Type.String({ minLength: 1, maxLength: 200 }),
  licenceUrl: Type.Optional(Type.String({ pattern: '^https://' })),
  source: Type.Optional(Type.String({ maxLength: 500 })),
  notice: Type.Optional(Type.String({ maxLength: 2000 })),
  input: Type.Object(
    {
      /** Width and height: every network of a pack takes a square. */
      size: Type.Integer({ minimum: 32, maximum: 640 }),
      colourOrder: Type.Union([Type.Literal('rgb'), Type.Literal('bgr')]),
      /** The input of a network is `(value - mean) / std`, value from 0 to 255, in the given colour order. */
      mean: Triple,
      std: Type.Tuple([
        Type.Number({ exclusiveMinimum: 0 }),
        Type.Number({ exclusiveMinimum: 0 }),
        Type.Number({ exclusiveMinimum: 0 }),
      ]),
    },
    Closed,
  ),
};

const RecognitionManifest = Type.Object(
  {
    ...common,
    role: Type.Literal('recognition'),
    files: Type.Array(PackFileSchema, { minItems: 1, maxItems: 1 }),
    alignment: Type.Union([
      Type.Literal('five-point-112'),
      Type.Array(Type.Tuple([Type.Number(), Type.Number()]), { minItems: 5, maxItems: 5 }),
    ]),
    output: Type.Object(
      { kind: Type.Literal('embedding'), values: Type.Integer({ minimum: 16, maximum: 4096 }) },
      Closed,
    ),
    calibration: Type.Optional(CalibrationSchema),
  },
  Closed,
);

const DetectorManifest = Type.Object(
  {
    ...common,
    role: Type.Literal('detector'),
    files: Type.Array(PackFileSchema, { minItems: 1, maxItems: 1 }),
    output: Type.Object(
      {
        kind: Type.Literal('scrfd'),
        strides: Type.Array(Type.Integer({ minimum: 1, maximum: 128 }), { minItems: 1, maxItems: 5 }),
        anchorsPerCell: Type.Integer({ minimum: 1, maximum: 8 }),
        /** From which score a face is taken as found, and under which it is also looked for on its side. */
        certainty: Type.Optional(
          Type.Object(
            {
              sureFrom: Type.Number({ minimum: 0, maximum: 1 }),
              doubtfulUnder: Type.Number({ minimum: 0, maximum: 1 }),
            },
            Closed,
          ),
        ),
      },
      Closed,
    ),
  },
  Closed,
);

const LivenessManifest = Type.Object(
  {
    ...common,
    role: Type.Literal('liveness'),
    files: Type.Array(PackFileSchema, { minItems: 1, maxItems: 4 }),
    output: Type.Object(
      {
        kind: Type.Literal('class-scores'),
        classes: Type.Integer({ minimum: 2, maximum: 16 }),
        liveClass: Type.Integer({ minimum: 0, maximum: 15 }),
        /** Least mean probability of the live class that counts as live. */
        threshold: Type.Number({ minimum: 0, maximum: 1 }),
      },
      Closed,
    ),
  },
  Closed,
);

const ManifestSchema = Type.Union([RecognitionManifest, DetectorManifest, LivenessManifest]);

export type PackManifest = Static<typeof ManifestSchema>;

export type PackRole = PackManifest['role'];

export const packRoles: readonly PackRole[] = ['recognition', 'detector', 'liveness'];

const schemas = {
  recognition: RecognitionManifest,
  detector: DetectorManifest,
  liveness: LivenessManifest,
} as const;

/** The manifest in a JSON text. Throws `pack_manifest_invalid` naming every member that is wrong. */
export function parseManifest(text: string): PackManifest {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new PackError('pack_manifest_invalid', { detail: 'The manifest is not JSON.', cause });
  }
  const role = (value as { role?: unknown } | null)?.role;
  const schema = packRoles.find((one) => one === role);
  if (schema === undefined) {
    throw new PackError('pack_manifest_invalid', { detail: `role must be one of ${packRoles.join(', ')}.` });
  }
  if (!Value.Check(schemas[schema], value)) {
    const problems = describeFindings(Value.Errors(schemas[schema], value), 'manifest');
    throw new PackError('pack_manifest_invalid', { problems, detail: describe(problems) });
  }
  const manifest = value as PackManifest;
  const names = manifest.files.map(({ name }) => name);
  if (new Set(names).size < names.length || names.includes(manifestFileName)) {
    throw new PackError('pack_manifest_invalid', { detail: 'Every file needs its own name.' });
  }
  return manifest;
}

function describe(problems: readonly { path: string; message: string }[]): string {
  return problems
    .slice(0, 5)
    .map(({ path, message }) => `${path} ${message}`)
    .join('; ');
}

/** The calibration table in a JSON value; undefined when it is none. */
export function parseCalibration(value: unknown): PackCalibration | undefined {
  return Value.Check(CalibrationSchema, value) ? value : undefined;
}

export function packId({ name, version }: Pick<PackManifest, 'name' | 'version'>): string {
  return `${name}@${version}`;
}

/**
 * The name of the templates of a recognition pack. It covers everything that a template depends on: two packs with
 * different templates never share a name, whatever their manifests call themselves.
 */
export function templateModelOf(
  manifest: PackManifest & { readonly role: 'recognition' },
  usesMirroredCopy: boolean,
): string {
  const made = [
    manifest.files[0]?.sha256,
    manifest.input,
    manifest.alignment,
    manifest.output,
    ...(usesMirroredCopy ? ['mirrored copy'] : []),
  ];
  const digest = createHash('sha256').update(JSON.stringify(made)).digest('hex');
  return `${packId(manifest)}+${digest.slice(0, 12)}`;
}
