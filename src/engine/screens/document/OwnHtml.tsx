import { useEffect, useState } from 'react'
import { useText } from '#i18n/useText.ts'
import { useWords } from '#i18n/useWords.ts'
import { valueAt } from '#lib/value-at.ts'
import { Notice } from '#ui/Notice.tsx'
import { PageTitle } from '#ui/page/PageTitle.tsx'
import { SandboxedHtml } from '#ui/page/SandboxedHtml.tsx'
import { useSource } from '../../engine.ts'
import { DocumentBones } from './DocumentText.tsx'
import styles from './Screen.module.css'

interface Props {
  operation: string
  name: string
  /** Key of the words that stand in until the answer has a title. */
  title: string
  language: string
}

interface Answer {
  title: string
  html: string
  version: string | undefined
}

const textAt = (answer: unknown, field: string): string => String(valueAt(answer, field) ?? '')

/** A deployment's own HTML, cleaned by the server and shown where no script can run (B-04). */
export function OwnHtml({ operation, name, title, language }: Props) {
  const { say, t } = useText()
  const { date } = useWords()
  const source = useSource()
  const [answer, setAnswer] = useState<Answer | 'failed'>()

  useEffect(() => {
    const left = new AbortController()
    source
      ?.one(
        { operation, params: { name: 'row.name', lang: 'row.lang' } },
        { row: { name, lang: language } },
        left.signal,
      )
      .then((loaded) =>
        setAnswer({
          title: textAt(loaded, 'title'),
          html: textAt(loaded, 'html'),
          version: textAt(loaded, 'version') || undefined,
        }),
      )
      .catch(() => {
        if (!left.signal.aborted) setAnswer('failed')
      })
    return () => left.abort()
  }, [source, operation, name, language])

  if (!answer) return <DocumentBones />
  if (answer === 'failed')
    return (
      <>
        <h1 tabIndex={-1}>{t('engine.document.failed')}</h1>
        <Notice tone="danger">{t('engine.document.failedText')}</Notice>
      </>
    )
  const since = answer.version === undefined ? Number.NaN : Date.parse(answer.version)
  return (
    <>
      <header>
        <PageTitle text={answer.title || say(title)} />
        {!Number.isNaN(since) && <p>{t('engine.document.valid', { date: date(since) })}</p>}
      </header>
      <div className={styles.text}>
        <SandboxedHtml html={answer.html} title={answer.title || say(title)} />
      </div>
    </>
  )
}
