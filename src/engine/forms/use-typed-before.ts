import { type RefObject, useEffectEvent, useLayoutEffect } from 'react'

/** What stands in the fields of a form that nobody has heard being typed: its page was there before its code (decision 0251). */
export function useTypedBefore(
  form: RefObject<HTMLFormElement | null>,
  take: (typed: Readonly<Record<string, string>>) => void,
): void {
  const look = useEffectEvent(() => {
    const typed = [...(form.current?.elements ?? [])].flatMap((field) =>
      field instanceof HTMLInputElement && field.value !== '' ? [[field.name, field.value] as const] : [],
    )
    if (typed.length > 0) take(Object.fromEntries(typed))
  })
  useLayoutEffect(() => look(), [])
}
