import { useTranslation } from 'react-i18next';
import type { components } from '../api/schema.ts';
import { Fact, Facts } from '../parts/facts.tsx';
import { Panel } from '../parts/panel.tsx';

/** The quality figures of the received photo. */
export function Quality({ quality }: { readonly quality: components['schemas']['FaceQuality'] }) {
  const { t, i18n } = useTranslation();
  const number = new Intl.NumberFormat(i18n.language, { maximumFractionDigits: 2 });
  const show = (value: number | undefined, unit = '') =>
    value === undefined ? undefined : `${number.format(value)}${unit}`;
  return (
    <Panel title={t('attempts.quality')}>
      <Facts>
        <Fact name={t('attempts.eyeDistance')}>{show(quality.eyeDistancePx, ' px')}</Fact>
        <Fact name={t('attempts.faceWidth')}>{show(quality.faceWidthPx, ' px')}</Fact>
        <Fact name={t('attempts.yaw')}>{show(quality.yawDegrees, '°')}</Fact>
        <Fact name={t('attempts.pitch')}>{show(quality.pitchDegrees, '°')}</Fact>
        <Fact name={t('attempts.roll')}>{show(quality.rollDegrees, '°')}</Fact>
        <Fact name={t('attempts.sharpness')}>{show(quality.sharpness)}</Fact>
        <Fact name={t('attempts.brightness')}>{show(quality.brightness)}</Fact>
        <Fact name={t('attempts.contrast')}>{show(quality.contrast)}</Fact>
        <Fact name={t('attempts.eyesVisible')}>{show(quality.eyesVisibility)}</Fact>
        <Fact name={t('attempts.mouthVisible')}>{show(quality.mouthVisibility)}</Fact>
      </Facts>
    </Panel>
  );
}
