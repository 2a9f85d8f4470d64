import { type ReactNode, useState } from 'react'
import { numberLimit, useEngine } from '#engine/engine.ts'
import { needsPlace } from '#gateway/rules/parts.ts'
import { useText } from '#i18n/useText.ts'
import type { Rule } from '#schemas/generated/entities/rule.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { NoPlace } from '../NoPlace.tsx'
import type { Line, TriggerLines } from '../rule-lines.ts'
import styles from '../scene.module.css'
import { Lines } from './Lines.tsx'

/** spec 2 §9: device triggers show 3 per page. */
function DeviceLines({ lines, remedy }: { lines: readonly Line[]; remedy: (line: Line) => ReactNode }) {
  const { t } = useText()
  const size = numberLimit(useEngine().definitions, 'triggerPageSize')
  const [asked, setPage] = useState(1)
  const pages = Math.max(1, Math.ceil(lines.length / size))
  const page = Math.min(asked, pages)
  return (
    <>
      <Lines
        label={t('scenes.deviceTriggers')}
        lines={lines.slice((page - 1) * size, page * size)}
        remedy={remedy}
      />
      {pages > 1 && (
        <nav className={styles.pages} aria-label={t('scenes.deviceTriggers')}>
          <Button
            only
            size="dense"
            icon="chevron-left"
            disabled={page <= 1}
            onClick={() => setPage(page - 1)}
          >
            {t('engine.list.previous')}
          </Button>
          <span>{t('engine.list.page', { page, pages })}</span>
          <Button
            only
            size="dense"
            icon="chevron-right"
            disabled={page >= pages}
            onClick={() => setPage(page + 1)}
          >
            {t('engine.list.next')}
          </Button>
        </nav>
      )}
    </>
  )
}

/** What sets the scene off, and what is asked then. */
export function When({
  rule,
  lines: { times, devices, statuses },
  asked,
  remedy,
}: {
  rule: Rule
  lines: TriggerLines
  /** What is asked before it runs. */
  asked: readonly Line[]
  remedy(line: Line): ReactNode
}) {
  const { t } = useText()
  const count = times.length + devices.length + statuses.length
  return (
    <Card title={t('scenes.parts.when')}>
      {count === 0 && <p className={styles.quiet}>{t('scenes.byHand')}</p>}
      {count > 1 && <p className={styles.logic}>{t(`scenes.logic.${rule.rule_logic}`)}</p>}
      {needsPlace(rule) && <NoPlace />}
      {times.length > 0 && <Lines label={t('scenes.timeTriggers')} lines={times} />}
      {devices.length > 0 && <DeviceLines lines={devices} remedy={remedy} />}
      {statuses.length > 0 && <Lines label={t('scenes.statusTriggers')} lines={statuses} remedy={remedy} />}
      {rule.only_if && (
        <>
          <h3 className={styles.part}>{t(`scenes.onlyIf.${rule.only_if.logic}`)}</h3>
          <Lines label={t('scenes.parts.onlyIf')} lines={asked} remedy={remedy} />
        </>
      )}
    </Card>
  )
}
