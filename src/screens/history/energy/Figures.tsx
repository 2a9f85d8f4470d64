import type { ReactNode } from 'react'
import type { Range } from '#engine/charts/model/range.ts'
import { useText } from '#i18n/useText.ts'
import { useWords } from '#i18n/useWords.ts'
import type { Energy } from '#schemas/generated/entities/energy.ts'
import { Button } from '#ui/Button.tsx'
import styles from './energy.module.css'
import { type Summed, totalOf } from './model.ts'
import { tariffName } from './tariff-words.ts'

/** So many of the dearest prices have their costs told. */
const FEW = 4

interface Props {
  energy: Energy
  all: Summed
  /** The period before, as far as this one has run. */
  past: Summed | undefined
  coming: readonly (number | undefined)[]
  money: boolean
  now: number
  range: Range
  onTariffs: (() => void) | undefined
}

/** What the period comes to: used, cost, produced, expected; each over the one before. */
export function Figures({ energy, all, past, coming, money, now, range, onTariffs }: Props) {
  const { t } = useText()
  const words = useWords()
  const { currency, priced } = energy
  const kwh = (amount: number): string => words.number(amount, amount < 10 ? 2 : amount < 100 ? 1 : 0)
  const cash = (amount: number): string => words.number(amount, 2)
  const [used, cost, produced, earned] = [all.used, all.costs, all.produced, all.earned].map(totalOf) as [
    number,
    number,
    number,
    number,
  ]
  const [usedBefore, costBefore, producedBefore] = past
    ? ([past.used, past.costs, past.produced].map(totalOf) as [number, number, number])
    : []
  const differing = (
    amount: number,
    before: number | undefined,
    tell: (value: number) => string,
    unit: string,
  ) => {
    if (before === undefined || before <= 0) return undefined
    const more = amount - before
    const value = `${tell(Math.abs(more))}\u00a0${unit}`
    return t(Math.abs(more) < before * 0.005 ? 'energy.same' : more > 0 ? 'energy.more' : 'energy.less', {
      value,
    })
  }
  const shareOf = (share: number | undefined, key: 'energy.own.ofUsed' | 'energy.own.ofProduced') =>
    share === undefined ? undefined : t(key, { share: words.number(share * 100, 0) })
  const ownShare = all.own?.ofProduced()
  const still = totalOf(coming.map((one) => one ?? 0))
  return (
    <dl className={styles.figures}>
      <Figure label={t('energy.used')} value={kwh(used)} unit="kWh" now={used} before={usedBefore}>
        {lines(differing(used, usedBefore, kwh, 'kWh'), shareOf(all.own?.ofUsed(), 'energy.own.ofUsed'))}
      </Figure>
      {priced ? (
        <Figure label={t('energy.cost')} value={cash(cost)} unit={currency} now={cost} before={costBefore}>
          {differing(cost, costBefore, cash, currency)}
          {energy.bands.length > 1 && (
            <ul className={styles.bands}>
              {energy.bands.slice(0, FEW).map(({ price, amounts }) => (
                <li key={price}>
                  <span>{tariffName(energy, price, { t, words })}</span>
                  {cash(totalOf(amounts) * price)}
                </li>
              ))}
            </ul>
          )}
        </Figure>
      ) : (
        <div>
          <dt>{t('energy.cost')}</dt>
          <dd className={styles.text}>{t('energy.noTariff')}</dd>
          {onTariffs && (
            <dd>
              <Button size="dense" onClick={onTariffs}>
                {t('energy.tariffs.set')}
              </Button>
            </dd>
          )}
        </div>
      )}
      {produced > 0 && (
        <Figure
          label={t('energy.produced')}
          value={kwh(produced)}
          unit="kWh"
          now={produced}
          before={producedBefore}
          share={ownShare}
        >
          {lines(
            shareOf(ownShare, 'energy.own.ofProduced'),
            earned > 0 ? t('energy.earned', { value: `${currency}\u00a0${cash(earned)}` }) : undefined,
          )}
        </Figure>
      )}
      {now < range.to && still > 0 && (
        <Figure
          label={t('energy.expectedUntil', { date: words.date(range.to - 1) })}
          value={money ? cash(cost + still) : kwh(used + still)}
          unit={money ? currency : 'kWh'}
          now={0}
          before={undefined}
        >
          {t('energy.expectedHow')}
        </Figure>
      )}
    </dl>
  )
}

/** What is known of several sentences, a line each. */
const lines = (...all: readonly (string | undefined)[]): ReactNode => {
  const known = all.filter((one) => one !== undefined)
  return known.length > 0 && known.map((line) => <div key={line}>{line}</div>)
}

interface FigureProps {
  label: string
  value: string
  unit: string
  now: number
  before: number | undefined
  /** How much of it stayed in the home: the bar says that then. */
  share?: number | undefined
  children: ReactNode
}

function Figure({ label, value, unit, now, before, share: own, children }: FigureProps) {
  const most = Math.max(now, before ?? 0)
  const share = (amount: number): string => `${most > 0 ? (amount / most) * 100 : 0}%`
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <b>{value}</b> {unit}
      </dd>
      {own !== undefined && (
        <dd className={styles.bar} data-split="" aria-hidden="true">
          <i style={{ flexGrow: own }} />
          <i style={{ flexGrow: 1 - own }} />
        </dd>
      )}
      {own === undefined && before !== undefined && before > 0 && (
        <dd className={styles.bar} aria-hidden="true">
          <i style={{ inlineSize: share(now) }} />
          <i style={{ inlineSize: share(before) }} />
        </dd>
      )}
      {children && <dd className={styles.text}>{children}</dd>}
    </div>
  )
}
