import { useState } from 'react'
import { failureText } from '#engine/failure-text.ts'
import type { Source } from '#engine/ports.ts'
import { useQuery } from '#engine/rows.ts'
import { useText } from '#i18n/useText.ts'
import { useWords } from '#i18n/useWords.ts'
import { rowsKey } from '#lib/rows/key.ts'
import type { HomeFork } from '#schemas/generated/entities/home-fork.ts'
import { FormDialog } from '#ui/dialog/FormDialog.tsx'
import { SelectField } from '#ui/fields/choice-fields.tsx'
import { PasswordField } from '#ui/fields/text-fields.tsx'
import { useSubmit } from '#ui/fields/use-submit.ts'
import { NotKnown } from '#ui/page/states.tsx'

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
  const [backupId, choose] = useState('')
  const [passphrase, setPassphrase] = useState('')
  const [failure, setFailure] = useState<string>()
  const asked = { sn, userId }
  const found = useQuery({
    queryKey: rowsKey('listBackups', asked),
    queryFn: ({ signal }) => source.load('listBackups', asked, signal),
  })
  const backups = found.data?.data ?? []
  const chosen = backups.find(({ _id }) => _id === backupId)

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
      {/* Without its backups there is still the gateway. */}
      {found.isError && (
        <NotKnown onRetry={() => void found.refetch()}>
          {t('twin.fork.unread')} {failureText(found.error, text)}
        </NotKnown>
      )}
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
