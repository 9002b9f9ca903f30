import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { nameComponents } from '../../src/web/openapi-components.ts';

const membersOf = (...names: string[]) => Object.fromEntries(names.map((name) => [name, { type: 'string' }]));

describe('named components', () => {
  const pet = (description?: string) => ({
    title: 'Pet',
    type: 'object',
    properties: { title: { type: 'string' } },
    ...(description === undefined ? {} : { description }),
  });

  it('every schema with a title moves to the components, one within another as well', () => {
    const { paths, components } = nameComponents({
      paths: { '/pets': { 200: { title: 'Pets', type: 'array', items: pet() }, 201: pet('A pet.') } },
      components: { schemas: { Error: { type: 'object' } } },
    });
    assert.deepEqual(paths, {
      '/pets': { 200: { $ref: '#/components/schemas/Pets' }, 201: { $ref: '#/components/schemas/Pet' } },
    });
    assert.deepEqual(components, {
      schemas: {
        Error: { type: 'object' },
        Pet: { type: 'object', properties: { title: { type: 'string' } } },
        Pets: { type: 'array', items: { $ref: '#/components/schemas/Pet' } },
      },
    });
  });

  it('an answer that is a named thing beside its requestId refers to it', () => {
    const thing = {
      title: 'Thing',
      type: 'object',
      required: ['id'],
      properties: membersOf('id', 'at', 'by'),
    };
    const answer = (title: string, ...more: string[]) => ({
      title,
      type: 'object',
      description: 'Here it is.',
      required: ['requestId', 'id', ...more],
      properties: membersOf('requestId', 'id', 'at', 'by', ...more),
    });
    const { components } = nameComponents({
      paths: { '/things': [thing, answer('ThingAnswer'), answer('LargerAnswer', 'size')] },
      components: { schemas: {} },
    });
    const own = (...members: string[]) => ({
      type: 'object',
      required: members,
      properties: membersOf(...members),
    });
    const $ref = '#/components/schemas/Thing';
    assert.deepEqual(components.schemas, {
      Answer: own('requestId'),
      LargerAnswer: { allOf: [own('requestId', 'size'), { $ref }] },
      Thing: { type: 'object', required: ['id'], properties: membersOf('id', 'at', 'by') },
      ThingAnswer: { allOf: [{ $ref: '#/components/schemas/Answer' }, { $ref }] },
    });
  });

  it('two that differ may not have one name', () => {
    const paths = { '/pets': { 200: pet(), 201: { ...pet(), type: 'array' } } };
    assert.throws(() => nameComponents({ paths }), /two schemas that differ have the title Pet/);
  });
});
