import { type ReactNode, useId, useState } from 'react'
import { statusWord } from '#data/statuses/status-words.ts'
import { useText } from '#i18n/useText.ts'
import type { PlanItem } from '#schemas/generated/entities/backup-plan.ts'
import { Button } from '#ui/Button.tsx'
import type { IconName } from '#ui/Icon.tsx'
import { Badge, type Tone } from '#ui/Tag.tsx'
import styles from './backups.module.css'

const ICONS: Readonly<Record<PlanItem['kind'], IconName>> = {
  rule: 'scenes',
  device: 'device',
  settings: 'settings',
  room: 'home',
  floor: 'floors',
  status: 'shield',
  infrared: 'remote',
}

interface Props {
  thing: Pick<PlanItem, 'kind' | 'name'>
  tone: Tone
  chosen?: boolean
  /** The box that chooses it, named by this id; none where there is nothing to choose. */
  box?: ((named: string) => ReactNode) | undefined
  /** What becomes of it, in a sentence. */
  becomes: ReactNode
  /** What is seen of it once it is opened, and what the button for that is called. */
  difference: { label: string; shown: ReactNode } | undefined
  children?: ReactNode
}

/** One thing of a home and what becomes of it; opened, how it is and how it would be. */
export function ThingLine({ thing, tone, chosen, box, becomes, difference, children }: Props) {
  const { say } = useText()
  const name = useId()
  const [open, setOpen] = useState(false)
  return (
    <li className={styles.line} data-chosen={chosen || undefined}>
      <span className={styles.tick}>{box?.(name)}</span>
      <Badge icon={ICONS[thing.kind]} tone={tone} />
      <div className={styles.words}>
        <strong id={name}>{thing.kind === 'status' ? statusWord(thing.name, say) : thing.name}</strong>
        <p>{becomes}</p>
        {open && difference?.shown}
        {children}
      </div>
      {difference && (
        <Button
          look="quiet"
          icon={open ? 'chevron-up' : 'chevron-down'}
          only
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          {difference.label}
        </Button>
      )}
    </li>
  )
}
