import { useState } from 'react'
import { isOutOfReach } from '#engine/conditions/forbidden.ts'
import { numberLimit, useEngine, usePorts } from '#engine/engine.ts'
import { useQuery } from '#engine/rows.ts'
import { useText } from '#i18n/useText.ts'
import { rowsKey } from '#lib/rows/key.ts'
import type { GatewayOutageNews } from '#schemas/generated/entities/gateway-outage-news.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { Toggle } from '#ui/fields/choice-fields.tsx'
import { NotKnown } from '#ui/page/states.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import styles from '../alarms.module.css'

const SUBJECTS = ['gateway', 'media'] as const
type Subject = (typeof SUBJECTS)[number]

const keyOf = (subject: Subject, serialNumber: string): string => `${subject} ${serialNumber}`

/** Of which gateways, and of whose media devices, the person who looks is told that they are away (spec 3 §6, GW_OO_NOTIF). */
export function OutageNews({ serialNumber }: { serialNumber: string | undefined }) {
  const { t } = useText()
  const { source } = usePorts()
  const { definitions, situation } = useEngine()
  const [sending, setSending] = useState<ReadonlySet<string>>(new Set())
  const first = numberLimit(definitions, 'alarmPageSize')
  const [most, setMost] = useState(first)
  const about = serialNumber === undefined ? {} : { serialNumber }
  const { data, isPending, refetch } = useQuery({
    queryKey: rowsKey('listOutageNews', about),
    queryFn: async ({ signal }) => (await source.load('listOutageNews', about, signal)).data,
  })
  const may = !isOutOfReach({ operations: ['enableGatewayOutageNews'] }, situation)
  const change = async (of: string, subject: Subject, enabled: boolean): Promise<void> => {
    const one = keyOf(subject, of)
    setSending((now) => new Set([...now, one]))
    const operation = subject === 'gateway' ? 'enableGatewayOutageNews' : 'updateMediaOutageNews'
    await source.call(operation, { serialNumber: of, enabled })
    await refetch()
    setSending((now) => new Set([...now].filter((other) => other !== one)))
  }
  // What was switched on before can always be switched off.
  const toggle = (news: GatewayOutageNews, subject: Subject, label: string) =>
    news.needs !== undefined && !news[subject] ? (
      <span className={styles.muted}>{t('alarms.outages.needs', { version: news.needs })}</span>
    ) : (
      <Toggle
        label={label}
        value={news[subject]}
        busy={sending.has(keyOf(subject, news.serialNumber))}
        disabled={!may}
        onChange={(on) => void change(news.serialNumber, subject, on)}
      />
    )
  // Whoever has no gateway has nothing to choose.
  if (data?.length === 0) return null
  const switches = () => {
    if (isPending) return <Skeleton height="88px" />
    if (!data)
      return (
        <div className={styles.outages}>
          <NotKnown onRetry={() => void refetch()}>{t('alarms.outages.failed')}</NotKnown>
        </div>
      )
    const [only, ...others] = data
    if (only && others.length === 0)
      return (
        <ul className={styles.outages}>
          {SUBJECTS.map((subject) => (
            <li key={subject}>
              <span className={styles.what}>
                <b>{t(`alarms.outages.${subject}`)}</b>
                <span>{t(`alarms.outages.${subject}About`)}</span>
              </span>
              {toggle(only, subject, t(`alarms.outages.${subject}`))}
            </li>
          ))}
        </ul>
      )
    return (
      <>
        <table className={styles.homes}>
          <thead>
            <tr>
              <th scope="col">{t('alarms.outages.home')}</th>
              {SUBJECTS.map((subject) => (
                <th key={subject} scope="col">
                  {t(`alarms.outages.${subject}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {data.slice(0, most).map((news) => (
              <tr key={news.serialNumber}>
                <th scope="row">{news.name}</th>
                {SUBJECTS.map((subject) => (
                  <td key={subject}>
                    {toggle(
                      news,
                      subject,
                      t('alarms.outages.of', { what: t(`alarms.outages.${subject}`), home: news.name }),
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
        {data.length > most && (
          <p className={styles.more}>
            <Button onClick={() => setMost(most + first)}>
              {t('alarms.more', { count: data.length - most })}
            </Button>
          </p>
        )}
      </>
    )
  }
  return (
    <Card title={t('alarms.outages.title')}>
      <p className={styles.muted}>{t('alarms.outages.about')}</p>
      {switches()}
    </Card>
  )
}
