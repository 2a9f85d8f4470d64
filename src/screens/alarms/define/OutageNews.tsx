import { useState } from 'react'
import { isOutOfReach } from '#engine/conditions/forbidden.ts'
import { useEngine, usePorts } from '#engine/engine.ts'
import { useQuery } from '#engine/rows.ts'
import { useText } from '#i18n/useText.ts'
import { rowsKey } from '#lib/rows-key.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { Toggle } from '#ui/fields/choice-fields.tsx'
import { Notice } from '#ui/Notice.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import styles from '../alarms.module.css'

const SUBJECTS = ['gateway', 'media'] as const
type Subject = (typeof SUBJECTS)[number]

/** Whether the person who looks is told that the chosen gateway, or a media device of it, is away (spec 3 §6, GW_OO_NOTIF). */
export function OutageNews({ serialNumber }: { serialNumber: string }) {
  const { t } = useText()
  const { source } = usePorts()
  const { situation } = useEngine()
  const [sending, setSending] = useState<Subject>()
  const found = useQuery({
    queryKey: rowsKey('checkGatewayOutageNews', { sn: serialNumber }),
    queryFn: async ({ signal }) => {
      const [gateway, media] = await Promise.all([
        source.load('checkGatewayOutageNews', { sn: serialNumber }, signal),
        source.load('checkMediaOutageNews', { serialNumber }, signal),
      ])
      return { gateway: gateway.enabled, media: media.enabled }
    },
  })
  const may = !isOutOfReach({ operations: ['enableGatewayOutageNews'] }, situation)
  const change = async (subject: Subject, enabled: boolean): Promise<void> => {
    setSending(subject)
    const operation = subject === 'gateway' ? 'enableGatewayOutageNews' : 'updateMediaOutageNews'
    await source.call(operation, { serialNumber, enabled })
    await found.refetch()
    setSending(undefined)
  }
  const switches = () => {
    if (found.isPending) return <Skeleton height="88px" />
    if (found.error && !found.data)
      return (
        <Notice tone="warn" action={<Button onClick={() => void found.refetch()}>{t('shell.retry')}</Button>}>
          {t('alarms.outages.failed')}
        </Notice>
      )
    return (
      <ul className={styles.outages}>
        {SUBJECTS.map((subject) => (
          <li key={subject}>
            <span className={styles.what}>
              <b>{t(`alarms.outages.${subject}`)}</b>
              <span>{t(`alarms.outages.${subject}About`)}</span>
            </span>
            <Toggle
              label={t(`alarms.outages.${subject}`)}
              value={found.data?.[subject] === true}
              busy={sending === subject}
              disabled={!may}
              onChange={(on) => void change(subject, on)}
            />
          </li>
        ))}
      </ul>
    )
  }
  return (
    <Card title={t('alarms.outages.title')}>
      <p className={styles.muted}>{t('alarms.outages.about')}</p>
      {switches()}
    </Card>
  )
}
