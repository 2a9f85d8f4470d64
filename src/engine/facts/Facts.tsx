import { useText } from '#i18n/useText.ts'
import { bind } from '#lib/bindings.ts'
import type { Fact } from '#schemas/generated/definitions/screen.ts'
import { Skeleton } from '#ui/Skeleton.tsx'
import { LinkedCell } from '../cells/LinkedCell.tsx'
import { holds } from '../conditions/holds.ts'
import { useEngine } from '../engine.ts'
import type { Row } from '../ports.ts'
import styles from './Facts.module.css'

interface Props {
  facts: readonly Fact[]
  /** Where the words of `row.*` are: `fields.<words>.<path>`. */
  words: string
  row?: Row
  /** Facts of the row are still being asked for. */
  waiting?: boolean
  /** Facts of the row were not to be had: whoever asked for them says why, and none of them is drawn. */
  failed?: boolean
  /** Only what is known is told, each beside its name. */
  known?: boolean
}

const EMPTY: Row = {}

const isNothing = (value: unknown): boolean => value === undefined || value === null || value === ''

/** Names and values. A fact of the gateway or the session is found under their own words. */
export function Facts({ facts, words, row, waiting, failed, known }: Props) {
  const { t, say } = useText()
  const { situation } = useEngine()
  const { session, gateway } = situation
  const isOwn = (value: string): boolean => value.startsWith('row.')
  const drawn = facts.filter(
    ({ when, value, known: told = known }) =>
      !(failed && isOwn(value)) &&
      holds(when, situation, { row }) &&
      !(told && !(waiting && isOwn(value)) && isNothing(bind(value, { row, session, gateway }))),
  )
  if (drawn.length === 0) return null
  return (
    <dl className={styles.facts} data-known={known || undefined}>
      {drawn.map(({ value: binding, cell, link, tones, toneOf = binding, as, of: whole }) => {
        const [root = '', ...rest] = binding.split('.')
        const field = rest.join('.')
        const own = root === 'row'
        const value = bind(binding, { row, session, gateway })
        const of = own ? row : root === 'gateway' ? { ...gateway } : session
        return (
          <div key={binding}>
            <dt>{say(`fields.${own ? words : root}.${field}`)}</dt>
            <dd>
              {own && waiting ? (
                <Skeleton width="120px" />
              ) : Array.isArray(value) && value.length === 0 ? (
                <span className={styles.none}>{t('engine.facts.empty')}</span>
              ) : isNothing(value) ? (
                <span className={styles.none}>{t('engine.facts.none')}</span>
              ) : (
                <LinkedCell
                  link={link}
                  cell={cell}
                  field={field}
                  value={value}
                  row={of ?? EMPTY}
                  tone={tones?.[String(bind(toneOf, { row, session, gateway }))]}
                  as={as}
                  whole={whole && bind(whole, { row, session, gateway })}
                />
              )}
            </dd>
          </div>
        )
      })}
    </dl>
  )
}
