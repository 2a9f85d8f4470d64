import { memo } from 'react'
import { useText } from '#i18n/useText.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { Tag } from '#ui/Tag.tsx'
import styles from './RegisterGateways.module.css'
import type { Registration } from './use-registering.ts'

const TONES = { new: 'plain', busy: 'info', registered: 'ok', refused: 'danger' } as const

/** All but its end: whoever looks over a shoulder does not see the whole. */
const masked = (secureId: string): string => `•••• ${secureId.slice(-4)}`

interface Props {
  lines: readonly Registration[]
  /** Whose label is shown. */
  picked: number | undefined
  onPick(line: number): void
}

/** What is to be registered, line by line, each with what is wrong with it. */
export function Lines({ lines, picked, onPick }: Props) {
  const { t } = useText()
  return (
    <Card title={t('registering.lines', { count: lines.length })} flush>
      <ul className={styles.lines}>
        {lines.map((one) => (
          <Row key={one.line} registration={one} picked={picked === one.line} onPick={onPick} />
        ))}
      </ul>
    </Card>
  )
}

interface RowProps {
  registration: Registration
  picked: boolean
  onPick(line: number): void
}

/** Of a thousand, only those are drawn anew that changed: while they are registered that is one after the other. */
const Row = memo(function Row({ registration, picked, onPick }: RowProps) {
  const { t } = useText()
  const { line, serialNumber, model, secureId, name, fault, state, reason } = registration
  const wrong = fault ? t(`registering.faults.${fault}`) : reason
  return (
    <li data-fault={wrong !== undefined || undefined}>
      <span className={styles.number}>{line}</span>
      <span className={styles.words}>
        <strong>{serialNumber || '–'}</strong>
        <small>{[model, masked(secureId), name].filter((part) => part !== '').join(' · ')}</small>
        {wrong && <span className={styles.fault}>{wrong}</span>}
      </span>
      <span className={styles.state}>
        <Tag
          tone={fault ? 'danger' : TONES[state]}
          icon={wrong ? 'alert' : state === 'registered' ? 'check' : undefined}
        >
          {t(`registering.states.${fault ? 'refused' : state}`)}
        </Tag>
      </span>
      <Button
        look="quiet"
        only
        icon="qr"
        disabled={fault !== undefined}
        aria-pressed={picked}
        onClick={() => onPick(line)}
      >
        {t('registering.show', { serialNumber })}
      </Button>
    </li>
  )
})
