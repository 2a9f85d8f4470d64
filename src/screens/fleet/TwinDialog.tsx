import { useEffect, useState } from 'react'
import { failureText } from '#engine/failure-text.ts'
import type { Source } from '#engine/ports.ts'
import { useText } from '#i18n/useText.ts'
import { useWords } from '#i18n/useWords.ts'
import type { Backup } from '#schemas/generated/entities/backup.ts'
import type { HomeFork } from '#schemas/generated/entities/home-fork.ts'
import { FormDialog } from '#ui/dialog/FormDialog.tsx'
import { SelectField } from '#ui/fields/choice-fields.tsx'
import { PasswordField } from '#ui/fields/text-fields.tsx'
import { useSubmit } from '#ui/fields/use-submit.ts'

interface Props {
  sn: string
  userId: string
  source: Pick<Source, 'call' | 'load'>
  onFork(fork: HomeFork): void
  onClose(): void
}

/** From what a twin is forked: from the gateway as it is, or from one of its backups. */
export function TwinDialog({ sn, userId, source, onFork, onClose }: Props) {
  const text = useText()
  const { t, say } = text
  const words = useWords()
  const [backups, setBackups] = useState<readonly Backup[]>([])
  const [backupId, choose] = useState('')
  const [passphrase, setPassphrase] = useState('')
  const [failure, setFailure] = useState<string>()
  const chosen = backups.find(({ _id }) => _id === backupId)
  useEffect(() => {
    const left = new AbortController()
    source.load('listBackups', { sn, userId }, left.signal).then(
      ({ data }) => setBackups(data),
      // Without its backups there is still the gateway.
      () => undefined,
    )
    return () => left.abort()
  }, [source, sn, userId])

  const form = useSubmit(async () => {
    setFailure(undefined)
    const wish = { ...(chosen && { backupId }), ...(chosen?.isEncrypted && { passphrase }) }
    const forked = await source.call('forkHome', { sn, ...wish }, { told: ['other'] })
    if (forked.ok) onFork(forked.data)
    else setFailure(failureText(forked, text))
  })

  return (
    <FormDialog
      title={t('twin.fork.title')}
      form={form}
      submit={t('twin.fork.submit')}
      unready={chosen?.isEncrypted === true && passphrase === ''}
      failure={failure}
      onClose={onClose}
    >
      <p>{t('twin.fork.text')}</p>
      <SelectField
        label={t('twin.fork.from')}
        value={backupId}
        onChange={(next) => {
          choose(next)
          setFailure(undefined)
        }}
        choices={[
          { value: '', label: t('twin.fork.live') },
          ...backups.map(({ _id, snapshotName: name, madeAt, createdAt }) => ({
            value: _id,
            label: t('twin.fork.backup', {
              name: say(`status.backupName.${name}`, name),
              at: words.date(Date.parse(madeAt ?? createdAt)),
            }),
          })),
        ]}
      />
      {chosen?.isEncrypted && (
        <PasswordField
          label={t('twin.fork.passphrase')}
          value={passphrase}
          onChange={setPassphrase}
          autoComplete="off"
        />
      )}
    </FormDialog>
  )
}
