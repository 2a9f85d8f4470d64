import { useEffect, useMemo, useState } from 'react'
import { EngineContext, PortsContext, useEngine, usePorts } from '#engine/engine.ts'
import { useWidgets } from '#engine/property/state/widgets.ts'
import { SectionGrid } from '#engine/screens/device/SectionGrid.tsx'
import { stateWord } from '#engine/screens/tiles/TileState.tsx'
import { takeSpeech } from '#engine/speech.ts'
import { modelKey } from '#gateway/lib/models/text-keys.ts'
import { useText } from '#i18n/useText.ts'
import type { Device } from '#schemas/generated/entities/device.ts'
import type { DeviceLayout, Section } from '#schemas/generated/entities/layout.ts'
import { Select } from '#ui/fields/choice-fields.tsx'
import { iconNamed } from '#ui/Icon.tsx'
import { Segments } from '#ui/menu/Segments.tsx'
import { Badge } from '#ui/Tag.tsx'
import styles from '../studio.module.css'
import { Wording } from '../Wording.tsx'
import { previewPorts } from './preview-home.ts'
import { MOODS, type Mood } from './preview-values.ts'
import { TileMatrix } from './TileMatrix.tsx'

interface Props {
  device: Device
  layout: DeviceLayout
}

const STATUSES = [0, 1, 2, 3, 4, 5, 6, 7] as const
const THEMES = ['light', 'dark'] as const
const WIDTHS = ['desk', 'phone'] as const
const PEOPLE = ['users', 'viewer'] as const

const VIEWS = ['tile', 'page', 'words'] as const

/** Tile, device page, words and the card of the wizard, as they would be; what is set in them goes nowhere. */
export default function Preview({ device, layout }: Props) {
  const engine = useEngine()
  useEffect(() => takeSpeech(layout.speech), [layout])
  const [view, setView] = useState<(typeof VIEWS)[number]>('tile')
  const [mood, setMood] = useState<Mood>('ordinary')
  const [who, setWho] = useState<(typeof PEOPLE)[number]>('users')
  const seen = useMemo(() => {
    const { forbidden, ...situation } = engine.situation
    const none = { operations: new Set<string>(), commands: new Set<string>(), values: true }
    return {
      ...engine,
      situation: { ...situation, role: 'users', ...(who === 'viewer' && { forbidden: forbidden ?? none }) },
    }
  }, [engine, who])
  return (
    <>
      <div className={styles.bar}>
        <Choice name="view" ids={VIEWS} value={view} onChange={setView} />
        {view !== 'words' && (
          <>
            <Choice name="mood" ids={MOODS} value={mood} onChange={setMood} />
            <Choice name="who" ids={PEOPLE} value={who} onChange={setWho} />
          </>
        )}
      </div>
      <EngineContext value={seen}>
        {view === 'tile' && <TileMatrix device={device} layout={layout} mood={mood} />}
        {view === 'page' && <PageStage device={device} layout={layout} mood={mood} />}
      </EngineContext>
      {view === 'words' && <Wording layout={layout} />}
    </>
  )
}

/** One of a few; what they are called stands among the texts of the preview. */
function Choice<T extends string>({
  name,
  ids,
  value,
  onChange,
}: {
  name: string
  ids: readonly T[]
  value: NoInfer<T>
  onChange: (id: NoInfer<T>) => void
}) {
  const { say } = useText()
  return (
    <Segments
      label={say(`catalogue.preview.${name}.label`)}
      segments={ids.map((id) => ({
        id,
        label: say(`catalogue.preview.${name}.${id}`),
      }))}
      value={value}
      onChange={(id) => onChange(ids.find((one) => one === id) ?? value)}
    />
  )
}

/** The page of a device and its card in the wizard, in one state at a time. */
function PageStage({ device, layout, mood }: Props & { mood: Mood }) {
  const widgets = useWidgets()
  const [status, setStatus] = useState<(typeof STATUSES)[number]>(2)
  const [theme, setTheme] = useState<(typeof THEMES)[number]>('light')
  const [width, setWidth] = useState<(typeof WIDTHS)[number]>('desk')
  const ports = useMemo(
    () => previewPorts({ device, layout, status, mood }, widgets),
    [device, layout, status, mood, widgets],
  )
  return (
    <>
      <div className={styles.bar}>
        <Choice name="width" ids={WIDTHS} value={width} onChange={setWidth} />
        <Choice name="theme" ids={THEMES} value={theme} onChange={setTheme} />
        <StatusChoice value={status} onChange={setStatus} />
      </div>
      <div className={styles.stage} data-theme={theme} data-width={width}>
        <PortsContext value={ports}>
          <Drawn device={device} layout={layout} />
        </PortsContext>
      </div>
    </>
  )
}

function StatusChoice({
  value,
  onChange,
}: {
  value: (typeof STATUSES)[number]
  onChange(status: (typeof STATUSES)[number]): void
}) {
  const text = useText()
  return (
    <Select
      size="dense"
      aria-label={text.t('catalogue.preview.status')}
      value={String(value)}
      choices={STATUSES.map((status) => ({
        value: String(status),
        label: `${status} · ${stateWord({ status }, text)}`,
      }))}
      onChange={(chosen) => onChange(Number(chosen) as (typeof STATUSES)[number])}
    />
  )
}

function Drawn({ device, layout }: Props) {
  const { t, say } = useText()
  const { home } = usePorts()
  const head = home.device(device.id)
  if (!head) return null
  const sections = (Object.keys(layout.sections) as Section[]).filter(
    (section) => (layout.sections[section] ?? []).length > 0,
  )
  return (
    <>
      {sections.map((section) => (
        <section key={section}>
          <h2>{t(`device.page.${section}`)}</h2>
          <SectionGrid device={head} layout={layout} section={section} />
        </section>
      ))}
      <section>
        <h2>{t('catalogue.preview.wizard')}</h2>
        <div className={styles.card}>
          <Badge icon={iconNamed(layout.icon)} tone="primary" />
          <span>
            {say(modelKey(layout.model), layout.name)}
            <small>{device.device_manufacturer}</small>
          </span>
        </div>
      </section>
    </>
  )
}
