import { http } from '#data/http.ts'
import { useEngine } from '#engine/engine.ts'
import { failureText } from '#engine/failure-text.ts'
import { FormBlock } from '#engine/forms/FormBlock.tsx'
import type { ActionResult } from '#engine/ports.ts'
import { useQuery } from '#engine/rows.ts'
import { useText } from '#i18n/useText.ts'
import { useWords } from '#i18n/useWords.ts'
import { rowsKey } from '#lib/rows/key.ts'
import type { BackupNaming } from '#schemas/generated/entities/backup-naming.ts'
import type { BackupOutlook } from '#schemas/generated/entities/backup-outlook.ts'
import { CatalogueFormDialog } from '#ui/dialog/FormDialog.tsx'
import { ErrorState } from '#ui/page/states.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import styles from './backups.module.css'

interface Props {
  make(naming: BackupNaming): Promise<ActionResult>
  onMade(): void
  onClose(): void
}

const KILO = 1000

/** Asks what a backup is called and what goes along, and says before the button how large it will be and what is left. */
export function CreateBackup({ make, onMade, onClose }: Props) {
  const text = useText()
  const { t, say } = text
  const { situation } = useEngine()
  const sn = situation.gateway?.serialNumber ?? ''
  const outlook = useQuery({
    queryKey: rowsKey('readBackupOutlook', { sn }),
    // A backup takes the home as it is now, and so does its question.
    gcTime: 0,
    queryFn: async ({ signal }) => (await http.call('readBackupOutlook', { sn }, { signal })).data,
  })
  const owns = situation.gateway?.userId === situation.session.id
  return (
    <CatalogueFormDialog title={say('notices.ask.createBackup.title')} onClose={onClose}>
      {(submitAt) => {
        if (outlook.isError)
          return (
            <ErrorState title={t('backups.create.failed')} onRetry={() => void outlook.refetch()}>
              {failureText(outlook.error, text)}
            </ErrorState>
          )
        if (!outlook.data) return <Skeleton height="16rem" />
        const { history, radios, devices, rooms, scenes } = outlook.data
        return (
          <>
            <p>{t('backups.create.holds', { devices, rooms, scenes })}</p>
            <FormBlock
              name="backupNaming"
              values={{
                // What is not on offer is not asked for.
                ...(history.from !== undefined && { history: false }),
                ...(radios.length > 0 && owns && { radios: false }),
              }}
              submit={say('actions.createBackup')}
              submitAt={submitAt}
              rich
              onSubmit={async (body) => {
                const made = await make(body as unknown as BackupNaming)
                if (made.ok) {
                  onMade()
                  return {}
                }
                return { stays: true, failure: failureText(made, text) ?? '' }
              }}
            />
            <Outlook {...outlook.data} />
          </>
        )
      }}
    </CatalogueFormDialog>
  )
}

/** How large it will be, how long the last one took, and what is left afterwards. */
function Outlook({ size, most, left, took, history }: BackupOutlook) {
  const { t } = useText()
  const words = useWords()
  const kilo = (bytes: number): string => words.number(Math.max(1, Math.round(bytes / KILO)), 0)
  const sizes = { size: kilo(size), most: kilo(most), all: kilo(size + history.size) }
  return (
    <p className={styles.outlook}>
      {history.from === undefined
        ? t('backups.create.size', sizes)
        : t('backups.create.sizes', { ...sizes, from: words.date(Date.parse(history.from)) })}{' '}
      {took !== undefined && `${t('backups.create.took', { count: Math.max(1, Math.round(took / KILO)) })} `}
      {t('backups.create.left', { count: Math.max(0, left - 1) })}
    </p>
  )
}
