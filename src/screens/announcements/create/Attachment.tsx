import { useState } from 'react'
import { numberLimit, useEngine, usePorts } from '#engine/engine.ts'
import { failureText } from '#engine/failure-text.ts'
import { useText } from '#i18n/useText.ts'
import { useWords } from '#i18n/useWords.ts'
import { Button } from '#ui/Button.tsx'
import { FileField } from '#ui/fields/FileField.tsx'
import styles from './create.module.css'
import type { Draft } from './draft.ts'

/** spec 3 §5: an image, a CSV file or a tar.gz. */
const ACCEPT = '.png,.jpg,.jpeg,.gif,.webp,.csv,.tar.gz,.tgz,application/gzip'

interface Props {
  file: Draft['file']
  onFile(file: Draft['file']): void
  error: string | undefined
}

/** A file that goes with each e-mail. The server looks into it as soon as it is chosen. */
export function Attachment({ file, onFile, error }: Props) {
  const text = useText()
  const { t } = text
  const words = useWords()
  const { source } = usePorts()
  const { definitions } = useEngine()
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<string>()
  const most = numberLimit(definitions, 'announcementFileSize')

  const choose = async (chosen: File): Promise<void> => {
    if (chosen.size > most)
      return setRefused(t('announcements.fileTooLarge', { most: words.number(most / 1000) }))
    setRefused(undefined)
    setBusy(true)
    const answer = await source.call(
      'uploadAnnouncementFile',
      { file: chosen, fileName: chosen.name },
      { told: ['other'] },
    )
    setBusy(false)
    if (answer.ok) onFile(answer.data)
    else setRefused(failureText(answer, text))
  }
  const fault = refused ?? error
  return (
    <div className={styles.attachment}>
      {file ? (
        <p className={styles.attached}>
          <strong>{file.name}</strong>
          <small>{t('announcements.fileSize', { size: words.number(Math.ceil(file.size / 1000)) })}</small>
          <Button only look="quiet" size="dense" icon="close" onClick={() => onFile(undefined)}>
            {t('announcements.remove', { name: file.name })}
          </Button>
        </p>
      ) : (
        <FileField label={t('announcements.attach')} accept={ACCEPT} onChange={(one) => void choose(one)} />
      )}
      <p className={fault ? styles.fault : styles.hint} role="status">
        {busy ? t('announcements.fileSending') : (fault ?? t('announcements.attachHelp'))}
      </p>
    </div>
  )
}
