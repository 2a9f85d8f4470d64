import { useMemo } from 'react'
import { PortsContext } from '#engine/engine.ts'
import type { DeviceHead } from '#engine/ports.ts'
import { useWidgets } from '#engine/property/state/widgets.ts'
import { Tile } from '#engine/screens/tiles/Tile.tsx'
import type { Delivery } from '#engine/widget.ts'
import { languages } from '#i18n/languages.ts'
import { Speaking } from '#i18n/Speaking.tsx'
import { useText } from '#i18n/useText.ts'
import type { Device } from '#schemas/generated/entities/device.ts'
import type { DeviceLayout } from '#schemas/generated/entities/layout.ts'
import styles from '../studio.module.css'
import { previewPorts } from './preview-home.ts'
import type { Mood } from './preview-values.ts'

interface Props {
  device: Device
  layout: DeviceLayout
  mood: Mood
}

interface State {
  id: 'confirmed' | 'sending' | 'diverged' | 'failed' | 'offline' | 'restricted'
  status: DeviceHead['status']
  phase: Delivery['phase']
  reason?: number
  since?: number
}

const HOURS = 3_600_000
const NO_PERMISSION = 703

/** States in which a tile looks different (look: tile). */
const STATES: readonly State[] = [
  { id: 'confirmed', status: 2, phase: 'confirmed' },
  { id: 'sending', status: 2, phase: 'sending' },
  { id: 'diverged', status: 2, phase: 'diverged' },
  { id: 'failed', status: 2, phase: 'failed' },
  { id: 'offline', status: 5, phase: 'reported', since: 5 * HOURS },
  { id: 'restricted', status: 7, phase: 'reported', reason: NO_PERMISSION },
]

const THEMES = ['light', 'dark'] as const

/** Each language in each theme; beside each other first what differs in both. */
const COLUMNS = THEMES.flatMap((_, turn) =>
  THEMES.map((theme, at) => ({
    theme,
    language: languages[(at + turn) % languages.length] ?? languages[0] ?? 'ch_DE',
  })),
)

/** What scrolls is reached by keys, also where nothing in it can be set (WCAG 2.1.1). */
const scrolledByKeys = (region: HTMLElement | null): void => region?.setAttribute('tabindex', '0')

/** The tile as it is in every state, in both themes and languages. */
export function TileMatrix({ device, layout, mood }: Props) {
  const { t } = useText()
  return (
    <section
      ref={scrolledByKeys}
      className={styles.matrix}
      data-wide
      aria-label={t('catalogue.preview.matrix')}
    >
      {COLUMNS.map(({ theme, language }) => (
        <div key={`${theme} ${language}`} className={styles.column} data-theme={theme}>
          <h2>
            {t('catalogue.preview.column', {
              theme: t(`catalogue.preview.theme.${theme}`),
              language: t(`catalogue.preview.languages.${language}`),
            })}
          </h2>
          {STATES.map((state) => (
            <div key={state.id} className={styles.state}>
              <h3>{t(`catalogue.preview.rows.${state.id}`)}</h3>
              <Speaking language={language}>
                <StateTile device={device} layout={layout} mood={mood} {...state} />
              </Speaking>
            </div>
          ))}
        </div>
      ))}
    </section>
  )
}

function StateTile({ device, layout, mood, status, phase, reason, since }: Props & State) {
  const { t } = useText()
  const widgets = useWidgets()
  const failure = t('catalogue.preview.failure')
  const ports = useMemo(
    () =>
      previewPorts(
        {
          device,
          layout,
          status,
          mood,
          order: { phase, failure },
          ...(reason !== undefined && { reason }),
          ...(since !== undefined && { since }),
        },
        widgets,
      ),
    [device, layout, status, mood, phase, reason, since, failure, widgets],
  )
  const head = ports.home.device(device.id)
  return <PortsContext value={ports}>{head && <Tile device={head} href={undefined} />}</PortsContext>
}
