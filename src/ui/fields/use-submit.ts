import { type FormEvent, type RefObject, useId, useLayoutEffect, useRef, useState } from 'react'

/** docs/look.md, "Forms": the first field at fault takes the focus, each time somebody has tried; or the button that comes first. */
export function useFirstFault<E extends HTMLElement>(): { ref: RefObject<E | null>; look(): void } {
  const ref = useRef<E>(null)
  const [looks, setLooks] = useState(0)
  useLayoutEffect(() => {
    if (looks > 0) ref.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-needed]')?.focus()
  }, [looks])
  return { ref, look: () => setLooks((count) => count + 1) }
}

/** A form element that does its work once at a time, and leads to what is at fault: at once, or by the answer. */
export function useSubmit(work: () => unknown) {
  const id = useId()
  const { ref, look } = useFirstFault<HTMLFormElement>()
  const [busy, setBusy] = useState(false)
  const [tried, setTried] = useState(false)

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (busy) return
    setTried(true)
    look()
    const under = work()
    if (!(under instanceof Promise)) return
    setBusy(true)
    await under.finally(() => setBusy(false))
    look()
  }
  return {
    attributes: { id, ref, noValidate: true, onSubmit: (event: FormEvent) => void submit(event) },
    busy,
    /** Somebody has tried: from then on faults are shown, also of what nobody has touched. */
    tried,
    /** Something else is filled in now: its faults are shown when somebody has tried again. */
    anew: () => setTried(false),
  }
}

export type Submitting = ReturnType<typeof useSubmit>
