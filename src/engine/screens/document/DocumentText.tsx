import { useText } from '#i18n/useText.ts'
import { useWords } from '#i18n/useWords.ts'
import type { DocumentText as Text } from '#schemas/generated/definitions/document.ts'
import { Skeleton } from '#ui/Skeleton.tsx'
import styles from './Screen.module.css'

/** Title, what it is about, and its sections. */
export function DocumentText({ text, version }: { text: Text; version: string }) {
  const { t } = useText()
  const { date } = useWords()
  return (
    <>
      <header>
        <h1 tabIndex={-1}>{text.title}</h1>
        <p>{t('engine.document.valid', { date: date(Date.parse(version)) })}</p>
      </header>
      <div className={styles.text}>
        {text.intro && <p>{text.intro}</p>}
        {text.sections.map(({ heading, body }) => (
          <section key={heading}>
            <h2>{heading}</h2>
            {body.map((part) =>
              typeof part === 'string' ? (
                <p key={part}>{part}</p>
              ) : (
                <ul key={part[0]}>
                  {part.map((point) => (
                    <li key={point}>{point}</li>
                  ))}
                </ul>
              ),
            )}
          </section>
        ))}
      </div>
    </>
  )
}

/** A text on its way. */
export function DocumentBones() {
  return (
    <div className={styles.bones} aria-hidden="true">
      <Skeleton width="60%" height="32px" />
      <Skeleton height="320px" />
    </div>
  )
}
