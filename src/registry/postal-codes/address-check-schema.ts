import Type from 'typebox';

/** The findings of `checkAddress`, as properties of an address in a document. */
export const addressCheckProperties = {
  postalCodeCheck: Type.Optional(
    Type.Unsafe<'agrees' | 'state_differs' | 'unassigned'>({
      type: 'string',
      enum: ['agrees', 'state_differs', 'unassigned'],
      description: 'The postal code against the state. unassigned: no state has such a code.',
    }),
  ),
  postalCodeCityCheck: Type.Optional(
    Type.Unsafe<'agrees' | 'disagrees' | 'unknown'>({
      type: 'string',
      enum: ['agrees', 'disagrees', 'unknown'],
      description:
        'The postal code against the city, by the establishments of the registry. unknown: they do not tell.',
    }),
  ),
  postalCodeCity: Type.Optional(
    Type.Object(
      { name: Type.String(), ibgeCode: Type.Optional(Type.String({ description: 'Seven digits.' })) },
      { description: 'The city that nearly all establishments with the postal code have.' },
    ),
  ),
};
