import ajvCompiler from '@fastify/ajv-compiler';
import jsonCompiler from '@fastify/fast-json-stringify-compiler';
import type { FastifyServerOptions } from 'fastify';

type Compilers = NonNullable<NonNullable<FastifyServerOptions['schemaController']>['compilersFactory']>;
type Validate = ((data: unknown) => unknown) & { errors?: unknown };
type BuildValidator = (schemas: unknown, options: unknown) => (route: unknown) => Validate;

/**
 * Fastify's own compilers, each schema compiled when a request first needs it. A process serves few of the hundreds of
 * schemas, and compiling all of them took most of the time that building the server takes. A schema that does not
 * compile fails no start: `test/web/compile-when-used.test.ts` compiles all.
 */
export function compileWhenUsed(): Required<Compilers> {
  const buildValidator = ajvCompiler() as unknown as BuildValidator;
  const buildSerializer = jsonCompiler();
  const buildLazyValidator: BuildValidator = (schemas, options) => {
    const compile = buildValidator(schemas, options);
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
