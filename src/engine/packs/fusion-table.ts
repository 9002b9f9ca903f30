import Type, { type Static } from 'typebox';
import { Value } from 'typebox/value';
import { CalibrationSchema } from './pack-manifest.ts';

const Closed = { additionalProperties: false } as const;
const Share = Type.Number({ minimum: 0, maximum: 1 });
const Shares = Type.Object({ default: Share, pack: Share }, Closed);
const Spread = Type.Object({ mean: Type.Number(), least: Type.Number(), most: Type.Number() }, Closed);

const FusionTableSchema = Type.Object(
  {
    /** The models of the templates that it was learnt with. */
    defaultModel: Type.String(),
    packModel: Type.String(),
    weights: Shares,
    shares: Shares,
    calibration: CalibrationSchema,
    leftOut: Type.Array(
      Type.Object(
        {
          falseMatchRate: Type.Number(),
          had: Spread,
          missed: Spread,
          missedByDefault: Spread,
          missedByPack: Spread,
        },
        Closed,
      ),
    ),
  },
  Closed,
);

/** The scores of a pack and of the default network together: learnt beside the pack's own table. */
export type FusionTable = Static<typeof FusionTableSchema>;

/** The table in a JSON value; undefined when it is none. */
export function parseFusionTable(value: unknown): FusionTable | undefined {
  return Value.Check(FusionTableSchema, value) ? value : undefined;
}
