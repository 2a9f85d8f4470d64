import { PortsContext, usePorts } from '#engine/engine.ts'
import type { DeviceHead } from '#engine/ports.ts'
import { PropertyView } from '#engine/property/PropertyView.tsx'
import { partsOf } from '#engine/property/state/address.ts'
import { useWidgets } from '#engine/property/state/widgets.ts'
import {
  type AnyWidget,
  arrived,
  type Delivery,
  type Example,
  type Place,
  type RawValue,
} from '#engine/widget.ts'
import { layoutOf } from '../support/fake-devices.ts'
import { FakeHome } from '../support/fake-home.ts'

const PHASES = ['reported', 'sending', 'accepted', 'confirmed', 'failed', 'diverged', 'disabled'] as const

/** Every example of every widget in every state, at the places that it fills. */
export function Widgets({ only }: { only: string | null }) {
  const widgets = useWidgets()
  const all = [...widgets.values()]
    .flatMap((widget) => arrived(widget) ?? [])
    .filter(({ kind }) => only === null || only.split(',').includes(kind))
  return (
    <div style={{ display: 'grid', gap: 'var(--space-6)' }}>
      {all.map((widget) => (
        <section key={widget.kind}>
          <h2>{widget.kind}</h2>
          {widget.examples.map((example) => (
            <div key={example.name} style={{ marginBlock: 'var(--space-4)' }}>
              <h3 style={{ font: '500 13px var(--font-text)' }}>{example.name}</h3>
              {widget.places.map((place) => (
                <div key={place} style={row(place === 'page' ? example.placed.grid[2] : 1)}>
                  {(settable(example) ? PHASES : (['reported', 'disabled'] as const)).map((phase) => (
                    <Cell key={phase} {...{ widget, example, place, phase }} />
                  ))}
                </div>
              ))}
            </div>
          ))}
        </section>
      ))}
    </div>
  )
}

/** As wide as the placement has it on a device page. */
const row = (width: number) => ({
  display: 'grid',
  gridTemplateColumns: `repeat(auto-fill, minmax(min(100%, ${Math.max(230, width * 120)}px), 1fr))`,
  gap: 'var(--space-3)',
  marginBlock: 'var(--space-2)',
})

const settable = ({ placed }: Example): boolean =>
  partsOf(placed).some(({ value }) => value.access.includes('write'))

interface CellProps {
  widget: AnyWidget
  example: Example
  place: Place
  phase: (typeof PHASES)[number]
}

function Cell({ example, place, phase }: CellProps) {
  const { widgets, source } = usePorts()
  const { placed } = example
  const fake = new FakeHome([
    {
      head: { id: 'd', name: 'Device', status: phase === 'disabled' ? 5 : 2 },
      layout: layoutOf({ control: placed }),
      values: example.values,
    },
  ])
  const target = partsOf(placed).find(({ value }) => value.kind === 'range') ?? placed
  const wanted = another(example.values[`${target.service}/${target.property}`], placed.value.options)
  if (phase !== 'disabled')
    fake.pose({ device: 'd', service: target.service, property: target.property }, delivery(phase, wanted))
  const head = fake.home.device('d') as DeviceHead
  return (
    <PortsContext value={{ widgets, source, link: fake.link, home: fake.home }}>
      <div
        data-lit={phase === 'reported' && placed.service === 'LightService' ? true : undefined}
        style={{
          padding: 12,
          borderRadius: 12,
          border: '1px solid var(--color-line)',
          background:
            phase === 'reported' && placed.service === 'LightService'
              ? 'var(--color-surface-lit)'
              : 'var(--color-surface)',
        }}
      >
        <small style={{ color: 'var(--color-text-faint)' }}>{`${place} · ${phase}`}</small>
        <div style={{ minHeight: 48, display: 'flex', alignItems: 'center' }}>
          <PropertyView device={head} placed={placed} place={place} />
        </div>
      </div>
    </PortsContext>
  )
}

function another(raw: RawValue | undefined, options?: readonly { value: RawValue }[]): RawValue {
  if (typeof raw === 'boolean') return !raw
  if (raw === 'ON') return 'OFF'
  if (typeof raw === 'number') return raw > 60 ? raw * 0.6 : raw + 5
  return options?.find(({ value }) => value !== raw)?.value ?? raw ?? null
}

function delivery(phase: Exclude<CellProps['phase'], 'disabled'>, wanted: RawValue): Delivery {
  if (phase === 'reported') return { phase }
  if (phase === 'failed') return { phase, wanted, reason: 'No answer after 15 s.', retry: () => {} }
  if (phase === 'diverged') return { phase, wanted, retry: () => {} }
  return { phase, wanted }
}
