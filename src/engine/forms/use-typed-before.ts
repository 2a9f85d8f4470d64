import { type RefObject, useEffectEvent, useLayoutEffect } from 'react'

/**
 * What was typed into a form before its code was there: its page may stand earlier (decision 0251).
 * A field that leaves out letters of its own accord, as a line leaves out line breaks, was not typed into.
 */
export function useTypedBefore(
  form: RefObject<HTMLFormElement | null>,
  take: (typed: Readonly<Record<string, string>>) => void,
): void {
  const look = useEffectEvent(() => {
    const typed = [...(form.current?.elements ?? [])].flatMap((field) =>
      field instanceof HTMLInputElement && field.value !== untouched(field)
        ? [[field.name, field.value] as const]
        : [],
    )
    if (typed.length > 0) take(Object.fromEntries(typed))
  })
  useLayoutEffect(() => look(), [])
}

/** What a field like this shows of the value that it was drawn with. */
function untouched(field: HTMLInputElement): string {
  const like = document.createElement('input')
  like.type = field.type
  like.value = field.defaultValue
  return like.value
}
