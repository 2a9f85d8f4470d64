import { http } from '#data/http.ts'
import { attempt } from '#data/refusal.ts'
import { type ActionContext, asked, type CodeAction, done, failed } from '#engine/actions/code-action.ts'
import { failureText } from '#engine/failure-text.ts'
import { text } from '#i18n/useText.ts'
import { download } from '#lib/download.ts'
import type { BackupNights } from '#schemas/generated/entities/backup-nights.ts'
import { CreateBackup } from './CreateBackup.tsx'

const whose = ({ situation }: ActionContext) => ({
  userId: situation.session.id ?? '',
  serialNumber: situation.gateway?.serialNumber ?? '',
})

/** What cannot be said beside a field is said at the foot of the page. */
const told = (context: ActionContext, sentence: string) => {
  context.toast({ text: sentence, tone: 'danger' })
  return failed('cancelled')
}

/** What it is called and what goes along is asked beside what it will be. */
export const createBackup: CodeAction = (context) =>
  asked(context, (close) => (
    <CreateBackup
      make={(naming) => attempt('saveBackup', { ...whose(context), type: 'manual', ...naming })}
      onMade={() => {
        close(done())
        context.toast({ text: text.say('toasts.backupCreated') })
        context.refetch()
      }}
      onClose={() => close(undefined)}
    />
  ))

/** When the home is backed up by itself, and how many of those backups stay. */
export const planBackups: CodeAction = async (context) => {
  const { userId, serialNumber: sn } = whose(context)
  const { isAutomaticallyBackup } = context.bound.row as { isAutomaticallyBackup: boolean }
  const nights = context.bound.form as unknown as BackupNights
  const set = await attempt('backupAutomatically', { sn, userId, isAutomaticallyBackup, nights })
  if (!set.ok) return set
  context.toast({ text: text.say('toasts.backupNightsSet') })
  context.refetch()
  return done()
}

/** spec 3 §8: SUCCESS_EXPORTING_BACKUP, ERROR_EXPORTING_BACKUP. */
export const exportBackup: CodeAction = async (context) => {
  try {
    const { data } = await http.call('exportBackup', { backupId: String(context.bound.row?._id) })
    download(data.name, data, data.type)
    context.toast({ text: text.say('toasts.SUCCESS_EXPORTING_BACKUP') })
    return done()
  } catch {
    return told(context, text.say('toasts.ERROR_EXPORTING_BACKUP'))
  }
}

/** spec 3 §8: IMPORT_SUCCESSFUL, IMPORT_ABORTED; what is wrong with the file is said with it. */
export const importBackup: CodeAction = async (context) => {
  const file = await chosenFile()
  if (!file) return failed('cancelled')
  const { userId, serialNumber } = whose(context)
  const taken = await attempt('importBackup', {
    ...{ sn: serialNumber, file, fileName: file.name, userId, gtwSN: serialNumber },
  })
  if (!taken.ok) {
    const why = failureText(taken, text)
    return told(context, [text.say('toasts.IMPORT_ABORTED'), why].filter(Boolean).join(' '))
  }
  context.toast({ text: text.say('toasts.IMPORT_SUCCESSFUL') })
  context.refetch()
  return done()
}

/** One file that somebody picks; undefined when he thinks better of it. */
const chosenFile = (): Promise<File | undefined> =>
  new Promise((resolve) => {
    const input = document.createElement('input')
    input.type = 'file'
    input.accept = '.zip,application/zip'
    input.addEventListener('change', () => resolve(input.files?.[0]))
    input.addEventListener('cancel', () => resolve(undefined))
    input.click()
  })
