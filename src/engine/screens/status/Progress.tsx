import { useId } from 'react'
import { useText } from '#i18n/useText.ts'
import { bind } from '#lib/bindings.ts'
import type { Progress as Definition } from '#schemas/generated/definitions/screen.ts'
import type { Row } from '../../ports.ts'
import styles from './Screen.module.css'

interface Props {
  progress: Definition
  steps: readonly string[] | undefined
  /** Where the words of the stages are. */
  words: string
  row: Row | undefined
}

/** How far it has come; without a known share, that it goes on, unless the stages say so already. */
export function Progress({ progress: { of, stage }, steps, words, row }: Props) {
  const { say, has, t } = useText()
  const label = useId()
  const value = of && bind(of, { row })
  const present = String(stage && bind(stage, { row }))
  const at = `${words}.stages.${present}`
  if (typeof value !== 'number' && steps?.includes(present)) return null
  return (
    <div className={styles.progress}>
      <span id={label}>{has(at) ? say(at) : t('engine.status.going')}</span>
      {typeof value === 'number' && <span>{t('engine.status.percent', { value })}</span>}
      <progress max={100} value={typeof value === 'number' ? value : undefined} aria-labelledby={label} />
    </div>
  )
}
