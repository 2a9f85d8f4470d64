import energyRules from '#catalogue/rules/energy.json'
import { recipes } from '#data/recipes.ts'
import { isClosed } from '#engine/conditions/forbidden.ts'
import { holds } from '#engine/conditions/holds.ts'
import { useEngine } from '#engine/engine.ts'
import { hrefOf } from '#engine/href.ts'
import type { DeviceHead } from '#engine/ports.ts'
import { onTile, partKey, partsOf } from '#engine/property/state/address.ts'
import { useDevices } from '#engine/property/state/useHome.ts'
import { useText } from '#i18n/useText.ts'
import { useWords } from '#i18n/useWords.ts'
import type { EnergyRules } from '#schemas/generated/definitions/rules-energy.ts'
import type { Energy } from '#schemas/generated/entities/energy.ts'
import { Button, buttonLook } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { iconNamed } from '#ui/Icon.tsx'
import { Badge, Tag } from '#ui/Tag.tsx'

import styles from './energy.module.css'
import { idleDays, ownOf, type Shown, totalOf } from './model.ts'

const MOST = 6
const HOURS_A_YEAR = 8766

/** So many days without use are worth a word. */
const FEW_DAYS = 3

const { endsStandby }: EnergyRules = energyRules
const recipe = recipes.find(({ id }) => id === endsStandby.recipe)
const switches: readonly string[] = recipe?.asks.find(({ id }) => id === endsStandby.slot)?.of ?? []

/** Whether a device has what the scene that ends standby sets. */
const canEnd = (head: DeviceHead | undefined): boolean =>
  head?.layout !== undefined &&
  [...Object.values(head.layout.sections).flat(), ...onTile(head.layout.tile)]
    .flatMap(partsOf)
    .some((part) => switches.includes(partKey(part)))

interface Props {
  shown: readonly Shown[]
  energy: Energy
  now: number
  byDay: boolean
  /** Where somebody says what must run; undefined: he may not. */
  onMeters: (() => void) | undefined
}

/** What runs while everybody sleeps, what that comes to in a year, and what ends it. */
export function Standby({ shown, energy, now, byDay, onMeters }: Props) {
  const { t } = useText()
  const words = useWords()
  const { definitions, situation } = useEngine()
  const { heads } = useDevices()
  const page = definitions.screen('device')
  const builder = definitions.screen('add_scene')
  const may = builder && !isClosed(builder, situation) && holds(builder.access?.when, situation)
  const used = shown.filter(({ meter }) => meter.flow === 'used')
  const running = ownOf(used.filter(({ meter }) => !meter.whole))
    .filter(({ meter }) => meter.standby > 0)
    .toSorted((a, b) => b.meter.standby - a.meter.standby)
  const whole = shown.filter(({ meter }) => meter.whole)
  const wattsOf = (all: readonly Shown[]): number => totalOf(all.map(({ meter }) => meter.standby))
  const watts = wattsOf(whole.length > 0 ? whole : running)
  if (watts <= 0) return null
  const kwhOf = (power: number): number => (power / 1000) * HOURS_A_YEAR
  // What a kWh came to on average in this period.
  const counted = totalOf(energy.bands.map(({ amounts }) => totalOf(amounts)))
  const each =
    counted > 0 ? totalOf(energy.bands.map(({ price, amounts }) => totalOf(amounts) * price)) / counted : 0
  const told = (power: number): string =>
    energy.priced
      ? `${energy.currency}\u00a0${words.number(kwhOf(power) * each, 0)}`
      : `${words.number(kwhOf(power), 0)}\u00a0kWh`
  const headOf = (id: string): DeviceHead | undefined => heads.find((head) => head.id === id)
  const ends = (one: Shown): boolean => !one.meter.needed && canEnd(headOf(one.id))
  const avoidable = wattsOf(running.filter(ends))
  const reasonOf = ({ room, meter }: Shown): string => {
    if (meter.needed) return t('energy.standby.mustRun')
    const idle = byDay ? idleDays(energy, meter, now) : 0
    if (idle >= FEW_DAYS) return t('energy.standby.idle', { count: idle })
    const { ran, known } = meter.nights
    if (known < 2) return room?.name ?? t('energy.noRoom')
    return ran === known ? t('energy.standby.never') : t('energy.standby.nights', { ran, known })
  }
  return (
    <Card flush title={t('energy.standby.title')}>
      <p className={styles.watts}>
        <b>{words.number(watts, 0)}</b> {t('energy.standby.watts')}
      </p>
      <p className={styles.inset}>
        {energy.priced
          ? t('energy.standby.aYearCosts', { kwh: words.number(kwhOf(watts), 0), cost: told(watts) })
          : t('energy.standby.aYear', { kwh: words.number(kwhOf(watts), 0) })}
        {avoidable > 0 && ` ${t('energy.standby.avoidable', { value: told(avoidable) })}`}
      </p>
      <ul className={styles.standby}>
        {running.slice(0, MOST).map((one) => (
          <li key={one.id}>
            <Badge size="small" icon={iconNamed(one.icon, 'plug')} />
            <span className={styles.names}>
              {page ? <a href={hrefOf(page, { id: one.id })}>{one.name}</a> : one.name}
              <small>{reasonOf(one)}</small>
            </span>
            <span className={styles.power}>
              {words.number(one.meter.standby, one.meter.standby < 10 ? 1 : 0)}
              {'\u00a0'}W
            </span>
            {one.meter.needed ? (
              <Tag>{t('energy.standby.needed')}</Tag>
            ) : (
              may &&
              ends(one) && (
                <a
                  {...buttonLook({ size: 'dense' })}
                  href={hrefOf(builder, { recipe: endsStandby.recipe, [endsStandby.slot]: one.id })}
                  aria-label={`${t('energy.standby.off')}: ${one.name}`}
                >
                  {t('energy.standby.off')}
                </a>
              )
            )}
          </li>
        ))}
      </ul>
      {onMeters && (
        <p className={styles.foot}>
          <Button size="dense" look="quiet" onClick={onMeters}>
            {t('energy.standby.say')}
          </Button>
        </p>
      )}
    </Card>
  )
}
