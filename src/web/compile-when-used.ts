import ajvCompiler from '@fastify/ajv-compiler';
import jsonCompiler from '@fastify/fast-json-stringify-compiler';
import type { FastifyServerOptions } from 'fastify';

type Compilers = NonNullable<NonNullable<FastifyServerOptions['schemaController']>['compilersFactory']>;
type Validate = ((data: unknown) => unknown) & { errors?: unknown };
type BuildValidator = (schemas: unknown, options: object) => (route: unknown) => Validate;

/**
 * Fastify's own compilers, each schema compiled when a request first needs it. A process serves few of the hundreds of
 * schemas, and compiling all of them took most of the time that building the server takes. A schema that does not
 * compile fails no start: `test/web/compile-when-used.test.ts` compiles all.
 */
export function compileWhenUsed(): Required<Compilers> {
  const buildValidator = ajvCompiler() as unknown as BuildValidator;
  const buildSerializer = jsonCompiler();
  const buildLazyValidator: BuildValidator = (schemas, options) => {
    const compile = buildValidator(schemas, { ...options, onCreate: refuseUnreadableMoments });
    return (route) => {
      let compiled: Validate | undefined;
      const validate: Validate = (data) => {
        compiled ??= compile(route);
        const result = compiled(data);
        // Fastify reads them here.
        validate.errors = compiled.errors;
        return result;
      };
      return validate;
    };
  };
  return {
    buildValidator: buildLazyValidator as unknown as Required<Compilers>['buildValidator'],
    buildSerializer(schemas, options) {
      const compile = buildSerializer(schemas, options);
      return (route) => {
        let compiled: ReturnType<typeof compile> | undefined;
        return (data) => {
          compiled ??= compile(route);
          return compiled(data);
        };
      };
    },
  };
}

type Formats = {
  readonly formats: Readonly<Record<string, unknown>>;
  addFormat(name: string, format: object): unknown;
};

/** A leap second, and white space other than a blank, are right by RFC 3339, and no moment that JavaScript can tell. */
function refuseUnreadableMoments(ajv: Formats): void {
  const known = ajv.formats['date-time'] as { readonly validate: (text: string) => boolean };
  const validate = (text: string) => known.validate(text) && !Number.isNaN(Date.parse(text));
  ajv.addFormat('date-time', { ...known, validate });
}
