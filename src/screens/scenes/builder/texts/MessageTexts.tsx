import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { useText } from '#i18n/useText.ts'
import { TextAreaField, TextField } from '#ui/fields/text-fields.tsx'
import { lazy } from '#ui/parts/lazy.ts'
import { useSpeech } from '../sentences.ts'
import { ReadsNow } from './ReadsNow.tsx'
import { TextWithValues } from './TextWithValues.tsx'
import { draftValues, MOST_VALUES, stored, written } from './text-draft.ts'
import { labelOf } from './value-label.ts'

/** It comes when a value is to stand in a text. */
const InsertValue = lazy(() => import('./InsertValue.tsx'))

/** Decision 0005: titles of messages have 200 characters, their texts 2000. */
const LENGTHS = { title: 200, text: 2000 } as const

/** One of the two texts, and where in it a value is to stand. */
interface Spot {
  field: keyof typeof LENGTHS
  at: number
}

type Known = Parameters<typeof draftValues>[0] & { short_desc?: string; desc?: string }

interface MessageTexts {
  /** As it is stored. */
  message: ReturnType<typeof stored>
  /** It stands in the place of the form while a value is chosen. */
  choosing: ReactNode
  fields(title: { label: string; into: string; fault: string | undefined }): ReactNode
}

/** Title and text of something that people are told or asked, with values of the home in them (decision 0162). */
export function useMessageTexts(known: Known | undefined): MessageTexts {
  const speech = useSpeech()
  const { t } = useText()
  const [values, setValues] = useState(() => draftValues(known ?? {}, (value) => labelOf(value, speech)))
  const [texts, setTexts] = useState(() => ({
    title: written(known?.short_desc ?? '', values),
    text: written(known?.desc ?? '', values),
  }))
  const [inserting, setInserting] = useState<Spot>()
  /** Where the hand goes on after a value was put in. */
  const [resumes, setResumes] = useState<Spot>()
  const title = useRef<HTMLInputElement>(null)
  const text = useRef<HTMLTextAreaElement>(null)
  const hands = { title, text }
  const message = stored(texts, values)

  useEffect(() => {
    if (!resumes) return
    const field = (resumes.field === 'title' ? title : text).current
    field?.focus()
    field?.setSelectionRange(resumes.at, resumes.at)
  }, [resumes])

  const insertInto = (field: Spot['field']): void =>
    setInserting({ field, at: hands[field].current?.selectionStart ?? texts[field].length })
  const full = (message.values ?? []).length >= MOST_VALUES
  return {
    message,
    choosing: inserting && (
      <Suspense>
        <InsertValue
          values={values}
          onChoose={({ values: now, token }) => {
            const { field, at } = inserting
            const next = texts[field].slice(0, at) + token + texts[field].slice(at)
            setInserting(undefined)
            if (next.length > LENGTHS[field]) return
            setValues(now)
            setTexts({ ...texts, [field]: next })
            setResumes({ field, at: at + token.length })
          }}
          onBack={() => {
            setResumes(inserting)
            setInserting(undefined)
          }}
        />
      </Suspense>
    ),
    fields: ({ label, into, fault }) => (
      <>
        <TextWithValues label={into} full={full} onInsert={() => insertInto('title')}>
          <TextField
            ref={title}
            label={label}
            value={texts.title}
            maxLength={LENGTHS.title}
            autoComplete="off"
            error={message.short_desc === '' ? fault : undefined}
            onChange={(next) => setTexts({ ...texts, title: next })}
          />
        </TextWithValues>
        <TextWithValues
          label={t('sceneForms.texts.intoText')}
          full={full}
          onInsert={() => insertInto('text')}
        >
          <TextAreaField
            ref={text}
            label={t('sceneForms.tell.long')}
            optional
            value={texts.text}
            maxLength={LENGTHS.text}
            onChange={(next) => setTexts({ ...texts, text: next })}
          />
        </TextWithValues>
        {message.values && <ReadsNow notification={message} />}
      </>
    ),
  }
}
