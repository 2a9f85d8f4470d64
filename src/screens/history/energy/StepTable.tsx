import { useText } from '#i18n/useText.ts'
import { useWords } from '#i18n/useWords.ts'
import type { Energy } from '#schemas/generated/entities/energy.ts'
import styles from './energy.module.css'
import { type Period, type Summed, totalOf } from './model.ts'
import { stepWords } from './step-words.ts'

interface Props {
  caption: string
  energy: Energy
  all: Summed
  period: Period
  zone: string
  unit: string
  digits: number
}

/** The same as the chart, in rows. */
export function StepTable({ caption, energy, all, period, zone, unit, digits }: Props) {
  const { t } = useText()
  const words = useWords()
  const told = (amount: number): string => words.number(amount, digits === 1 ? 2 : digits)
  const own = unit === 'kWh' ? all.own : undefined
  const percent = (share: number | undefined): string =>
    share === undefined ? '' : `${words.number(share * 100, 0)}\u00a0%`
  const ownTold = (place: number, share = percent(own?.ofProduced(place))): string =>
    `${told(own?.amounts[place] ?? 0)}${share && ` (${share})`}`
  return (
    <div className={styles.table}>
      <table>
        <caption className="visually-hidden">
          {caption}, {unit}
        </caption>
        <thead>
          <tr>
            <th scope="col">{t('energy.step')}</th>
            {all.layers.map(({ id, name }) => (
              <th key={id} scope="col">
                <span className={styles.word}>{name ?? t('energy.rest')}</span>
              </th>
            ))}
            {own && (
              <>
                <th scope="col">{t('energy.produced')}</th>
                <th scope="col">{t('energy.own.used')}</th>
                <th scope="col">{t('energy.own.cover')}</th>
              </>
            )}
            <th scope="col">
              {t('energy.together')} ({unit})
            </th>
          </tr>
        </thead>
        <tbody>
          {energy.steps.slice(0, -1).map((start, place) => (
            <tr key={start}>
              <th scope="row">{stepWords(period, start, zone)}</th>
              {all.layers.map(({ id, amounts }) => (
                <td key={id}>{told(amounts[place] ?? 0)}</td>
              ))}
              {own && (
                <>
                  <td>{told(all.produced[place] ?? 0)}</td>
                  <td>{ownTold(place)}</td>
                  <td>{percent(own.ofUsed(place))}</td>
                </>
              )}
              <td>{told(totalOf(all.layers.map(({ amounts }) => amounts[place] ?? 0)))}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
