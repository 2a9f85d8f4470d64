import { useId } from 'react'
import { useText } from '#i18n/useText.ts'
import { bind } from '#lib/bindings.ts'
import type { Progress as Definition } from '#schemas/generated/definitions/screen.ts'
import type { Row } from '../../ports.ts'
import styles from './Screen.module.css'

interface Props {
  progress: Definition
  /** Where the words of the stages are. */
  words: string
  row: Row | undefined
}

/** How far it has come; without a known share, that it goes on. */
export function Progress({ progress: { of, stage }, words, row }: Props) {
  const { say, has, t } = useText()
  const label = useId()
  const value = of && bind(of, { row })
  const at = `${words}.stages.${String(stage && bind(stage, { row }))}`
  return (
    <div className={styles.progress}>
      <span id={label}>{has(at) ? say(at) : t('engine.status.going')}</span>
      {typeof value === 'number' && <span>{t('engine.status.percent', { value })}</span>}
      <progress max={100} value={typeof value === 'number' ? value : undefined} aria-labelledby={label} />
    </div>
  )
}
