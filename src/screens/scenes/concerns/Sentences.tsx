import { useEngine } from '#engine/engine.ts'
import { useHomeMoment } from '#engine/home-clocks.ts'
import { hrefOf } from '#engine/href.ts'
import { useNow } from '#engine/property/state/useNow.ts'
import { segmentsOf } from '#gateway/rules/speak.ts'
import { wordsOfContradiction } from '#gateway/rules/words/concerns.ts'
import type { RuleRow } from '#schemas/generated/entities/rule-row.ts'
import { type Elsewhere, faultsElsewhere } from '../elsewhere/elsewhere.ts'
import { useElsewhere } from '../elsewhere/use-elsewhere.ts'
import { statusName } from '../status-words.ts'
import { capital, useTelling } from '../use-telling.ts'
import styles from './concerns.module.css'

const DAY = 86_400_000

/** How many things are the matter with a scene that nothing else tells of. */
export const amountOf = (row: RuleRow, elsewhere: Elsewhere): number =>
  faultsElsewhere(row, elsewhere).length +
  (row.contradicts ?? []).length +
  [row.never, row.loop, row.unused_since].filter((one) => one !== undefined).length

type Contradiction = NonNullable<RuleRow['contradicts']>[number]

/** `beside`: whoever goes to the other scene leaves this page open. */
function Contradicts({ one, beside }: { one: Contradiction; beside: boolean }) {
  const { naming, speech } = useTelling()
  const { definitions } = useEngine()
  const moment = useHomeMoment()
  const now = useNow()
  const page = definitions.screen('scene')
  const at = one.at === undefined ? '' : moment(one.at, now)
  const segments = segmentsOf(wordsOfContradiction(one, naming, at), speech)
  // Its name comes before whatever else the sentence says in plain text.
  const named = segments.findIndex(({ is, text }) => is === 'text' && text === one.rule_name)
  const said = (from: number, to?: number) =>
    segments
      .slice(from, to)
      .map(({ text }) => text)
      .join('')
  if (named < 0 || !page) return capital(said(0))
  return (
    <>
      {capital(said(0, named))}
      <a
        href={hrefOf(page, { scene_id: one.rule_id })}
        {...(beside && { target: '_blank', rel: 'noopener' })}
      >
        {one.rule_name}
      </a>
      {said(named + 1)}
    </>
  )
}

/** What contradicts a scene, as lines of a list. */
export const Contradictions = ({
  those,
  beside = false,
}: {
  those: readonly Contradiction[]
  beside?: boolean
}) =>
  those.map((one) => (
    <li
      key={`${one.rule_id} ${one.device_id} ${one.service_name} ${one.property_name} ${one.resource_id} ${one.switched_rule_id}`}
    >
      <Contradicts one={one} beside={beside} />
    </li>
  ))

/** What is the matter with a scene, a sentence each. */
export function Sentences({ row, rows }: { row: RuleRow; rows: readonly RuleRow[] }) {
  const { text, words } = useTelling()
  const now = useNow()
  const { t } = text
  const elsewhere = useElsewhere()
  const others = (row.loop ?? []).filter((id) => id !== row.id)
  const names = others.flatMap((id) => rows.find((one) => one.id === id)?.name ?? [])
  return (
    <ul className={styles.sentences}>
      <Contradictions those={row.contradicts ?? []} />
      {row.loop && (
        <li>
          {names.length > 0 ? t('concerns.loop', { names: names.join(', ') }) : t('concerns.loopAlone')}
        </li>
      )}
      {faultsElsewhere(row, elsewhere).map(({ kind, id, name }) => (
        <li key={`${kind} ${id}`}>
          {t(`concerns.elsewhere.${kind}`, { name: kind === 'calendar' ? statusName(name, text) : name })}
        </li>
      ))}
      {row.never && <li>{t(`concerns.never.${row.never}`)}</li>}
      {row.unused_since !== undefined && (
        <li>
          {t('concerns.unused', {
            count: Math.floor((now - row.unused_since) / DAY),
            when: words.date(row.unused_since),
          })}
        </li>
      )}
    </ul>
  )
}
