import { useState } from 'react'
import { useEngine } from '#engine/engine.ts'
import { hrefOf } from '#engine/href.ts'
import { useText } from '#i18n/useText.ts'
import type { RuleRow } from '#schemas/generated/entities/rule-row.ts'
import { Button } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import { useElsewhere } from '../elsewhere/use-elsewhere.ts'
import styles from './concerns.module.css'
import { amountOf, Sentences } from './Sentences.tsx'

const MOST = 8

/** What two scenes say of each other is told of the first of them. */
function once(rows: readonly RuleRow[]): readonly RuleRow[] {
  const told = new Set<string>()
  return rows.map(({ contradicts: all = [], ...row }) => {
    const contradicts = all.filter((one) => {
      const { rule_id, device_id, service_name, property_name, resource_id, group } = one
      const pair = [row.id, rule_id].toSorted()
      const key = [...pair, device_id, service_name, property_name, group ?? resource_id].join(' ')
      if (told.has(key)) return false
      told.add(key)
      return true
    })
    return contradicts.length > 0 ? { ...row, contradicts } : row
  })
}

/** Scenes that get in each other's way do harm by themselves; what else is the matter only leaves something undone. */
const collides = ({ contradicts, loop }: RuleRow): number => Number(Boolean(contradicts ?? loop))

/** What is the matter with the scenes of a home: how much in a line, and each in a sentence for whoever opens it. */
export default function OfHome({ rows }: { rows: readonly RuleRow[] }) {
  const { t } = useText()
  const { definitions } = useEngine()
  const page = definitions.screen('scene')
  const [all, setAll] = useState(false)
  const elsewhere = useElsewhere()
  const those = once(rows)
    .filter((row) => amountOf(row, elsewhere) > 0)
    .toSorted((one, other) => collides(other) - collides(one))
  const shown = all ? those : those.slice(0, MOST)
  const count = those.reduce((sum, row) => sum + amountOf(row, elsewhere), 0)
  return (
    <details className={styles.home}>
      <summary>
        <Icon name="warning" />
        <span>{t('concerns.title', { count })}</span>
        <Icon name="chevron-down" size="small" />
      </summary>
      <p>{t('concerns.text')}</p>
      <dl>
        {shown.map((row) => (
          <div key={row.id}>
            <dt>{page ? <a href={hrefOf(page, { scene_id: row.id })}>{row.name}</a> : row.name}</dt>
            <dd>
              <Sentences row={row} rows={rows} />
            </dd>
          </div>
        ))}
      </dl>
      {shown.length < those.length && (
        <Button size="dense" look="quiet" onClick={() => setAll(true)}>
          {t('concerns.more', { count: those.length - shown.length })}
        </Button>
      )}
    </details>
  )
}
