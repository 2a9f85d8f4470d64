import type { Range } from '#engine/charts/model/range.ts'
import { useText } from '#i18n/useText.ts'
import { Icon } from '#ui/Icon.tsx'
import styles from './energy.module.css'
import type { Shown } from './model.ts'

interface Props {
  shown: readonly Shown[]
  range: Range
  moment(at: number): string
}

/** So many are told one by one. */
const FEW = 2

/** What was estimated, is not known, or came from another counter: a picture never pretends to know more than it does. */
export function Doubts({ shown, range, moment }: Props) {
  const { t } = useText()
  const all = shown
    .flatMap(({ name, meter }) => meter.doubts.map((doubt) => ({ ...doubt, name })))
    .filter(({ from, to }) => to > range.from && from < range.to)
    .toSorted((a, b) => b.to - b.from - (a.to - a.from))
  if (all.length === 0) return null
  const rest = all.length - FEW
  return (
    <ul className={styles.doubts}>
      {all.slice(0, FEW).map(({ name, from, to, why }) => (
        <li key={`${name} ${from}`}>
          <Icon name="info" size="small" />
          {t(`energy.doubts.${why}`, {
            name,
            from: moment(Math.max(from, range.from)),
            to: moment(Math.min(to, range.to)),
          })}
        </li>
      ))}
      {rest > 0 && <li>{t('energy.doubts.rest', { count: rest })}</li>}
    </ul>
  )
}
