import { Fragment, type ReactNode } from 'react'
import { isPause } from '#gateway/rules/pause.ts'
import { useText } from '#i18n/useText.ts'
import type { ActionSet, Rule } from '#schemas/generated/entities/rule.ts'
import { Card } from '#ui/Card.tsx'
import type { Line } from '../rule-lines.ts'
import styles from '../scene.module.css'
import { Lines } from './Lines.tsx'

interface Props {
  rule: Rule
  linesOf(scene: ActionSet): readonly Line[]
  remedy(line: Line): ReactNode
}

/** What the scene does, one action set after the other. */
export function Then({ rule: { scenes = [], run_mode }, linesOf, remedy }: Props) {
  const { t } = useText()
  return (
    <Card title={t('scenes.parts.then')}>
      {scenes.length === 0 && <p className={styles.quiet}>{t('scenes.noActions')}</p>}
      {scenes.map((scene) => (
        <Fragment key={scene.id}>
          {!isPause(scene) && <h3 className={styles.part}>{scene.name}</h3>}
          <Lines label={isPause(scene) ? undefined : scene.name} lines={linesOf(scene)} remedy={remedy} />
        </Fragment>
      ))}
      {run_mode && <p className={styles.quiet}>{t(`scenes.again.${run_mode}`)}</p>}
    </Card>
  )
}
