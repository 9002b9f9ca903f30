import {
  Alert,
  Anchor,
  type CSSVariablesResolver,
  createTheme,
  Loader,
  type MantineColorsTuple,
  Modal,
} from '@mantine/core';

const green: MantineColorsTuple = [
  '#e6f7f1',
  '#cfeee2',
  '#a3dfca',
  '#72cfaf',
  '#4bbf98',
  '#2ca583',
  '#168a6b',
  '#0f7a5d',
  '#0b6b50',
  '#07553f',
];

export const confereTheme = createTheme({
  primaryColor: 'green',
  primaryShade: { light: 8, dark: 8 },
  colors: { green },
  defaultRadius: 'md',
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif',
  fontFamilyMonospace: 'ui-monospace, "Cascadia Mono", Menlo, Consolas, monospace',
  headings: { fontWeight: '650', sizes: { h1: { fontSize: '1.5rem' }, h2: { fontSize: '1.1rem' } } },
  respectReducedMotion: true,
  components: {
    // Whoever listens is interrupted by errors alone; those say so themselves.
    Alert: Alert.extend({ defaultProps: { role: 'note' } }),
    Anchor: Anchor.extend({ defaultProps: { inherit: true } }),
    Loader: Loader.extend({ defaultProps: { role: 'status' } }),
    // The page has its banner; the heading of a dialog is no second one.
    ModalHeader: Modal.Header.extend({ defaultProps: { role: 'presentation' } }),
  },
});

const tinted = ['gray', 'red', 'orange', 'yellow', 'blue', 'green', 'violet'] as const;

/** Texts darker (in dark: lighter) than Mantine has them, so that each reaches a contrast of 4.5 to 1. */
export const confereVariables: CSSVariablesResolver = (theme) => {
  const tints = (shade: number, ground: string) =>
    Object.fromEntries(
      tinted.flatMap((name) => [
        [`--mantine-color-${name}-light-color`, theme.colors[name]?.[shade] ?? ''],
        [`--mantine-color-${name}-light`, `color-mix(in srgb, ${theme.colors[name]?.[6]} 14%, ${ground})`],
      ]),
    );
  return {
    variables: {},
    light: {
      '--mantine-color-dimmed': theme.colors.gray[7],
      '--mantine-color-placeholder': theme.colors.gray[7],
      '--mantine-color-error': '#b42318',
      '--mantine-color-anchor': theme.colors.green?.[8] ?? '',
      '--confere-field-border': '#757d85',
      '--confere-raised': '#ffffff',
      '--confere-ground': '#f4f6f5',
      ...tints(9, '#fff'),
      '--mantine-color-orange-light-color': '#8a3303',
      '--mantine-color-yellow-light-color': '#6b4a00',
      '--mantine-color-red-light-color': '#a31d1d',
    },
    dark: {
      '--mantine-color-dimmed': theme.colors.dark[1],
      '--mantine-color-placeholder': theme.colors.dark[1],
      '--mantine-color-error': '#ff9a93',
      '--mantine-color-anchor': theme.colors.green?.[3] ?? '',
      '--confere-field-border': theme.colors.gray[6],
      '--confere-raised': theme.colors.dark[6],
      '--confere-ground': theme.colors.dark[8],
      ...tints(2, '#1f1f1f'),
    },
  };
};
