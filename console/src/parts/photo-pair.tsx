import { ActionIcon, Box, Button, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { type PointerEvent, useState, type WheelEvent } from 'react';
import { useTranslation } from 'react-i18next';

type View = { readonly scale: number; readonly x: number; readonly y: number };
const whole: View = { scale: 1, x: 0, y: 0 };
const greatest = 8;

/** Points of a face mesh: x and y in turn, as fractions of the upright photo. */
type Landmarks = { readonly width: number; readonly height: number; readonly points: readonly number[] };

/** Photos side by side, or one over the other. They are zoomed and moved together, so that the same part of both faces is seen. */
export function PhotoPair({
  photos,
}: {
  readonly photos: readonly {
    readonly title: string;
    readonly url: string | undefined;
    readonly landmarks?: Landmarks | undefined;
  }[];
}) {
  const { t } = useTranslation();
  const [view, setView] = useState(whole);
  /** The share that is seen of the second photo over the first; undefined while they stand side by side. */
  const [share, setShare] = useState<number>();
  /** Keeps the point of the frame that is given, as fractions of it, where it is. */
  const zoom = (factor: number, atX = 0.5, atY = 0.5) =>
    setView(({ scale, x, y }) => {
      const next = Math.max(1, Math.min(greatest, scale * factor));
      return next === 1
        ? whole
        : { scale: next, x: atX - ((atX - x) * next) / scale, y: atY - ((atY - y) * next) / scale };
    });
  const move = (dx: number, dy: number) =>
    setView((now) => (now.scale === 1 ? now : { ...now, x: now.x + dx, y: now.y + dy }));
  const onWheel = (event: WheelEvent<HTMLElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    zoom(
      event.deltaY < 0 ? 1.2 : 1 / 1.2,
      (event.clientX - box.left) / box.width,
      (event.clientY - box.top) / box.height,
    );
  };
  const transform = `translate(${view.x * 100}%, ${view.y * 100}%) scale(${view.scale})`;
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    if (event.buttons !== 1) return;
    const box = event.currentTarget.getBoundingClientRect();
    move(event.movementX / box.width, event.movementY / box.height);
  };
  const [below, above] = photos;
  const canLayOver = photos.length === 2 && below?.url !== undefined && above?.url !== undefined;
  const shown = above !== undefined && share !== undefined ? photos.slice(0, 1) : photos;
  return (
    <Stack gap="xs">
      {canLayOver && (
        <Group gap="sm">
          <Button
            size="xs"
            variant="default"
            aria-pressed={share !== undefined}
            onClick={() => setShare(share === undefined ? 0.5 : undefined)}
          >
            {t('attempts.layOver')}
          </Button>
          {share !== undefined && (
            <input
              type="range"
              min={0}
              max={100}
              value={share * 100}
              aria-label={t('attempts.shareOf', { title: above.title })}
              onChange={({ currentTarget }) => setShare(Number(currentTarget.value) / 100)}
            />
          )}
        </Group>
      )}
      <SimpleGrid cols={{ base: 1, xs: shown.length > 1 ? 2 : 1 }}>
        {shown.map(({ title, url, landmarks }) => (
          <Stack key={title} gap={4}>
            <Text size="sm" fw={600}>
              {share === undefined ? title : photos.map((one) => one.title).join(' · ')}
            </Text>
            <Box
              className="photo-frame"
              onWheel={onWheel}
              onPointerMove={onPointerMove}
              onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
            >
              {url === undefined ? (
                <Text c="gray.4" p="md">
                  {t('attempts.noPhoto')}
                </Text>
              ) : (
                <>
                  <img
                    src={url}
                    alt={title}
                    draggable={false}
                    referrerPolicy="no-referrer"
                    style={{ transform }}
                  />
                  {share !== undefined && (
                    <img
                      className="above"
                      src={above?.url}
                      alt={above?.title}
                      draggable={false}
                      referrerPolicy="no-referrer"
                      style={{ transform, opacity: share }}
                    />
                  )}
                  {landmarks !== undefined && <Mesh landmarks={landmarks} transform={transform} />}
                </>
              )}
            </Box>
          </Stack>
        ))}
      </SimpleGrid>
      <Group gap={4} role="group" aria-label={t('attempts.zoom')}>
        {(
          [
            ['−', t('attempts.zoomOut'), () => zoom(1 / 1.5)],
            ['+', t('attempts.zoomIn'), () => zoom(1.5)],
            ['←', t('attempts.left'), () => move(0.15, 0)],
            ['→', t('attempts.right'), () => move(-0.15, 0)],
            ['↑', t('attempts.up'), () => move(0, 0.15)],
            ['↓', t('attempts.down'), () => move(0, -0.15)],
            ['1:1', `1:1 ${t('attempts.whole')}`, () => setView(whole)],
          ] as const
        ).map(([sign, name, act]) => (
          <ActionIcon key={sign} variant="default" aria-label={name} title={name} onClick={act} w={34}>
            <Text span size="sm">
              {sign}
            </Text>
          </ActionIcon>
        ))}
        <Text size="sm" c="dimmed" className="number">
          {Math.round(view.scale * 100)}%
        </Text>
      </Group>
    </Stack>
  );
}

/** The points over the photo. They stay the same size while it is zoomed. */
function Mesh({
  landmarks: { width, height, points },
  transform,
}: {
  readonly landmarks: Landmarks;
  readonly transform: string;
}) {
  const { t } = useTranslation();
  const path: string[] = [];
  for (let at = 0; at + 1 < points.length; at += 2) {
    path.push(`M${(points[at] ?? 0) * width} ${(points[at + 1] ?? 0) * height}h0`);
  }
  return (
    <svg
      className="mesh"
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={t('attempts.landmarks')}
      style={{ transform }}
    >
      <path d={path.join('')} vectorEffect="non-scaling-stroke" />
    </svg>
  );
}
