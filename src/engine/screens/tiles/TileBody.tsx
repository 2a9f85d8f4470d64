import { memo, type ReactNode } from 'react'
import { useHomeMoment } from '#engine/home-clocks.ts'
import { shortNameOf } from '#gateway/lib/names/names.ts'
import { useText } from '#i18n/useText.ts'
import { useWords } from '#i18n/useWords.ts'
import { hyphenated } from '#lib/hyphens.ts'
import type { DeviceLayout, Placed } from '#schemas/generated/entities/layout.ts'
import { iconNamed } from '#ui/Icon.tsx'
import { Badge } from '#ui/Tag.tsx'
import type { DeviceHead } from '../../ports.ts'
import { Age } from '../../property/Age.tsx'
import { OrderStrip } from '../../property/OrderStrip.tsx'
import { PropertyView } from '../../property/PropertyView.tsx'
import { ReadingView } from '../../property/ReadingView.tsx'
import { Receipt } from '../../property/Receipt.tsx'
import { addressesOf, mainOf, partKey, partsOf } from '../../property/state/address.ts'
import { standingSentence } from '../../property/state/availability.ts'
import { isOfLight, partAt } from '../../property/state/lit.ts'
import { flatParts, mostUrgent, newest, recalledOf } from '../../property/state/orders.ts'
import { useStaleSince } from '../../property/state/useHome.ts'
import { useProperties } from '../../property/state/useProperty.ts'
import { useWidgets } from '../../property/state/widgets.ts'
import {
  afterFigure,
  labelOf,
  phrase,
  readPart,
  readPlaced,
  valuesOf,
} from '../../property/state/words-of.ts'
import { useIconSize } from '../use-icon-size.ts'
import styles from './Tile.module.css'
import { TileName } from './TileName.tsx'
import { goneOf, StateTag, secondLine } from './TileState.tsx'
import { toneOf, useLit } from './use-lit.ts'

interface Props {
  device: DeviceHead
  layout: DeviceLayout
  href: string | undefined
  past?: ReactNode
}

/** A tile may show so many quiet values (spec 2 §9). */
const FOOTER = 4
/** Beside the age of what nobody vouches for there is room for so many. */
const BESIDE_AGE = 2

export const TileBody = memo(function TileBody({ device, layout, href, past }: Props) {
  const text = useText()
  const words = useWords()
  const widgets = useWidgets()
  const iconSize = useIconSize('small')
  const { header, control, switches, footer } = layout.tile
  const main = mainOf(layout.tile)
  const states = useProperties(main.flatMap((placed) => addressesOf(device.id, placed)))
  const order = mostUrgent(flatParts(main), states)
  const { lit, value: litValue } = useLit(device, layout)
  const ofLight = control !== undefined && isOfLight(layout, control)
  const stale = useStaleSince() !== undefined
  const gone = goneOf(device)
  const recalled = recalledOf(states)
  const old = stale || gone !== undefined || recalled.length > 0
  const momentOf = useHomeMoment()
  const moment = (at: number) => momentOf(at, Date.now())

  const troubled = order?.delivery.phase === 'failed' || order?.delivery.phase === 'diverged'
  const operated = control !== undefined || switches !== undefined
  // Without a connection nothing can be tried again; how old the values are counts then.
  const strip =
    troubled && order && !(stale && operated) ? (
      <OrderStrip device={device.id} order={order} tight={operated} />
    ) : undefined
  // The last known figure moves down where a tag says why it may be wrong.
  const headStays = header !== undefined && (!gone || gone.keeps(header.value))
  const litPart = layout.lit && partAt(layout, layout.lit)
  const doing =
    lit && litPart?.value.kind === 'option' && (!header || partKey(litPart) !== partKey(header))
      ? phrase(readPart(litPart, litPart.placed, litValue ?? null, widgets, words))
      : undefined
  // What the line below the name says is not said again.
  const quiet = [...(header && !headStays ? [header] : []), ...footer]
    .filter((placed) => !(doing && !gone && litPart && partKey(placed) === partKey(litPart)))
    .slice(0, old ? BESIDE_AGE : FOOTER)
  const settable = main.some((placed) => partsOf(placed).some(({ value }) => value.access.includes('write')))
  // Without a control there is room to call the quiet values by their names; a strip or a sentence comes first.
  const restricted = gone?.kind === 'restricted'
  const named = !operated && !strip && !restricted && quiet.length > 0
  // What neither measures nor takes orders has nothing to say down there.
  const speaks = (quiet.length > 0 && !named) || settable || old
  const alarm =
    header !== undefined && readPlaced(header, valuesOf(header, states), widgets, words).level === 'danger'

  return (
    <div
      className={styles.tile}
      data-lit={lit || (ofLight ? false : undefined)}
      data-past={past !== undefined || undefined}
      data-gone={gone !== undefined || undefined}
      data-stale={stale || undefined}
      data-strip={(strip !== undefined && operated) || undefined}
    >
      <header className={styles.head}>
        <Badge
          icon={iconNamed(device.icon, 'device')}
          tone={toneOf({ gone: gone !== undefined, order, lit, main, states, alarm })}
          size="large"
          width={iconSize}
        />
        <TileName device={device} href={href} second={secondLine(device, doing, text, moment)} />
        <div className={styles.figure}>
          {headStays && header ? (
            past === undefined ? (
              <PropertyView device={device} placed={header} place="head" />
            ) : (
              <ReadingView device={device.id} placed={header} place="head" />
            )
          ) : (
            gone && <StateTag device={device} />
          )}
        </div>
      </header>
      {(control || !switches || restricted) && (
        <div className={styles.control}>
          {control && !(restricted && !gone.keeps(control.value)) ? (
            <PropertyView device={device} placed={control} place="tile" />
          ) : restricted ? (
            <p className={styles.sentence}>{standingSentence(device, text, moment)}</p>
          ) : named ? (
            <TileReadings device={device.id} placed={quiet} />
          ) : (
            strip
          )}
        </div>
      )}
      {switches && !restricted && <TileSwitches device={device} switches={switches} />}
      {strip && operated
        ? strip
        : speaks && (
            <footer className={styles.foot}>
              <div className={styles.quiet}>
                {(named ? [] : quiet).map((placed) => (
                  <ReadingView key={partKey(placed)} device={device.id} placed={placed} place="footer" />
                ))}
              </div>
              {old ? (
                <Age at={newest(stale || gone ? states : recalled)} />
              ) : (
                <Receipt phase={order?.delivery.phase ?? 'reported'} />
              )}
            </footer>
          )}
      {past !== undefined && <footer className={styles.foot}>{past}</footer>}
    </div>
  )
})

/** The switches of a device that has several, each beside what it is called there. */
function TileSwitches({ device, switches }: { device: DeviceHead; switches: readonly Placed[] }) {
  const words = useWords()
  return (
    <ul className={styles.switches}>
      {switches.map((placed) => (
        <li key={partKey(placed)}>
          <span title={labelOf(placed, words)} aria-hidden="true">
            {hyphenated(
              placed.options.translateServiceDifferent ? labelOf(placed, words) : shortNameOf(placed, words),
            )}
          </span>
          <PropertyView device={device} placed={placed} place="head" />
        </li>
      ))}
    </ul>
  )
}

/** The quiet values by their names, in the middle of a tile that has nothing to set there. */
function TileReadings({ device, placed }: { device: string; placed: readonly Placed[] }) {
  return (
    <dl className={styles.readings}>
      {placed.map((one) => (
        <Row key={partKey(one)} device={device} placed={one} />
      ))}
    </dl>
  )
}

function Row({ device, placed }: { device: string; placed: Placed }) {
  const widgets = useWidgets()
  const words = useWords()
  const states = useProperties(addressesOf(device, placed))
  const { text, unit, level } = readPlaced(placed, valuesOf(placed, states), widgets, words)
  const label = labelOf(placed, words)
  return (
    <div>
      <dt>{hyphenated(label)}</dt>
      <dd data-level={level}>
        <span>{text}</span>
        {unit && <small>{afterFigure(unit)}</small>}
      </dd>
    </div>
  )
}
