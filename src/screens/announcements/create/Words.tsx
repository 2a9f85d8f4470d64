import { useRef } from 'react'
import { useText } from '#i18n/useText.ts'
import type { AnnouncementTopic } from '#schemas/generated/entities/announcement-content.ts'
import { Button } from '#ui/Button.tsx'
import { TextAreaField, TextField } from '#ui/fields/text-fields.tsx'
import { Segments } from '#ui/menu/Segments.tsx'
import { NumberedCard } from '#ui/page/NumberedCard.tsx'
import { Counter } from '../Counter.tsx'
import { lengthOf } from '../limits.ts'
import { Attachment } from './Attachment.tsx'
import styles from './create.module.css'
import { type Draft, isComplete, LANGUAGES, type Language, PLACEHOLDERS } from './draft.ts'

const TOPICS = ['SYS', 'NEWS'] as const satisfies readonly AnnouncementTopic[]
const ROWS = 6

interface Props {
  draft: Draft
  onChange(some: Partial<Draft>): void
  language: Language
  onLanguage(language: Language): void
  most: { title: number; text: number }
  errors: { title?: string | undefined; text?: string | undefined; file?: string | undefined }
}

/** What is said, in both languages; how much room is left is that of the narrowest way. */
export function Words({ draft, onChange, language, onLanguage, most, errors }: Props) {
  const { t, say } = useText()
  const area = useRef<HTMLTextAreaElement>(null)
  const { words, topic } = draft
  const { title, text } = words[language]
  const set = (some: Partial<typeof words.ch_DE>): void =>
    onChange({ words: { ...words, [language]: { ...words[language], ...some } } })
  const tooLong = (value: string, limit: number): string | undefined =>
    lengthOf(value) > limit ? say('codes.ANNOUNCEMENT_TOO_LONG') : undefined
  const insert = (placeholder: string): void => {
    const { selectionStart = text.length, selectionEnd = text.length } = area.current ?? {}
    set({ text: `${text.slice(0, selectionStart)}{{${placeholder}}}${text.slice(selectionEnd)}` })
    area.current?.focus()
  }
  const errorOf = (own: string | undefined, given: string | undefined) => {
    const error = own ?? given
    return error === undefined ? {} : { error }
  }
  return (
    <NumberedCard
      number={2}
      title={t('announcements.words')}
      aside={
        <Segments
          label={t('announcements.language')}
          segments={LANGUAGES.map((id) => {
            const label = t(`announcements.languages.${id}`)
            return {
              id,
              label: isComplete(words[id]) ? t('announcements.complete', { language: label }) : label,
            }
          })}
          value={language}
          onChange={(id) => {
            const next = LANGUAGES.find((one) => one === id)
            if (next) onLanguage(next)
          }}
        />
      }
    >
      <div className={styles.body}>
        <TextField
          label={t('announcements.title')}
          value={title}
          onChange={(value) => set({ title: value })}
          autoComplete="off"
          aside={<Counter count={lengthOf(title)} most={most.title} />}
          {...errorOf(tooLong(title, most.title), errors.title)}
        />
        <TextAreaField
          ref={area}
          label={t('announcements.text')}
          value={text}
          rows={ROWS}
          onChange={(value) => set({ text: value })}
          aside={<Counter count={lengthOf(text)} most={most.text} />}
          {...errorOf(tooLong(text, most.text), errors.text)}
        />
        <Attachment file={draft.file} onFile={(file) => onChange({ file })} error={errors.file} />
        <div className={styles.tools}>
          <div className={styles.insert}>
            <span>{t('announcements.insert')}</span>
            {PLACEHOLDERS.map((placeholder) => (
              <Button key={placeholder} size="dense" onClick={() => insert(placeholder)}>
                {t(`announcements.placeholders.${placeholder}`)}
              </Button>
            ))}
          </div>
          <Segments
            label={t('announcements.topic')}
            segments={TOPICS.map((id) => ({ id, label: t(`announcements.topics.${id}`) }))}
            value={topic}
            onChange={(id) => {
              const next = TOPICS.find((one) => one === id)
              if (next) onChange({ topic: next })
            }}
          />
        </div>
        <p className={styles.hint}>
          {t(`announcements.topicHelp.${topic}`)} {t('announcements.otherLanguage')}
        </p>
      </div>
    </NumberedCard>
  )
}
