import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { SearchField } from '#ui/fields/text-fields.tsx'
import { useSlash } from './rows/keys.ts'

interface Props {
  label: string
  /** What is searched for now. */
  value: string
  onSearch(text: string): void
  /** It was asked for: the hand goes on there. */
  focus?: boolean
  /** Escape, where nothing is searched for any more. */
  onLeave?(): void
}

/** spec 2 §9: Enter runs the search, Escape cancels it. */
export function SearchBox({ label, value, onSearch, focus = false, onLeave }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const [draft, setDraft] = useState({ of: value, text: value })
  const text = draft.of === value ? draft.text : value
  useSlash(input)
  useEffect(() => {
    if (focus) input.current?.focus()
  }, [focus])

  function press(event: KeyboardEvent<HTMLInputElement>): void {
    if (event.key === 'Enter') onSearch(text.trim())
    if (event.key !== 'Escape') return
    if (value !== '') onSearch('')
    else if (text === '') onLeave?.()
  }

  return (
    <SearchField
      ref={input}
      label={label}
      value={text}
      onChange={(next) => setDraft({ of: value, text: next })}
      onKeyDown={press}
    />
  )
}
