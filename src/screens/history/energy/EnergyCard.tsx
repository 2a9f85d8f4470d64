import type { BlockProps } from '#engine/engine.ts'
import { useEngine } from '#engine/engine.ts'
import { failureText } from '#engine/failure-text.ts'
import { useHomeZone } from '#engine/home-clocks.ts'
import { hrefOf } from '#engine/href.ts'
import { useNow } from '#engine/property/state/useNow.ts'
import { todayAndBefore } from '#gateway/lib/times/today.ts'
import { useText } from '#i18n/useText.ts'
import { useWords } from '#i18n/useWords.ts'
import { Card } from '#ui/Card.tsx'
import { NotKnown } from '#ui/page/states.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import styles from './EnergyCard.module.css'
import { axisOf, summed, totalOf } from './model.ts'
import { useEnergy } from './use-energy.ts'

/** A card of more rows than this has room for those that used most. */
const ROWS = 3
const ROW_HEIGHT = 2

/** What the home has used today, by hours, against as much of yesterday. */
export default function EnergyCard({ params }: BlockProps) {
  const text = useText()
  const { t } = text
  const words = useWords()
  const { definitions } = useEngine()
  const zone = useHomeZone()
  const now = useNow()
  const { today, before: yesterday } = todayAndBefore(now, zone)
  const { energy, shown, waiting, error, retry } = useEnergy(today, 'hour', zone)
  const earlier = useEnergy(yesterday, 'hour', zone)
  const page = definitions.screen('energy')
  const all = summed(energy, shown, 'amounts')
  const used = totalOf(all.used)
  const before = totalOf(summed(earlier.energy, earlier.shown, 'amounts').used)
  const more = used - before
  const digits = used < 10 ? 2 : 1
  const top = axisOf(Math.max(...all.used, 0.05)).at(-1) ?? 1
  const here = energy.steps.findLastIndex((start) => start <= now)
  const produced = totalOf(all.produced)
  const ownShare = all.own?.ofProduced()
  const rows = Math.max(0, (Number(params.rows) || ROWS) - ROWS) * ROW_HEIGHT
  const difference = (): string => {
    const value = `${words.number(Math.abs(more), 1)}\u00a0kWh`
    return t(
      Math.abs(more) < 0.05 ? 'energy.card.same' : more > 0 ? 'energy.card.more' : 'energy.card.less',
      {
        value,
      },
    )
  }
  return (
    <Card
      title={params.title || t('energy.card.title')}
      aside={
        page && (
          <a className={styles.more} href={`${hrefOf(page)}?period=day`}>
            {t('energy.card.open')}
          </a>
        )
      }
    >
      {error ? (
        <NotKnown onRetry={retry}>{failureText(error, text)}</NotKnown>
      ) : waiting ? (
        <Skeleton height="100%" />
      ) : shown.length === 0 ? (
        <p className={styles.quiet}>{t('energy.none')}</p>
      ) : (
        <div className={styles.card}>
          <p className={styles.head}>
            <span>
              <b>{words.number(used, digits)}</b> kWh
            </span>
            <span className={styles.quiet}>
              {energy.priced && (
                <>
                  {energy.currency}
                  {'\u00a0'}
                  {words.number(totalOf(all.costs), 2)}
                  <br />
                </>
              )}
              {before > 0 && difference()}
            </span>
          </p>
          <div className={styles.bars} role="img" aria-label={t('energy.by.hour')}>
            {all.used.map((amount, place) => (
              <i
                key={energy.steps[place]}
                data-now={place === here || undefined}
                style={{ blockSize: `${(amount / top) * 100}%` }}
              />
            ))}
          </div>
          <p className={styles.hours} aria-hidden="true">
            {['00', '06', '12', '18', '24'].map((hour) => (
              <span key={hour}>{hour}</span>
            ))}
          </p>
          {produced > 0.05 && (
            <p className={styles.quiet}>
              {[
                t('energy.card.produced', { value: `${words.number(produced, 1)}\u00a0kWh` }),
                ...(ownShare === undefined
                  ? []
                  : [t('energy.own.ofProduced', { share: words.number(ownShare * 100, 0) })]),
              ].join(', ')}
            </p>
          )}
          {rows > 0 && (
            <ul className={styles.rows}>
              {all.largest.slice(0, rows).map(({ id, name, meter }) => (
                <li key={id}>
                  <span className="cut">{name}</span>
                  {words.number(totalOf(meter.amounts), 1)}
                </li>
              ))}
            </ul>
          )}
        </div>
      )}
    </Card>
  )
}
