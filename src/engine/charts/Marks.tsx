import { useText } from '#i18n/useText.ts'
import { Icon } from '#ui/Icon.tsx'
import { usePhone } from '#ui/use-phone.ts'
import styles from './Chart.module.css'
import type { Range } from './model/range.ts'
import type { Mark } from './series.ts'
import type { Times } from './use-times.ts'

/** Discs nearer than this become one, px; a finger needs more room than a mouse. */
const APART = 26
const APART_FOR_FINGERS = 50

interface Props {
  marks: readonly Mark[]
  seen: Range
  width: number
  chosen: Mark | undefined
  times: Times
  choose(mark: Mark): void
}

export interface Pile {
  share: number
  marks: readonly [Mark, ...Mark[]]
}

/** Marks that would touch stand as one, with their count. */
export function pilesOf(
  marks: readonly Mark[],
  { from, to }: Range,
  width: number,
  apart = APART,
): readonly Pile[] {
  const piles: { share: number; marks: [Mark, ...Mark[]] }[] = []
  for (const mark of marks) {
    if (mark.at < from || mark.at > to) continue
    const share = (mark.at - from) / (to - from)
    const last = piles.at(-1)
    if (last && (share - last.share) * width < apart) last.marks.push(mark)
    else piles.push({ share, marks: [mark] })
  }
  return piles
}

/** What moved the values, above the plot. */
export function Marks({ marks, seen, width, chosen, times, choose }: Props) {
  const { t } = useText()
  const phone = usePhone()
  return (
    <div className={styles.marks}>
      {pilesOf(marks, seen, width, phone ? APART_FOR_FINGERS : APART).map(
        ({ share, marks: [first, ...more] }) => {
          const pile = [first, ...more]
          const here = chosen && pile.includes(chosen)
          const next = here ? (pile[(pile.indexOf(chosen) + 1) % pile.length] ?? first) : first
          return (
            <button
              key={first.at}
              type="button"
              data-by={first.by}
              aria-pressed={here ?? false}
              style={{ insetInlineStart: `${share * 100}%` }}
              onClick={() => choose(next)}
            >
              <Icon name={(here ? chosen : first).icon} size="mark" />
              {more.length > 0 && <span aria-hidden="true">{pile.length}</span>}
              <span className="visually-hidden">
                {more.length > 0
                  ? t('charts.marks.several', { count: pile.length, at: times.at(first.at) })
                  : `${times.at(first.at)}, ${first.what}`}
              </span>
            </button>
          )
        },
      )}
    </div>
  )
}
