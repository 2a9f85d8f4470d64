import { useEngine } from '#engine/engine.ts'
import { hrefOf } from '#engine/href.ts'
import { useText } from '#i18n/useText.ts'
import { useWords } from '#i18n/useWords.ts'
import type { Energy } from '#schemas/generated/entities/energy.ts'
import { Card } from '#ui/Card.tsx'
import { Icon, iconNamed } from '#ui/Icon.tsx'
import { Badge, Tag } from '#ui/Tag.tsx'
import styles from './energy.module.css'
import { change, STRIKING, type Summed, steepest, totalOf } from './model.ts'

const MOST = 10
interface Props {
  all: Summed
  past: Summed | undefined
  energy: Energy
  now: number
  /** Its steps are days: of hours and months nobody can say since when. */
  byDay: boolean
}

/** The devices that used most, each against the period before. */
export function Largest({ all, past, energy, now, byDay }: Props) {
  const { t } = useText()
  const words = useWords()
  const { definitions } = useEngine()
  const history = definitions.screen('dashboard_chart')
  const shown = all.largest.slice(0, MOST)
  const [first] = shown
  if (!first) return null
  const greatest = totalOf(first.meter.amounts)
  const used = totalOf(all.used)
  const together = shown.reduce((sum, { meter }) => sum + totalOf(meter.amounts), 0)
  const rise = byDay ? steepest(energy, all.largest, now) : undefined
  const before = new Map(past?.largest.map(({ id, meter }) => [id, totalOf(meter.amounts)]))
  const told = (by: number): string =>
    Math.abs(by) < 0.02
      ? t('energy.equal')
      : `${by > 0 ? '+' : '\u2212'}${words.number(Math.abs(by) * 100, 0)}\u00a0%`
  return (
    <Card
      flush
      title={t('energy.largest')}
      aside={
        used > 0 && (
          <span className={styles.text}>
            {t('energy.shareOfAll', { share: words.number(Math.min(100, (together / used) * 100), 0) })}
          </span>
        )
      }
    >
      <ol className={styles.largest}>
        {shown.map(({ id, name, icon, room, meter, without }) => {
          const amount = totalOf(meter.amounts)
          const by = change(amount, before.get(id))
          return (
            <li key={id}>
              <Badge size="small" icon={iconNamed(icon, 'plug')} />
              <span className={styles.names}>
                {history ? <a href={hrefOf(history, { id })}>{name}</a> : name}
                <small>
                  {room?.name ?? t('energy.noRoom')}
                  {without > 0 && `, ${t('energy.without', { count: without })}`}
                </small>
              </span>
              <span className={styles.share} aria-hidden="true">
                <i style={{ inlineSize: `${(amount / greatest) * 100}%` }} />
              </span>
              <span className={styles.amount}>
                {words.number(amount, amount < 10 ? 2 : 1)}
                {'\u00a0'}kWh
                {energy.priced && (
                  <small>
                    {energy.currency}
                    {'\u00a0'}
                    {words.number(totalOf(meter.costs), 2)}
                  </small>
                )}
              </span>
              <span className={styles.by}>
                {by !== undefined &&
                  (by >= STRIKING ? (
                    <Tag tone="warn" icon="chevron-up">
                      {told(by)}
                    </Tag>
                  ) : (
                    told(by)
                  ))}
              </span>
            </li>
          )
        })}
      </ol>
      {rise && (
        <p className={styles.finding}>
          <Icon name="alert" size="small" />
          <span>
            {t('energy.rise', {
              name: rise.device.name,
              date: words.date(rise.since),
              share: words.number(rise.by * 100, 0),
            })}
          </span>
          {history && <a href={hrefOf(history, { id: rise.device.id })}>{t('energy.riseOpen')}</a>}
        </p>
      )}
    </Card>
  )
}
