import { useState } from 'react'
import { useParams } from 'react-router'
import { attempt } from '#data/refusal.ts'
import { useEngine } from '#engine/engine.ts'
import { failureText } from '#engine/failure-text.ts'
import { useQuery } from '#engine/rows.ts'
import { useText } from '#i18n/useText.ts'
import { useWords } from '#i18n/useWords.ts'
import { rowsKey } from '#lib/rows/key.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { PasswordField } from '#ui/fields/text-fields.tsx'
import { Icon } from '#ui/Icon.tsx'
import { Notice } from '#ui/Notice.tsx'
import { PageHeader } from '#ui/page/PageHeader.tsx'
import { EmptyState } from '#ui/page/states.tsx'
import { usePhone } from '#ui/use-phone.ts'
import { Alongside } from './Alongside.tsx'
import styles from './backups.module.css'
import { keyOf, type Substitution, usuallyChosen } from './choice.ts'
import { Figures } from './Figures.tsx'
import { PlanGroups } from './PlanGroups.tsx'
import { PlanBoard, PlanPage } from './PlanPage.tsx'
import { useBackups } from './use-backups.ts'

const NEEDED = 'BACKUP_PASSPHRASE_NEEDED'
const PROMISES = [
  ['archive', 'before'],
  ['shield', 'whole'],
  ['clock', 'meanwhile'],
] as const

/** What a backup would change, and what of it is to come back. */
export function RestoreBackup() {
  const text = useText()
  const { t } = text
  const words = useWords()
  const { backupId = '' } = useParams()
  const { situation } = useEngine()
  const { data: backups } = useBackups()
  const backup = backups?.data.find(({ _id }) => _id === backupId)
  const [passphrase, setPassphrase] = useState('')
  const [tried, setTried] = useState<string>()
  const [substitutions, setSubstitutions] = useState<readonly Substitution[]>([])
  const [turned, setTurned] = useState<ReadonlySet<string>>(new Set())
  const [history, setHistory] = useState<boolean>()
  const [refusal, setRefusal] = useState<string>()
  const [busy, setBusy] = useState(false)
  const asked = {
    substitutes: Object.fromEntries(substitutions.map(({ gone, by }) => [gone.id, by.device_id])),
    ...(tried !== undefined && { passphrase: tried }),
  }
  const plan = useQuery({
    queryKey: rowsKey('previewBackup', { backupId, ...asked }),
    queryFn: async () => {
      const looked = await attempt('previewBackup', { backupId, ...asked })
      if (!looked.ok) throw Object.assign(new Error(looked.code), looked)
      return looked.data
    },
    // A choice of a substitute leaves the plan in sight until the next is there.
    placeholderData: (before) => before,
  })
  const phone = usePhone()
  const items = plan.data?.items ?? []
  const chosen = items.filter(
    (item) => item.change !== 'gone' && usuallyChosen(item) !== turned.has(keyOf(item)),
  )
  // What is missing comes back unless somebody says no: nothing goes by it.
  const missing = plan.data?.history?.missing ?? 0
  const withHistory = missing > 0 && (history ?? true)
  const choosable = items.filter(({ change }) => change !== 'gone')
  const turn = (keys: readonly string[]): void =>
    setTurned((known) => {
      const next = new Set(known)
      for (const key of keys) if (!next.delete(key)) next.add(key)
      return next
    })

  const restore = async (): Promise<void> => {
    setBusy(true)
    const begun = await attempt('restoreBackup', {
      userId: situation.session.id ?? '',
      serialNumber: situation.gateway?.serialNumber ?? '',
      backupId,
      chosen: chosen.map(({ kind, id }) => ({ kind, id })),
      ...(withHistory && { history: true }),
      ...asked,
    })
    setBusy(false)
    // The state of the gateway leads to the page that says how it goes on, and back here, where nothing differs any more.
    if (begun.ok) return
    setRefusal(failureText(begun, text))
    void plan.refetch()
  }

  const title = backup
    ? t('backups.restore.title', {
        name: text.say(`status.backupName.${backup.snapshotName}`, backup.snapshotName),
      })
    : t('backups.restore.plain')
  const head = (
    <PageHeader
      title={title}
      crumb={{ label: t('backups.title'), href: '/backups' }}
      context={backup && t('backups.restore.since', { at: words.date(Date.parse(backup.createdAt)) })}
    />
  )
  const code = plan.error ? String((plan.error as { code?: unknown }).code) : ''
  const isLocked = code === NEEDED || code === 'BACKUP_PASSPHRASE_WRONG'
  const locked = isLocked && (
    <Card title={t('backups.restore.locked')}>
      <form
        className={styles.unlock}
        onSubmit={(event) => {
          event.preventDefault()
          setTried(passphrase)
        }}
      >
        <PasswordField
          label={t('backups.restore.passphrase')}
          value={passphrase}
          onChange={setPassphrase}
          autoComplete="off"
          error={code === NEEDED || passphrase !== tried ? undefined : failureText(plan.error, text)}
        />
        <Button type="submit" look="main" disabled={passphrase === ''} busy={plan.isFetching}>
          {t('backups.restore.open')}
        </Button>
      </form>
    </Card>
  )
  const alongside = plan.data && (
    <Alongside
      backupId={backupId}
      passphrase={tried}
      plan={plan.data}
      withHistory={withHistory}
      onHistory={setHistory}
    />
  )
  const isAlike = plan.data && items.length === 0 && missing === 0 && substitutions.length === 0
  const alike = isAlike && !plan.isError && (
    <div className={styles.parts}>
      {alongside}
      <EmptyState icon="check" tone="ok" title={t('backups.restore.alike')}>
        {t('backups.restore.alikeText')}
      </EmptyState>
    </div>
  )
  const count = (
    <p className={styles.count}>
      <strong>{words.number(chosen.length)}</strong>{' '}
      {t('backups.restore.chosen', { count: choosable.length })}
      {withHistory && chosen.length > 0 && t('backups.restore.withHistory')}
    </p>
  )
  const deed = (
    <Button
      look="main"
      icon="undo"
      wide
      busy={busy}
      disabled={(chosen.length === 0 && !withHistory) || plan.isFetching || backup?.standing === 'ahead'}
      onClick={() => void restore()}
    >
      {chosen.length === 0 && withHistory
        ? t('backups.restore.doHistory')
        : t('backups.restore.do', { count: chosen.length })}
    </Button>
  )
  return (
    <PlanPage
      head={head}
      instead={locked || alike || undefined}
      asked={plan}
      failed={t('backups.restore.failed')}
    >
      {(known) => (
        <>
          <Figures plan={known} />
          <PlanBoard
            deed={{
              title: t('backups.restore.deed'),
              shown: (
                <>
                  {!phone && count}
                  <ul className={styles.promises}>
                    {PROMISES.map(([icon, name]) => (
                      <li key={name}>
                        <Icon name={icon} size="small" />
                        {t(`backups.restore.promise.${name}`)}
                      </li>
                    ))}
                  </ul>
                  {backup?.standing === 'ahead' && <Notice tone="warn">{t('backups.restore.ahead')}</Notice>}
                  {refusal && (
                    <Notice tone="danger" urgent>
                      {refusal}
                    </Notice>
                  )}
                  {!phone && deed}
                </>
              ),
            }}
            foot={
              phone && (
                <>
                  {count}
                  {deed}
                </>
              )
            }
          >
            {alongside}
            <PlanGroups
              plan={known}
              chosen={new Set(chosen.map(keyOf))}
              onTurn={turn}
              substitutions={substitutions}
              onSubstitute={(gone, by) =>
                setSubstitutions((before) => [
                  ...before.filter((one) => one.gone.id !== gone.id),
                  ...(by ? [{ gone, by }] : []),
                ])
              }
            />
          </PlanBoard>
        </>
      )}
    </PlanPage>
  )
}
