import { type ReactNode, useState } from 'react'
import { useText } from '#i18n/useText.ts'
import { FormDialog } from '#ui/dialog/FormDialog.tsx'
import { FileField } from '#ui/fields/FileField.tsx'
import { useSubmit } from '#ui/fields/use-submit.ts'
import type { ActionResult } from '../ports.ts'
import styles from './objects.module.css'
import { failureWords } from './refusal.ts'

interface Props<Contents> {
  title: string
  text: string
  /** What is said of a file that holds something else. */
  notOurs: string
  /** What stands in a file; undefined when it is another file. */
  read(content: string): Contents | undefined | Promise<Contents | undefined>
  /** Nothing of it has been chosen. */
  unready?: boolean
  onTake(contents: Contents): Promise<ActionResult>
  onClose(result?: ActionResult): void
  /** What stands in the file, in words, before it is taken in. */
  children(contents: Contents): ReactNode
}

/** A file is chosen, what stands in it is said, and only then it is taken in. */
export function ImportDialog<Contents>(props: Props<Contents>) {
  const { title, notOurs, read, unready = false, onTake, onClose, children } = props
  const text = useText()
  const { t } = text
  const [found, setFound] = useState<{ name: string; contents?: Contents | undefined }>()
  const [fault, setFault] = useState<string>()
  const contents = found?.contents

  async function look(file: File): Promise<void> {
    setFound({ name: file.name })
    setFault(undefined)
    try {
      const contents = await read(await file.text())
      setFound({ name: file.name, contents })
      if (contents === undefined) setFault(notOurs)
    } catch {
      setFault(t('engine.failure.text'))
    }
  }
  const form = useSubmit(async () => {
    if (contents === undefined || unready) return
    const result = await onTake(contents)
    if (result.ok) onClose(result)
    else setFault(failureWords(result, text))
  })

  return (
    <FormDialog
      title={title}
      form={form}
      submit={t('objects.import.take')}
      unready={contents === undefined || unready}
      failure={fault}
      onClose={() => onClose()}
    >
      <p>{props.text}</p>
      <FileField
        label={t('objects.import.choose')}
        accept=".json,application/json"
        onChange={(file) => void look(file)}
      />
      {found && (
        <span className={styles.words}>
          <small>{found.name}</small>
        </span>
      )}
      {contents !== undefined && children(contents)}
    </FormDialog>
  )
}
