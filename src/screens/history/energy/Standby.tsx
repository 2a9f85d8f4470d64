import { useEngine } from '#engine/engine.ts'
import { hrefOf } from '#engine/href.ts'
import { useText } from '#i18n/useText.ts'
import { useWords } from '#i18n/useWords.ts'
import type { Energy } from '#schemas/generated/entities/energy.ts'
import { Card } from '#ui/Card.tsx'
import { iconNamed } from '#ui/Icon.tsx'
import { Badge } from '#ui/Tag.tsx'
import styles from './energy.module.css'
import { type Shown, totalOf } from './model.ts'

const MOST = 6
const HOURS_A_YEAR = 8766

interface Props {
  shown: readonly Shown[]
  energy: Energy
}

/** What runs while everybody sleeps, and what that comes to in a year. */
export function Standby({ shown, energy }: Props) {
  const { t } = useText()
  const words = useWords()
  const { definitions } = useEngine()
  const page = definitions.screen('device')
  const used = shown.filter(({ meter }) => meter.flow === 'used')
  const running = used
    .filter(({ meter }) => meter.standby > 0 && !meter.whole)
    .toSorted((a, b) => b.meter.standby - a.meter.standby)
  const whole = used.filter(({ meter }) => meter.whole)
  const watts = (whole.length > 0 ? whole : running).reduce((sum, { meter }) => sum + meter.standby, 0)
  if (watts <= 0) return null
  const kwh = (watts / 1000) * HOURS_A_YEAR
  // What a kWh came to on average in this period.
  const counted = totalOf(used.map(({ meter }) => totalOf(meter.amounts)))
  const each = counted > 0 ? totalOf(used.map(({ meter }) => totalOf(meter.costs))) / counted : 0
  return (
    <Card flush title={t('energy.standby.title')}>
      <p className={styles.watts}>
        <b>{words.number(watts, 0)}</b> {t('energy.standby.watts')}
      </p>
      <p className={styles.inset}>
        {energy.priced
          ? t('energy.standby.aYearCosts', {
              kwh: words.number(kwh, 0),
              cost: `${energy.currency}\u00a0${words.number(kwh * each, 0)}`,
            })
          : t('energy.standby.aYear', { kwh: words.number(kwh, 0) })}
      </p>
      <ul className={styles.standby}>
        {running.slice(0, MOST).map(({ id, name, icon, room, meter }) => (
          <li key={id}>
            <Badge size="small" icon={iconNamed(icon, 'plug')} />
            <span className={styles.names}>
              {page ? <a href={hrefOf(page, { id })}>{name}</a> : name}
              <small>{room?.name ?? t('energy.noRoom')}</small>
            </span>
            <span>
              {words.number(meter.standby, meter.standby < 10 ? 1 : 0)}
              {'\u00a0'}W
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
