import { useState } from 'react'
import { useLoad } from '#engine/facts/use-load.ts'
import { useText } from '#i18n/useText.ts'
import type { AnswerOf } from '#schemas/calls.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { Notice } from '#ui/Notice.tsx'
import styles from './RegisterGateways.module.css'
import type { Label } from './registrations-csv.ts'

/** Serial numbers and secure ids hold nothing that a shell would read otherwise. */
const commandOf = (
  { serialNumber, secureId }: Label,
  { broker, server }: AnswerOf<'readGatewayDoor'>,
): string =>
  `GATEHOUSE_SECURE_ID=${secureId} npm run gateway -- --serial ${serialNumber} --broker ${broker} --server ${server}`

/** What starts the gateway on its machine, ready to be copied. */
export function StartCommand({ label }: { label: Label }) {
  const { t } = useText()
  const [copied, setCopied] = useState('')
  const loaded = useLoad({ operation: 'readGatewayDoor' }, 'door', {})
  if (loaded.state !== 'loaded') return null
  const door = loaded.value
  if (door.broker === undefined) return <Notice tone="info">{t('registering.noDoor')}</Notice>
  const command = commandOf(label, door)
  return (
    <Card title={t('registering.command')}>
      <pre className={styles.command}>{command}</pre>
      <div className={styles.ways}>
        <Button
          icon="copy"
          onClick={() => void navigator.clipboard.writeText(command).then(() => setCopied(command))}
        >
          {t(copied === command ? 'registering.copied' : 'registering.copy')}
        </Button>
      </div>
    </Card>
  )
}
