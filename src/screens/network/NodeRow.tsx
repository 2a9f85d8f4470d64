import { useEffect, useId, useRef } from 'react'
import { SignalBars } from '#engine/cells/SignalBars.tsx'
import type { Compared } from '#gateway/lib/network/compare.ts'
import type { Finding } from '#gateway/lib/network/findings.ts'
import type { NetworkNode } from '#gateway/lib/network/network.ts'
import { useText } from '#i18n/useText.ts'
import { useWords } from '#i18n/useWords.ts'
import { Icon } from '#ui/Icon.tsx'
import { Badge } from '#ui/Tag.tsx'
import type { Shared } from './NetworkBoard.tsx'
import { NodeDetails } from './NodeDetails.tsx'
import styles from './network.module.css'

const TONES = { lost: 'danger', weak: 'warn', unknown: 'plain', good: 'plain' } as const

/** One device: how it is reached at a glance; opened, its whole way and what is known of it. */
export function NodeRow(
  props: Shared & {
    node: NetworkNode
    finding: Finding | undefined
    /** Since another moment. */
    change: Compared['change'] | undefined
  },
) {
  const { node, finding, change, faces, nameOf, view, now } = props
  const { t } = useText()
  const words = useWords()
  const details = useId()
  const row = useRef<HTMLLIElement>(null)
  const face = faces.get(node.id)
  const open = view.picked === node.id
  useEffect(() => {
    if (open) row.current?.scrollIntoView?.({ block: 'nearest' })
  }, [open])
  const way = node.over === '' ? t('netdiag.direct') : t('netdiag.over', { name: nameOf(node.over) })
  return (
    <li ref={row} className={styles.row} data-open={open || undefined}>
      <button
        type="button"
        aria-expanded={open}
        aria-controls={open ? details : undefined}
        onClick={() => view.pick(open ? undefined : node.id)}
      >
        <Badge icon={face?.icon ?? 'device'} tone={TONES[node.standing]} size="small" />
        <span className={styles.who}>
          <b>{face?.name ?? node.id}</b>
          <small>{face?.room ? t('netdiag.inRoom', { room: face.room, way }) : way}</small>
        </span>
        <span className={styles.how}>
          {change !== undefined && change !== 'same' && <small>{t(`netdiag.became.${change}`)}</small>}
          {finding && change === undefined && node.standing === 'good' && (
            <small data-tone="warn">
              {t(`netdiag.short.${finding.rule.when.atNight ? 'atNight' : 'before'}`)}
            </small>
          )}
          {node.standing === 'lost' ? (
            <small>{node.age === undefined ? t('netdiag.never') : words.age(now - node.age, now)}</small>
          ) : node.standing === 'good' && node.level === 0 ? null : (
            <SignalBars level={node.level} label={t(`netdiag.level.${node.level}`)} />
          )}
          <Icon name={open ? 'chevron-up' : 'chevron-down'} size="mark" />
        </span>
      </button>
      {open && <NodeDetails {...props} id={details} />}
    </li>
  )
}
