import Type, { type Static } from 'typebox';
import { addressCheckProperties } from '../registry/index.ts';

const text = (description?: string) =>
  Type.Optional(Type.String({ maxLength: 300, ...(description && { description }) }));
const date = (description: string) => Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$', description });

const basicDataFields = {
  name: text(),
  fatherName: text(),
  motherName: text(),
  birthDate: Type.Optional(Type.String({ pattern: '^\\d{2}/\\d{2}/\\d{4}$', description: 'DD/MM/YYYY' })),
  rg: text('Number of the identity document.'),
  gender: text('Female, Male, or as the source says.'),
};

/** Basic data of a person, as the profile shows them. What is not known is absent. */
const PersonBasicDataSchema = Type.Object(basicDataFields, { additionalProperties: false });
export type PersonBasicData = Static<typeof PersonBasicDataSchema>;

export const PfBasicDataSchema = Type.Object(
  { ...basicDataFields, dataDate: Type.Optional(date('Day that the data set is of.')) },
  { additionalProperties: false },
);

const AddressSchema = Type.Object(
  {
    type: text('Home, work, or as the source says.'),
    street: text(),
    number: text(),
    complement: text(),
    neighborhood: text(),
    city: text(),
    state: text('Two letters where the source has them.'),
    postalCode: text('CEP.'),
    country: text(),
  },
  { additionalProperties: false },
);
export type Address = Static<typeof AddressSchema>;

const MergedAddressSchema = Type.Object(
  {
    ...AddressSchema.properties,
    origins: Type.Array(Type.String(), { description: 'data_sets, or names of providers, in their order.' }),
    ...addressCheckProperties,
  },
  { additionalProperties: false },
);
export type MergedAddress = Static<typeof MergedAddressSchema>;

/** Addresses of one person that are kept at most. */
export const maxAddresses = 20;

export const PfAddressesSchema = Type.Object(
  {
    addresses: Type.Array(AddressSchema, { maxItems: maxAddresses }),
    dataDate: Type.Optional(date('Day that the data set is of.')),
  },
  { additionalProperties: false },
);

/** `data` of the source pfAddresses in profiles: the addresses of all sources. */
export const MergedAddressesSchema = Type.Object(
  {
    addresses: Type.Array(MergedAddressSchema, { maxItems: maxAddresses }),
    unavailable: Type.Optional(
      Type.Array(Type.String(), { description: 'Sources that could not be asked.' }),
    ),
    dataDate: Type.Optional(date('Day that the data set is of.')),
  },
  { additionalProperties: false },
);
