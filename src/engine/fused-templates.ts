import type { MadeFaceTemplate } from './face-engine.ts';
import { defaultFaceTemplates } from './face-template.ts';

/*
 * A template of the default network and of a pack beside it holds the templates of both, one after the other. Its model
 * has both names. So each part can be compared with a template of that network alone. See docs/decisions/0169.
 */

const between = '&';
const bytesOfDefault = defaultFaceTemplates.embeddedValues * Float32Array.BYTES_PER_ELEMENT;

/** The model of templates of the default network and of a pack together. */
export function fusedModelOf(packModel: string): string {
  return `${defaultFaceTemplates.templateModel}${between}${packModel}`;
}

/** The models whose networks make the templates of a model: one, or the default and a pack's. */
export function partModelsOf(templateModel: string): readonly string[] {
  return templateModel.split(between);
}

/** The template of both networks from the templates of each, in the order of `partModelsOf`. */
export function joinTemplates(parts: readonly Uint8Array[]): Uint8Array {
  return new Uint8Array(Buffer.concat(parts));
}

/**
 * The templates of each network in a template of two; none in a template of one, and none where the default network was
 * another one.
 */
export function partsOf({ template, templateModel }: MadeFaceTemplate): readonly MadeFaceTemplate[] {
  const [first, second] = partModelsOf(templateModel);
  if (second === undefined || first !== defaultFaceTemplates.templateModel) return [];
  return [
    { templateModel: first, template: template.slice(0, bytesOfDefault) },
    { templateModel: second, template: template.slice(bytesOfDefault) },
  ];
}

/**
 * The first of some models that both photos have a template of, with both templates: whole or as a part. Undefined
 * when they have none in common.
 */
export function findCommonTemplates(
  models: readonly string[],
  first: readonly MadeFaceTemplate[],
  second: readonly MadeFaceTemplate[],
): { readonly templateModel: string; readonly first: Uint8Array; readonly second: Uint8Array } | undefined {
  for (const templateModel of models) {
    const [a, b] = [findTemplate(first, templateModel), findTemplate(second, templateModel)];
    if (a !== undefined && b !== undefined) return { templateModel, first: a, second: b };
  }
  return undefined;
}

/** The template of a model among those of one photo, whole or as a part. */
export function findTemplate(
  made: readonly MadeFaceTemplate[],
  templateModel: string,
): Uint8Array | undefined {
  for (const one of made) {
    if (one.templateModel === templateModel) return one.template;
    const part = partsOf(one).find((part) => part.templateModel === templateModel);
    if (part !== undefined) return part.template;
  }
  return undefined;
}
